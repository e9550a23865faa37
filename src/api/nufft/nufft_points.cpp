// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/nufft_points.hpp"

#include <fmt/format.h>

#include <algorithm>
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

template <class T>
class PointSorter {
 public:
  PointSorter(const FineGrid& grid, const std::vector<PointAxis>& axes, std::int64_t count)
      : grid_(grid), count_(count), parts_(parts_of(count)) {
    for (int axis = 0; axis < grid.axes; ++axis) {
      const std::size_t a = nufft_size(max_nufft_axes - grid.axes + axis);
      const PointAxis& from = axes[nufft_size(axis)];
      axes_.push_back({from, static_cast<const T*>(from.coordinates.data()), grid.cells[a], grid.bin[a],
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
        for (std::int64_t p = begin; p < end; ++p) {
          const WindowPlace place = placed(axes_[axis], result.order[nufft_size(p)]);
          result.starts[row + nufft_size(p)] = place.start;
          offsets[row + nufft_size(p)] = static_cast<T>(place.s);
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
    std::int64_t bin;
    std::int64_t bins_apart;  ///< from one bin along this axis to the next
  };

  /// Coordinates keep all of their digits, however many cells there are: differences and products are in two parts.
  [[nodiscard]] WindowPlace placed(const Axis& axis, std::int64_t j) const {
    constexpr double few_turns = 1500;
    const PointAxis& turns_of = axis.turns;
    FromCenter from(static_cast<double>(axis.coordinates[j]), turns_of.center);
    double turns = from.value * turns_of.scale;
    // Only angles have many turns, whose rounding error would reach beyond a cell. Sines and cosines reduce exactly.
    if (std::abs(turns) > few_turns) {
      from = {std::atan2(std::sin(from.value), std::cos(from.value)), 0};
      turns = from.value * turns_of.scale;
    }
    const double turns_rest =
        std::fma(from.value, turns_of.scale, -turns) + from.value * turns_of.scale_rest + from.rest * turns_of.scale;
    const auto cells = static_cast<double>(axis.cells);
    const double part = turns - std::nearbyint(turns);  // exact
    const double u = part * cells;
    const double edge = u - 0.5 * grid_.width;
    const double first = std::ceil(edge);
    const double ahead = first - edge - (turns_rest * cells + std::fma(part, cells, -u));  // 0 to 1 cell
    auto start = static_cast<std::int64_t>(first);
    if (start < 0) start += axis.cells;
    return {static_cast<std::int32_t>(start), 2 * ahead - 1};
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
          bin_of[nufft_size(j)] += static_cast<std::int32_t>(placed(axis, j).start / axis.bin * axis.bins_apart);
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
