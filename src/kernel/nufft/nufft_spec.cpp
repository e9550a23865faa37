// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/number_theory.hpp"
#include "kernel/nufft/nufft_kernels.hpp"

namespace papilio::kernel {

std::string NufftSpec::name(const char* kernel) const {
  return fmt::format("nufft_{}_{}_{}d_w{}_d{}_v{}_t{}_c{}{}", kernel, precision == Precision::f32 ? "f32" : "f64", axes,
                     width, degree, lanes, threads, copies, shares ? "_shares" : "");
}

PerAxis bin_cells(const NufftSpec& spec) {
  if (spec.axes == 1) return {1, 1, 64};
  if (spec.axes == 2) return {1, 8, spec.on_cpu() ? 32 : 8};
  return {4, 4, 16};
}

PerAxis tile_cells(const NufftSpec& spec) {
  if (spec.on_cpu()) {
    if (spec.axes == 1) return {1, 1, 2048};
    if (spec.axes == 2) return {1, 64, 128};
    return {16, 16, 64};
  }
  // Along several axes a line of the tile is a work-item's, in registers. The copies of a tile along one axis have 8
  // KiB: more leave too few work-groups.
  const bool f32 = spec.precision == Precision::f32;
  if (spec.axes == 1) return {1, 1, f32 ? 256 : 128};
  if (spec.axes == 2) return {1, tile_lines, f32 ? 32 : 16};
  return {tile_lines / 8, 8, f32 ? 32 : 16};
}

std::int64_t tile_scalars(const NufftSpec& spec) {
  if (!spec.on_cpu()) return 0;
  const PerAxis tile = tile_cells(spec);
  return tile[0] * tile[1] * (tile[2] + 2 * spec.padded_width()) * 2;
}

std::int64_t points_of_group(const NufftSpec& spec) {
  if (spec.on_cpu()) return 512;
  constexpr std::int64_t after_one_another = 4;
  return spec.shares ? spec.threads / spec.width * after_one_another : spec.threads;
}

}  // namespace papilio::kernel
