// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A small transform by the program that all of them share (spec/general_kernel.hpp): Stockham's stages, or Bluestein's
// convolution where a prime factor is large. Only where Programs::general asks for it.
#include <fmt/format.h>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/model/cpu_estimate.hpp"
#include "plan/model/cpu_model.hpp"
#include "plan/solvers/solvers.hpp"
#include "plan/solvers/wide_convolution.hpp"
#include "spec/general_kernel.hpp"

namespace papilio::plan {
namespace {

/// Radices of the shortest convolution of n points; none if no work array holds it.
std::vector<int> convolution_radices(std::int64_t n) {
  constexpr std::int64_t vectors = 16;  // whole vectors on every device
  for (std::int64_t m = ceil_div(2 * n - 1, vectors) * vectors; m <= max_general_work; m += vectors) {
    if (prime_factors(m).back() <= max_general_codelet_prime) return general_radices(m);
  }
  return {};
}

std::optional<PlanNode> make(const Batch1d& lines, const DeviceCaps& caps) {
  const auto with_lanes = [&](const Batch1d& batch) {
    KernelSpec spec = batch.spec();
    spec.algorithm = Algorithm::general;
    spec.shape.strategy = Strategy::butterflies;
    spec.shape.lanes = lanes_of(spec.precision, caps);
    return spec;
  };
  const std::int64_t points = general_points(with_lanes(lines));
  const bool convolves = general_radices(points).empty() && points > 1;
  const Batch1d own = convolves && computed_in_f64(lines, caps) ? in_f64(lines) : lines;
  KernelSpec spec = with_lanes(own);
  const std::int64_t own_points = general_points(spec);
  spec.radices = convolves ? convolution_radices(own_points) : general_radices(own_points);
  const std::int64_t scalar = spec.precision == Precision::f32 ? 4 : 8;
  if (spec.work_length() < own_points || 2 * general_memory(spec.shape.lanes).plane * scalar > caps.local_memory)
    return std::nullopt;
  PlanNode node;
  node.solver = "general";
  if (convolves) node.notes.push_back(fmt::format("convolution={}", spec.work_length()));
  if (own.precision != lines.precision) node.notes.emplace_back("in-f64");
  node.seconds = cpu_model.time.launch;
  node.pass = make_pass(spec, own, own.in, own.out);
  return node;
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  return caps.device_class == DeviceClass::cpu && lines.length <= max_general_work  // it fits a work array
         && !lines.choice.made() && !is_pair(lines.precision) && fits_general(lines.spec());
}

}  // namespace

Solver general_solver() { return {"general", applicable, make}; }

}  // namespace papilio::plan
