// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/kernel.hpp"

#include "core/number_theory.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/kernels.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "spec/general_kernel.hpp"
#include "spec/local_memory.hpp"

namespace papilio::kernel {

KernelInterface interface_of(const KernelSpec& spec, const Contour& contour) {
  KernelInterface result;
  result.name = spec.algorithm == Algorithm::general ? general_program(spec).name() : spec.name();
  result.threads = spec.shape.threads;
  result.repeats = spec.shape.strategy != Strategy::cooperative;
  result.filtered = spec.filter.present;
  for (const TableParameter& table : tables_of(spec)) {
    result.tables.push_back(table.spec);
    result.tables.back().contour = contour;
  }
  result.planar_input = spec.in.layout == ComplexLayout::planar;
  result.planar_output = spec.out.layout == ComplexLayout::planar;
  result.in_position = has_position(spec);
  result.load_callback = !spec.in.callback.empty();
  result.store_callback = !spec.out.callback.empty();
  result.input_sums = spec.in.sums;
  result.output_sums = spec.out.sums;
  if (spec.shape.strategy == Strategy::cooperative) {
    const std::int64_t bytes = local_bytes(spec);
    result.local_memory = bytes > static_local_limit ? bytes : 0;
  }
  if (spec.columns() == 1) {
    result.transforms_per_tile = spec.shape.tile;
  } else {
    result.tiles_per_transform = spec.tiles();
  }
  result.tiles_per_transform *= spec.shape.cluster;
  return result;
}

std::int64_t KernelInterface::tiles(std::int64_t batch) const {
  return ceil_div(batch, transforms_per_tile) * tiles_per_transform;
}

namespace {

Module build(const KernelSpec& spec) {
  if (spec.algorithm == Algorithm::general) return build_general_kernel(spec);
  if (spec.algorithm == Algorithm::centre) return build_centre_kernel(spec);
  if (spec.shape.cluster > 1) return build_cluster_kernel(spec);
  if (spec.algorithm == Algorithm::prime_factor) return build_prime_factor_kernel(spec);
  return spec.shape.strategy == Strategy::cooperative ? build_cooperative_kernel(spec) : build_simd_kernel(spec);
}

}  // namespace

Module build_kernel(const KernelSpec& spec) { return expand_pairs(build(spec), pair_rules_of(spec)); }

}  // namespace papilio::kernel
