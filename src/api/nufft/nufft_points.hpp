// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Points of a non-uniform transform, sorted by the bins of the fine grid, as kernels read them
// (kernel/nufft/nufft_kernels.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/host_span.hpp>
#include <vector>

#include "kernel/nufft/nufft_kernels.hpp"

namespace papilio::api {

/// The index or number of elements of a container.
constexpr std::size_t nufft_size(std::int64_t count) { return static_cast<std::size_t>(count); }

/// The fine grid of a problem: axes that it lacks come first, and have one cell.
struct FineGrid {
  int axes = 1;
  int width = 2;  ///< of the window
  kernel::PerAxis cells{1, 1, 1};
  kernel::PerAxis bin{1, 1, 1};  ///< cells of a bin

  [[nodiscard]] std::int64_t bins(std::size_t axis) const { return (cells[axis] + bin[axis] - 1) / bin[axis]; }
  [[nodiscard]] std::int64_t all_cells() const { return cells[0] * cells[1] * cells[2]; }
  [[nodiscard]] std::int64_t all_bins() const { return bins(0) * bins(1) * bins(2); }
};

/// Arrays of all points for each axis that the problem has, in sorted order.
struct SortedPoints {
  std::vector<std::int32_t> starts;
  std::vector<std::byte> offsets;   ///< of the points' precision
  std::vector<std::int32_t> order;  ///< the number of each
  std::vector<std::int32_t> bins;   ///< first point of each bin, and the number of points
};

/// Sorts `count` points; `coordinates` has a span for each axis. Points of a bin stay in their order. Throws
/// Error(invalid_argument) for an angle that is not finite.
SortedPoints sorted_points(const FineGrid& grid, const std::vector<ConstHostSpan>& coordinates, std::int64_t count);

}  // namespace papilio::api
