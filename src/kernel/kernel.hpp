// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// KernelSpec -> Module, and what a launcher must know without building the module.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/ir_words.hpp"
#include "kernel/tables/tables.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// The arguments of every kernel, in order: input, output, the imaginary parts of planar ones, data of callbacks, the
/// filter if there is one, the tables, weights and sums of sides that are summed, then every Scalar in the order of its
/// enumerators, planes where there are some, and the position.
struct KernelInterface {
  std::string name;
  int threads = 1;
  bool filtered = false;  ///< there is a filter
  std::vector<TableSpec> tables;
  bool planar_input = false;
  bool planar_output = false;
  bool in_position = false;  ///< has_position()
  bool load_callback = false;
  bool store_callback = false;
  Sums input_sums = Sums::none;
  Sums output_sums = Sums::none;
  /// CPU kernels: work-group g does tiles [g*repeat, (g+1)*repeat). Others do tile g, and repeat is 1.
  bool repeats = false;
  /// Number of tiles of a batch; each work-group of a cluster counts as a tile of its own.
  [[nodiscard]] std::int64_t tiles(std::int64_t batch) const;

  /// Bytes of dynamic local memory for the launch on CUDA: all that the kernel uses if that exceeds static_local_limit,
  /// else 0.
  std::int64_t local_memory = 0;

  std::int64_t transforms_per_tile = 1;
  std::int64_t tiles_per_transform = 1;  ///< or per transforms_per_tile transforms
};

/// `contour` is that of the plan, for the tables of a chirp z-transform.
KernelInterface interface_of(const KernelSpec& spec, const Contour& contour = {});

/// The kernel's program. Throws Error(internal) for a spec that no solver is allowed to make.
Module build_kernel(const KernelSpec& spec);

}  // namespace papilio::kernel
