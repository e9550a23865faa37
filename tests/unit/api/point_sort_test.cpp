// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels that sort points on GPUs, in the interpreter and as PTX, beside the host's sort: the same order, and the
// same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <random>
#include <utility>

#include "api/nufft/nufft_points.hpp"
#include "kernel/nufft/sort_kernels.hpp"
#include "support/ptx_comparison.hpp"
#include "support/stored_numbers.hpp"

namespace papilio::api {
namespace {

using test::Bytes;

constexpr double pi = std::numbers::pi;

enum class RunAs { ir, ptx_too };

template <class Number>
Bytes bytes_of(const std::vector<Number>& numbers) {
  Bytes bytes(numbers.size() * sizeof(Number));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

std::vector<std::int32_t> integers_in(const Bytes& bytes) {
  std::vector<std::int32_t> numbers(bytes.size() / sizeof(std::int32_t));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

Bytes poisoned_integers(std::int64_t count) {
  return bytes_of(std::vector<std::int32_t>(nufft_size(count), std::numeric_limits<std::int32_t>::min()));
}

/// Launches as PointSort makes them.
template <class Real>
class InterpretedSort {
 public:
  InterpretedSort(const FineGrid& grid, const std::vector<PointAxis>& axes, RunAs as)
      : grid_(grid), as_(as), count_(static_cast<std::int64_t>(axes.front().coordinates.elements())) {
    spec_.precision = sizeof(Real) == sizeof(float) ? Precision::f32 : Precision::f64;
    spec_.axes = grid.axes;
    spec_.width = grid.width;
    spec_.threads = kernel::sort_threads;
    std::vector<double> numbers;
    for (const PointAxis& axis : axes) {
      const auto* const from = static_cast<const Real*>(axis.coordinates.data());
      coordinates_.push_back(bytes_of(std::vector<Real>(from, from + count_)));
      const double upper = upper_half(axis.scale);
      numbers.insert(numbers.end(), {axis.center, axis.scale, axis.scale_rest, upper, axis.scale - upper});
    }
    axes_ = bytes_of(numbers);
    std::vector<std::int32_t> geometry(grid.cells.begin(), grid.cells.end());
    for (const std::size_t axis : {0, 1, 2}) geometry.push_back(static_cast<std::int32_t>(grid.bins(axis)));
    geometry_ = bytes_of(geometry);
    run();
  }

  Bytes order, bins, starts, offsets;

 private:
  void run() {
    const std::int64_t blocks = kernel::sort_blocks(count_);
    const std::int64_t whole = blocks * kernel::sort_block;
    const std::int64_t bounds = grid_.all_bins() + 1;
    Bytes keys = poisoned_integers(whole);
    const int packed_numbers = kernel::packed_numbers(grid_.axes);
    Bytes packed = poisoned_reals(count_ * packed_numbers);
    std::vector<Bytes*> buffers;
    for (Bytes& coordinates : coordinates_) buffers.push_back(&coordinates);
    Bytes counts = poisoned_integers(kernel::sort_digits * blocks);
    buffers.insert(buffers.end(), {&axes_, &geometry_, &keys, &counts});
    if (packed_numbers > 1) buffers.push_back(&packed);
    launch(kernel::build_point_bins(spec_), buffers, {count_, blocks}, blocks);
    Bytes totals = poisoned_integers(kernel::sort_digits);
    std::int64_t top = 1;
    while (top * kernel::sort_digits < bounds) top *= kernel::sort_digits;
    for (std::int64_t digit = 1; digit <= top; digit *= kernel::sort_digits) {
      if (digit > 1) launch(kernel::build_sort_counts(), {&keys, &counts}, {count_, blocks}, blocks);
      launch(kernel::build_sort_scan(), {&counts, &totals}, {blocks}, kernel::sort_digits);
      Bytes sorted_keys = poisoned_integers(whole);
      Bytes sorted_order = poisoned_integers(whole);
      buffers = {&keys};
      if (digit > 1) buffers.push_back(&order);
      buffers.insert(buffers.end(), {&counts, &totals, &sorted_keys, &sorted_order});
      launch(kernel::build_sort_scatter(digit > 1 ? kernel::SortValues::given : kernel::SortValues::places), buffers,
             {top, count_, blocks}, blocks);
      keys = sorted_keys;
      order = sorted_order;
    }
    order.resize(nufft_size(count_) * sizeof(std::int32_t));
    bins = poisoned_integers(bounds);
    starts = poisoned_integers(count_ * grid_.axes);
    offsets = poisoned_reals(count_ * grid_.axes);
    const std::int64_t searching = (bounds + kernel::sort_threads - 1) / kernel::sort_threads;
    launch(
        kernel::build_point_places(spec_),
        {packed_numbers > 1 ? &packed : &coordinates_[0], &axes_, &geometry_, &order, &starts, &offsets, &keys, &bins},
        {static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(count_))), count_, bounds},
        searching + blocks);
  }

  static Bytes poisoned_reals(std::int64_t count) {
    return bytes_of(std::vector<Real>(nufft_size(count), std::numeric_limits<Real>::quiet_NaN()));
  }

  void launch(const ir::Module& module, const std::vector<Bytes*>& buffers, const std::vector<std::int64_t>& scalars,
              std::int64_t groups) const {
    std::vector<ir::Binding> bindings;
    for (std::size_t i = 0; i < buffers.size(); ++i)
      bindings.push_back(
          {buffers[i]->data(), static_cast<std::int64_t>(buffers[i]->size()) / ir::size_of(*module.buffers[i])});
    const std::vector<std::string> faults = as_ == RunAs::ptx_too
                                                ? test::run_as_ptx_too(module, bindings, scalars, groups)
                                                : ir::interpret(module, bindings, scalars, 0, groups).faults;
    EXPECT_EQ(faults, std::vector<std::string>{}) << module.name;
  }

  const FineGrid& grid_;
  RunAs as_;
  std::int64_t count_;
  kernel::NufftSpec spec_;
  std::vector<Bytes> coordinates_;
  Bytes axes_, geometry_;
};

FineGrid grid_of(int axes) {
  kernel::NufftSpec spec;
  spec.axes = axes;
  spec.threads = kernel::sort_threads;
  FineGrid grid;
  grid.axes = axes;
  grid.width = 4 + axes;
  grid.cells = axes == 1   ? kernel::PerAxis{1, 1, 20000}
               : axes == 2 ? kernel::PerAxis{1, 90, 70}
                           : kernel::PerAxis{18, 25, 40};
  grid.bin = kernel::bin_cells(spec);
  return grid;
}

template <class Real>
using AxisNumbers = std::vector<std::vector<Real>>;

template <class Real>
std::vector<PointAxis> axes_of(const AxisNumbers<Real>& numbers) {
  std::vector<PointAxis> axes;
  for (const std::vector<Real>& of_axis : numbers) axes.push_back({of_axis});
  return axes;
}

template <class Real>
void expect_order_of_host(const FineGrid& grid, const std::vector<PointAxis>& axes, RunAs as = RunAs::ir) {
  const auto count = static_cast<std::int64_t>(axes.front().coordinates.elements());
  SCOPED_TRACE(testing::Message() << count << " points along " << grid.axes << " axes");
  const SortedPoints expected = sorted_points(grid, axes, count);
  const InterpretedSort<Real> sorted(grid, axes, as);
  EXPECT_EQ(integers_in(sorted.bins), expected.bins);
  EXPECT_EQ(integers_in(sorted.order), expected.order);
  EXPECT_EQ(integers_in(sorted.starts), expected.starts);
  EXPECT_EQ(sorted.offsets, expected.offsets);
}

template <class Real>
AxisNumbers<Real> random_numbers(int axes, std::size_t count, double width) {
  std::mt19937_64 random(count);
  std::uniform_real_distribution<double> angle(-width, width);
  AxisNumbers<Real> numbers(static_cast<std::size_t>(axes), std::vector<Real>(count));
  for (auto& of_axis : numbers) {
    for (Real& x : of_axis) x = static_cast<Real>(angle(random));
  }
  return numbers;
}

template <class Real>
class PointSorting : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(PointSorting, Reals);

/// Rows that one, two and three rounds of the scan add up, the last of which are not whole.
TEST(SortScan, AddsUpLongRows) {
  constexpr int digits = 3;
  for (const std::int64_t blocks : {1, 5, 511, 512, 513, 1300}) {
    std::vector<std::int32_t> counts;
    for (std::int64_t i = 0; i < digits * blocks; ++i) counts.push_back(static_cast<std::int32_t>(i * 7919 % 2049));
    std::vector<std::int32_t> expected;
    std::vector<std::int32_t> expected_totals;
    for (int digit = 0; digit < digits; ++digit) {
      std::int32_t sum = 0;
      for (std::int64_t i = 0; i < blocks; ++i)
        expected.push_back(std::exchange(sum, sum + counts[nufft_size(digit * blocks + i)]));
      expected_totals.push_back(sum);
    }
    Bytes sums = bytes_of(counts);
    Bytes totals = poisoned_integers(digits);
    const std::vector<ir::Binding> bindings = {{sums.data(), digits * blocks}, {totals.data(), digits}};
    const std::vector<std::int64_t> scalars = {blocks};
    EXPECT_EQ(test::run_as_ptx_too(kernel::build_sort_scan(), bindings, scalars, digits), std::vector<std::string>{});
    EXPECT_EQ(integers_in(sums), expected) << blocks;
    EXPECT_EQ(integers_in(totals), expected_totals) << blocks;
  }
}

/// One point, one block less a point, one more, and several blocks, the last of which is not whole.
TYPED_TEST(PointSorting, HasTheOrderOfTheHost) {
  for (const int axes : {1, 2, 3}) {
    for (const std::size_t count : {1, 2, 2047, 2049, 5000})
      expect_order_of_host<TypeParam>(grid_of(axes), axes_of(random_numbers<TypeParam>(axes, count, pi)));
  }
}

TYPED_TEST(PointSorting, IsTheSameAsPtx) {
  for (const int axes : {1, 3})
    expect_order_of_host<TypeParam>(grid_of(axes), axes_of(random_numbers<TypeParam>(axes, 2100, 9)), RunAs::ptx_too);
}

/// All in one bin, where they stay in their order; and in few bins.
TYPED_TEST(PointSorting, TakesClusters) {
  for (const double width : {1e-6, 0.01}) {
    for (const int axes : {1, 2, 3})
      expect_order_of_host<TypeParam>(grid_of(axes), axes_of(random_numbers<TypeParam>(axes, 3000, width)));
  }
}

/// Cells' borders, both ends of the period, numbers one unit in the last place beside them, other periods, and zeros of
/// both signs.
TYPED_TEST(PointSorting, TakesPointsOnEdges) {
  const FineGrid grid = grid_of(2);
  std::vector<TypeParam> edges = {0, -0.0, 4711, -9000};
  for (int cell = -90; cell <= 90; ++cell) {
    for (const std::int64_t cells : {grid.cells[1], grid.cells[2]}) {
      const auto x = static_cast<TypeParam>(2 * pi * (cell + 0.5 * (grid.width % 2)) / static_cast<double>(cells));
      edges.insert(edges.end(), {x, std::nextafter(x, TypeParam{100}), std::nextafter(x, TypeParam{-100})});
    }
  }
  AxisNumbers<TypeParam> numbers = {edges, edges};
  std::ranges::reverse(numbers[1]);
  expect_order_of_host<TypeParam>(grid, axes_of(numbers));
}

/// Type 3 has centers and scales of its own.
TYPED_TEST(PointSorting, TakesOtherScales) {
  const AxisNumbers<TypeParam> numbers = random_numbers<TypeParam>(2, 500, 1e4);
  std::vector<PointAxis> axes = axes_of(numbers);
  axes[0].center = -123.456;
  axes[0].scale = 1 / 45678.9;
  axes[0].scale_rest = 1e-23;
  axes[1].center = 1.0 / 3;
  axes[1].scale = 0.03;
  axes[1].scale_rest = -1e-17;
  expect_order_of_host<TypeParam>(grid_of(2), axes);
}

/// They are behind all bins, and the others are where they would be without them.
TYPED_TEST(PointSorting, LeavesOutWhatTheHostHasToSee) {
  using Limits = std::numeric_limits<TypeParam>;
  const std::vector<TypeParam> strange = {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), 1e6, -1e30F,
                                          Limits::max()};
  const FineGrid grid = grid_of(2);
  for (const std::size_t axis : {0, 1}) {
    AxisNumbers<TypeParam> numbers = random_numbers<TypeParam>(2, 50, pi);
    const SortedPoints expected = sorted_points(grid, axes_of(numbers), 50);
    for (std::size_t i = 0; i < strange.size(); ++i) {
      for (auto& of_axis : numbers) of_axis.push_back(0.25);
      numbers[axis].back() = strange[i];
    }
    const InterpretedSort<TypeParam> sorted(grid, axes_of(numbers), RunAs::ir);
    std::vector<std::int32_t> order = integers_in(sorted.order);
    order.resize(50);
    EXPECT_EQ(order, expected.order);
    EXPECT_EQ(integers_in(sorted.bins), expected.bins);
  }
}

}  // namespace
}  // namespace papilio::api
