// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/nufft_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <future>
#include <numbers>
#include <papilio/error.hpp>
#include <thread>

namespace papilio::api {
namespace {

using kernel::max_nufft_axes;

/// The first cell of a point's window, and the argument of the window's polynomials.
struct WindowPlace {
  std::int32_t start;
  double s;
};

/// Parts of a point's place: its bin follows from the cell alone.
enum class Wanted { cell, cell_and_offset };

/// An angle that differs by whole turns.
FromCenter within_a_turn(double angle) { return {std::atan2(std::sin(angle), std::cos(angle)), 0}; }

/// a b - product, where `product` is a b rounded. A processor without fused multiply-adds would call a function for
/// std::fma (Dekker, "A floating-point technique for extending the available precision", Numer. Math. 18 (1971)).
/// The lower digits of `b` are 26 and a sign, so that every product is exact, and with them the result.
double product_rest(double a, double b, double product) {
  constexpr std::uint64_t nearest = 0x4000000;
  const double a_upper = upper_half(a);
  const double b_upper = upper_half(b, nearest);
  const double a_lower = a - a_upper;
  const double b_lower = b - b_upper;
  return ((a_upper * b_upper - product) + a_upper * b_lower + a_lower * b_upper) + a_lower * b_lower;
}

template <class T>
class PointSorter {
 public:
  PointSorter(const FineGrid& grid, const std::vector<PointAxis>& axes, std::int64_t count)
      : grid_(grid), count_(count), parts_(parts_of(count)) {
    for (int axis = 0; axis < grid.axes; ++axis) {
      const std::size_t a = nufft_size(max_nufft_axes - grid.axes + axis);
      const PointAxis& from = axes[nufft_size(axis)];
      axes_.push_back({from, static_cast<const T*>(from.coordinates.data()), grid.cells[a],
                       std::countr_zero(static_cast<std::uint64_t>(grid.bin[a])),
                       a == 0   ? grid.bins(1) * grid.bins(2)
                       : a == 1 ? grid.bins(2)
                                : 1});
    }
  }

  SortedPoints sorted() {
    SortedPoints result;
    count_bins(result);
    result.starts.resize(nufft_size(count_ * grid_.axes));
    result.offsets.resize(nufft_size(count_ * grid_.axes) * sizeof(T));
    T* const offsets = reinterpret_cast<T*>(result.offsets.data());  // NOLINT: numbers of either precision
    in_parts(count_, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
      for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const std::size_t row = axis * nufft_size(count_);
        // Coordinates are fetched in runs, so that the cache misses of many overlap.
        std::array<T, 256> run{};
        for (std::int64_t first = begin; first < end; first += std::ssize(run)) {
          const std::size_t length = std::min(run.size(), nufft_size(end - first));
          for (std::size_t i = 0; i < length; ++i)
            run[i] = axes_[axis].coordinates[result.order[nufft_size(first) + i]];
          for (std::size_t i = 0; i < length; ++i) {
            const WindowPlace place = placed<Wanted::cell_and_offset>(axes_[axis], run[i]);
            result.starts[row + nufft_size(first) + i] = place.start;
            offsets[row + nufft_size(first) + i] = static_cast<T>(place.s);
          }
        }
      }
    });
    return result;
  }

 private:
  struct Axis {
    PointAxis turns;
    const T* coordinates;
    std::int64_t cells;
    int bin_bits;             ///< cells of a bin: 2^bin_bits
    std::int64_t bins_apart;  ///< from one bin along this axis to the next
  };

