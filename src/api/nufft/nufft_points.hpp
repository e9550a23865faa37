// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Points of a non-uniform transform, sorted by the bins of the fine grid, as kernels read them
// (kernel/nufft/nufft_kernels.hpp).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
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

/// Coordinates along one axis, and where they lie on the fine grid: (coordinate - center) * scale is in turns of its
/// period. By default coordinates are angles.
struct PointAxis {
  ConstHostSpan coordinates;
  double center = 0;
  double scale = 0.15915494309189535;          ///< 1/(2 pi)
  double scale_rest = -9.839338337591243e-18;  ///< what the rounding of the scale left out
};

/// Sorts `count` points. Points of a bin stay in their order. Throws Error(invalid_argument) for a coordinate that is
/// not finite.
SortedPoints sorted_points(const FineGrid& grid, const std::vector<PointAxis>& axes, std::int64_t count);

/// The first 26 digits of a number, to which `half` of what is left out has been added in units of the last place.
inline double upper_half(double x, std::uint64_t half = 0) {
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) + half) & ~std::uint64_t{0x7ffffff});
}

/// coordinate - center, and its rounding error.
struct FromCenter {
  double value;
  double rest;
  FromCenter(double coordinate, double center) : value(coordinate - center) {
    const double back = value - coordinate;
    rest = (coordinate - (value - back)) - (center + back);
  }
};

/// Calls body(part, begin, end) for the parts_of() consecutive parts of 0 .. count-1, each in a thread of its own.
void in_parts(std::int64_t count, const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& body);
std::int64_t parts_of(std::int64_t count);

}  // namespace papilio::api