  /// Coordinates of f64 keep all of their digits, however many cells there are: differences and products are in two
  /// parts. In f32 one part has more digits than the coordinates.
  template <Wanted wanted>
  [[nodiscard]] WindowPlace placed(const Axis& axis, T coordinate) const {
    constexpr bool both = sizeof(T) == sizeof(double) && wanted == Wanted::cell_and_offset;
    const PointAxis& turns_of = axis.turns;
    FromCenter from(static_cast<double>(coordinate), turns_of.center);
    double turns = from.value * turns_of.scale;
    // Only angles have many turns, whose rounding error would reach beyond a cell. Sines and cosines reduce exactly.
    if (std::abs(turns) > kernel::few_turns) {
      from = within_a_turn(from.value);
      turns = from.value * turns_of.scale;
    }
    const auto cells = static_cast<double>(axis.cells);
    constexpr double integers = 0x1.8p52;  // the sum is one, rounded to nearest
    const double part = turns - ((turns + integers) - integers);
    const double u = part * cells;
    const double edge = u - 0.5 * grid_.width;
    auto start = static_cast<std::int32_t>(edge);
    start += edge > start ? 1 : 0;
    double ahead = start - edge;  // 0 to 1 cell
    if constexpr (both) {
      const double turns_rest = product_rest(from.value, turns_of.scale, turns) + from.value * turns_of.scale_rest +
                                from.rest * turns_of.scale;
      ahead -= turns_rest * cells + product_rest(part, cells, u);
    }
    if (start < 0) start += static_cast<std::int32_t>(axis.cells);
    return {start, 2 * ahead - 1};
  }

  /// The order of the points: a counting sort by bins.
  void count_bins(SortedPoints& result) {
    std::vector<std::int32_t> bin_of(nufft_size(count_));
    const std::size_t bins = nufft_size(grid_.all_bins());
    std::vector<std::vector<std::int32_t>> next(nufft_size(parts_));
    in_parts(count_, [&](std::int64_t part, std::int64_t begin, std::int64_t end) {
      for (const Axis& axis : axes_) {
        for (std::int64_t j = begin; j < end; ++j) {
          if (!std::isfinite(axis.coordinates[j])) refuse(axis, j);
          bin_of[nufft_size(j)] += static_cast<std::int32_t>(
              (placed<Wanted::cell>(axis, axis.coordinates[j]).start >> axis.bin_bits) * axis.bins_apart);
        }
      }
      std::vector<std::int32_t>& counts = next[nufft_size(part)];
      counts.resize(bins);
      for (std::int64_t j = begin; j < end; ++j) ++counts[nufft_size(bin_of[nufft_size(j)])];
    });
    result.bins.resize(bins + 1);
    std::int32_t before = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      result.bins[bin] = before;
      for (std::vector<std::int32_t>& counts : next) before += std::exchange(counts[bin], before);
    }
    result.bins[bins] = before;
    result.order.resize(nufft_size(count_));
    in_parts(count_, [&](std::int64_t part, std::int64_t begin, std::int64_t end) {
      std::vector<std::int32_t>& places = next[nufft_size(part)];
      for (std::int64_t j = begin; j < end; ++j)
        result.order[nufft_size(places[nufft_size(bin_of[nufft_size(j)])]++)] = static_cast<std::int32_t>(j);
    });
  }

  [[noreturn]] void refuse(const Axis& axis, std::int64_t j) const {
    const auto number = static_cast<std::size_t>(&axis - axes_.data());
    throw Error::invalid_argument(fmt::format("point {} of a non-uniform transform", j),
                                  fmt::format("its coordinate {} is {}", "xyz"[number], axis.coordinates[j]),
                                  "give finite numbers");
  }

  const FineGrid& grid_;
  std::int64_t count_;
  std::int64_t parts_;
  std::vector<Axis> axes_;
};

}  // namespace

std::int64_t parts_of(std::int64_t count) {
  constexpr std::int64_t points_of_thread = 1 << 16;
  return std::clamp<std::int64_t>(count / points_of_thread, 1,
                                  std::max<std::int64_t>(1, std::thread::hardware_concurrency()));
}

void in_parts(std::int64_t count, const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& body) {
  const std::int64_t parts = parts_of(count);
  std::vector<std::future<void>> others;
  for (std::int64_t part = 1; part < parts; ++part)
    others.push_back(std::async(std::launch::async, body, part, count * part / parts, count * (part + 1) / parts));
  body(0, 0, count / parts);
  for (std::future<void>& other : others) other.get();
}

SortedPoints sorted_points(const FineGrid& grid, const std::vector<PointAxis>& axes, std::int64_t count) {
  return axes.front().coordinates.type() == HostType::f32 ? PointSorter<float>(grid, axes, count).sorted()
                                                          : PointSorter<double>(grid, axes, count).sorted();
}

}  // namespace papilio::api
