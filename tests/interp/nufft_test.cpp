// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of non-uniform transforms in the interpreter, and as PTX: against sums over points and cells in double
// precision. Grids have several tiles and bins along each axis, some of them not whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>

#include "kernel/nufft/nufft_kernels.hpp"
#include "kernel/nufft/window.hpp"
#include "support/ptx_comparison.hpp"
#include "support/stored_numbers.hpp"

namespace papilio::test {
namespace {

using kernel::NufftSpec;
using kernel::PerAxis;

/// Sorted points on a grid, and everything that a kernel is given about them.
class NufftKernels : public testing::TestWithParam<std::tuple<int, int, Precision, int>> {
 protected:
  static constexpr std::int64_t count = 60;
  static constexpr std::int64_t batch = 2;

  void SetUp() override {
    const auto [axes, threads, precision, width] = GetParam();
    spec_.precision = precision;
    spec_.axes = axes;
    spec_.width = width;
    spec_.threads = threads;
    spec_.lanes = threads == 1 ? 4 : 2;
    const kernel::SpreadWindow window = kernel::window_of_width(spec_.width, 2);
    polynomials_ = kernel::window_polynomials(window, 1e-6);
    spec_.degree = static_cast<int>(polynomials_.size()) / spec_.width - 1;
    cells_ = axes == 1   ? PerAxis{1, 1, threads == 1 ? 2100 : 300}
             : axes == 2 ? PerAxis{1, 70, 45}
                         : PerAxis{18, 11, threads == 1 ? 21 : 45};
    const std::int64_t least = std::int64_t{2} * width;
    for (std::size_t axis = 3 - static_cast<std::size_t>(axes); axis < 3; ++axis)
      cells_[axis] = std::max(cells_[axis], least);
    draw_points();
  }

  /// Random points, the first ones at the ends of the axes, in the order of their bins.
  void draw_points() {
    const PerAxis bin = kernel::bin_cells(spec_);
    for (std::size_t axis = 0; axis < 3; ++axis) bins_[axis] = (cells_[axis] + bin[axis] - 1) / bin[axis];
    std::mt19937_64 random(3);
    for (std::int64_t i = 0; i < count; ++i) {
      PerAxis start{};
      std::int64_t at = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool edge = i < 12;
        const std::int64_t any = std::uniform_int_distribution<std::int64_t>(0, cells_[axis] - 1)(random);
        start[axis] = edge ? (i % 2 == 0 ? cells_[axis] - 1 : 0) : any;
        at = at * bins_[axis] + start[axis] / bin[axis];
      }
      points_.emplace_back(at, start);
    }
    std::ranges::stable_sort(points_, {}, [](const auto& point) { return point.first; });
    for (std::int64_t i = 0; i < count * spec_.axes; ++i)
      offsets_.push_back(std::uniform_real_distribution<double>(-1, 1)(random));
    for (std::int64_t i = 0; i < count; ++i) order_.push_back(static_cast<std::int32_t>(i * 7 % count));
  }

  [[nodiscard]] static Bytes integers(const std::vector<std::int32_t>& values) {
    Bytes bytes(values.size() * sizeof(values[0]));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  }

  [[nodiscard]] Bytes starts() const {
    std::vector<std::int32_t> values;
    for (int axis = 3 - spec_.axes; axis < 3; ++axis) {
      for (const auto& point : points_) values.push_back(static_cast<std::int32_t>(point.second[axis]));
    }
    return integers(values);
  }

  [[nodiscard]] Bytes bins() const {
    std::vector<std::int32_t> values;
    for (std::int64_t bin = 0; bin <= bins_[0] * bins_[1] * bins_[2]; ++bin) {
      values.push_back(static_cast<std::int32_t>(
          std::ranges::count_if(points_, [&](const auto& point) { return point.first < bin; })));
    }
    return integers(values);
  }

  [[nodiscard]] Bytes window() const {
    std::vector<double> values;
    for (int d = spec_.degree; d >= 0; --d) {
      for (int i = 0; i < spec_.padded_width(); ++i) values.push_back(i < spec_.width ? coefficient(d, i) : 0);
    }
    return stored(spec_.precision, values);
  }

  [[nodiscard]] PerAxis tiles() const {
    PerAxis tiles{};
    const PerAxis size = kernel::tile_cells(spec_);
    for (std::size_t axis = 0; axis < 3; ++axis) tiles[axis] = (cells_[axis] + size[axis] - 1) / size[axis];
    return tiles;
  }

  [[nodiscard]] Bytes geometry() const {
    std::vector<std::int32_t> values;
    for (const PerAxis& numbers : {cells_, bins_, tiles()}) {
      for (const std::int64_t number : numbers) values.push_back(static_cast<std::int32_t>(number));
    }
    return integers(values);
  }

  [[nodiscard]] double coefficient(int d, int cell) const {
    return polynomials_[static_cast<std::size_t>(d) * static_cast<std::size_t>(spec_.width) +
                        static_cast<std::size_t>(cell)];
  }

  [[nodiscard]] double phi(std::size_t p, int axis, int cell) const {
    double sum = 0;
    for (int d = spec_.degree; d >= 0; --d) {
      sum = sum * offsets_[static_cast<std::size_t>(axis) * count + p] + coefficient(d, cell);
    }
    return sum;
  }

  /// Calls body(p, cell of the grid, weight) for every cell that a point touches.
  template <class Body>
  void each_cell(const Body& body) const {
    std::int64_t touched = 1;
    for (int axis = 0; axis < spec_.axes; ++axis) touched *= spec_.width;
    for (std::size_t p = 0; p < points_.size(); ++p) {
      for (std::int64_t i = 0; i < touched; ++i) {
        std::int64_t rest = i;
        double weight = 1;
        PerAxis at = points_[p].second;
        for (int axis = spec_.axes - 1; axis >= 0; --axis, rest /= spec_.width) {
          const auto a = 3 - static_cast<std::size_t>(spec_.axes) + static_cast<std::size_t>(axis);
          const auto cell = static_cast<int>(rest % spec_.width);
          weight *= phi(p, axis, cell);
          at[a] = (at[a] + cell) % cells_[a];
        }
        body(p, static_cast<std::size_t>((at[0] * cells_[1] + at[1]) * cells_[2] + at[2]), weight);
      }
    }
  }

  [[nodiscard]] std::vector<double> numbers(std::int64_t complex) const {
    std::mt19937_64 random(9);
    std::vector<double> values;
    for (std::int64_t i = 0; i < 2 * complex; ++i)
      values.push_back(std::uniform_real_distribution<double>(-1, 1)(random));
    return values;
  }

  /// Runs the kernel, on GPUs as PTX too, and compares the last buffer, which was NaN before.
  void expect(const ir::Module& module, std::vector<Bytes>& buffers, std::span<const std::int64_t> scalars,
              std::int64_t groups, const std::vector<double>& expected, std::size_t offset = 0) {
    std::vector<ir::Binding> bindings;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const bool integer = module.buffers[i]->element == ir::ScalarKind::i32;
      bindings.push_back(binding(buffers[i], integer ? Precision::f32 : spec_.precision));
    }
    if (spec_.on_cpu()) {
      EXPECT_EQ(ir::interpret(module, bindings, scalars, 0, groups).faults, std::vector<std::string>{});
    } else {
      EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, groups), std::vector<std::string>{});
    }
    // Rounding grows with the cells of a window.
    const double terms = std::max(1.0, spec_.width / 5.0);
    const double bound = terms * (spec_.precision == Precision::f32 ? 1e-5 : 1e-14);
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(number_at(spec_.precision, buffers.back(), offset + i), expected[i], bound) << i;
  }

  /// On a GPU: a work-group for each tile, but three for every other one; then these are merged.
  void expect_shared_out(const std::vector<double>& strengths, const std::vector<double>& expected,
                         std::int64_t all_tiles) {
    const std::int64_t grid = cells_[0] * cells_[1] * cells_[2];
    const PerAxis size = kernel::tile_cells(spec_);
    std::vector<std::int32_t> tasks;
    std::vector<std::int32_t> split;
    std::int32_t partials = 0;
    for (std::int32_t tile = 0; tile < all_tiles; ++tile) {
      const std::int32_t parts = tile % 2 == 0 ? 3 : 1;
      if (parts > 1) split.insert(split.end(), {tile, partials, parts});
      for (std::int32_t part = 0; part < parts; ++part)
        tasks.insert(tasks.end(), {tile, part, parts, parts > 1 ? partials++ : 0});
    }
    const auto units = static_cast<std::int64_t>(tasks.size()) / kernel::spread_task_numbers;
    std::vector<Bytes> buffers = {stored(spec_.precision, strengths),
                                  starts(),
                                  stored(spec_.precision, offsets_),
                                  integers(order_),
                                  bins(),
                                  window(),
                                  geometry(),
                                  integers(tasks),
                                  stored(spec_.precision, poison(batch * partials * size[0] * size[1] * size[2])),
                                  stored(spec_.precision, poison(1 + batch * grid))};
    const std::int64_t scalars[] = {batch, count, grid, 1, 1, 1, count, partials, units};
    expect(kernel::build_spread(spec_), buffers, scalars, batch * units, {});
    std::vector<Bytes> merged = {buffers[8], geometry(), integers(split), buffers[9]};
    const auto split_tiles = static_cast<std::int64_t>(split.size()) / kernel::merge_tile_numbers;
    const std::int64_t numbers[] = {batch, partials, grid, 1, 1, split_tiles};
    EXPECT_TRUE(std::isnan(number_at(spec_.precision, merged.back(), 0)));  // the offset is 1
    expect(kernel::build_merge(spec_), merged, numbers, batch * split_tiles, expected, 2);
  }

  void expect_interpolated(const std::vector<double>& values, const std::vector<double>& expected) {
    const std::int64_t grid = cells_[0] * cells_[1] * cells_[2];
    const std::int64_t each = kernel::points_of_group(spec_);
    const std::int64_t units = (count + each - 1) / each;
    std::vector<Bytes> buffers = {stored(spec_.precision, values),
                                  starts(),
                                  stored(spec_.precision, offsets_),
                                  integers(order_),
                                  window(),
                                  geometry(),
                                  stored(spec_.precision, poison(batch * count))};
    const std::int64_t scalars[] = {batch, grid, count, 0, 1, count, units};
    expect(kernel::build_interpolate(spec_), buffers, scalars, batch * units, expected);
  }

  [[nodiscard]] std::vector<double> poison(std::int64_t complex) const {
    return std::vector<double>(static_cast<std::size_t>(2 * complex), std::nan(""));
  }

  NufftSpec spec_;
  PerAxis cells_{};
  PerAxis bins_{};
  std::vector<double> polynomials_;
  std::vector<std::pair<std::int64_t, PerAxis>> points_;  ///< bin and first cell
  std::vector<double> offsets_;
  std::vector<std::int32_t> order_;
};

TEST_P(NufftKernels, SpreadsToTheGrid) {
  const std::int64_t grid = cells_[0] * cells_[1] * cells_[2];
  const std::vector<double> strengths = numbers(batch * count + 1);
  std::vector<double> expected(static_cast<std::size_t>(2 * batch * grid));
  each_cell([&](std::size_t p, std::size_t cell, double weight) {
    for (std::size_t part = 0; part < 2 * batch; ++part) {
      const std::size_t b = part / 2;
      const std::size_t from = 1 + b * count + static_cast<std::size_t>(order_[p]);  // the offset is 1
      expected[2 * (b * static_cast<std::size_t>(grid) + cell) + part % 2] += weight * strengths[2 * from + part % 2];
    }
  });
  const PerAxis tile = tiles();
  const std::int64_t units = tile[0] * tile[1] * tile[2];
  if (!spec_.on_cpu()) return expect_shared_out(strengths, expected, units);
  const std::int64_t repeat = 2;
  const std::int64_t groups = (batch * units + repeat - 1) / repeat;
  std::vector<Bytes> buffers = {stored(spec_.precision, strengths),
                                starts(),
                                stored(spec_.precision, offsets_),
                                integers(order_),
                                bins(),
                                window(),
                                geometry()};
  buffers.push_back(stored(spec_.precision, poison(groups * kernel::tile_scalars(spec_) / 2)));
  buffers.push_back(stored(spec_.precision, poison(batch * grid)));
  const std::int64_t scalars[] = {batch, count, grid, 1, repeat, count, units};
  expect(kernel::build_spread(spec_), buffers, scalars, groups, expected);
}

TEST_P(NufftKernels, InterpolatesAtThePoints) {
  const std::int64_t grid = cells_[0] * cells_[1] * cells_[2];
  const std::vector<double> values = numbers(batch * grid);
  std::vector<double> expected(2 * batch * count);
  each_cell([&](std::size_t p, std::size_t cell, double weight) {
    for (std::size_t part = 0; part < 2 * batch; ++part) {
      const std::size_t b = part / 2;
      const std::size_t to = b * count + static_cast<std::size_t>(order_[p]);
      expected[2 * to + part % 2] += weight * values[2 * (b * static_cast<std::size_t>(grid) + cell) + part % 2];
    }
  });
  expect_interpolated(values, expected);
  if (spec_.on_cpu() || spec_.axes < 3) return;
  spec_.shares = true;
  for (const int threads : {32, 48}) {
    spec_.threads = threads;
    expect_interpolated(values, expected);
  }
}

/// Lengths that are even and odd; mode 0 is the first of the grid's.
TEST_P(NufftKernels, CorrectsModesInBothDirections) {
  const PerAxis lengths = spec_.axes == 1 ? PerAxis{1, 1, 13} : spec_.axes == 2 ? PerAxis{1, 4, 9} : PerAxis{2, 3, 6};
  const std::int64_t all = lengths[0] * lengths[1] * lengths[2];
  const std::vector<double> values = numbers(batch * all);
  std::vector<double> table;
  std::vector<std::int32_t> geometry;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::int64_t i = 0; i < lengths[axis]; ++i)
      table.insert(table.end(), axis == 2 ? 2 : 1, 1 + 0.5 * static_cast<double>(i) + static_cast<double>(axis));
    geometry.push_back(static_cast<std::int32_t>(lengths[axis]));
  }
  for (const std::int64_t length : lengths) geometry.push_back(static_cast<std::int32_t>(length / 2));
  for (const kernel::CorrectTo direction : {kernel::CorrectTo::user, kernel::CorrectTo::grid}) {
    std::vector<double> expected(values.size());
    for (std::int64_t i = 0; i < batch * all; ++i) {
      std::int64_t rest = i % all;
      std::int64_t grid = 0;
      std::int64_t apart = 1;
      double factor = 1;
      for (std::size_t axis = 3; axis-- > 0; rest /= lengths[axis], apart *= lengths[axis]) {
        const std::int64_t at = rest % lengths[axis];
        factor *= 1 + 0.5 * static_cast<double>(at) + static_cast<double>(axis);
        grid += apart * ((at + lengths[axis] - lengths[axis] / 2) % lengths[axis]);
      }
      grid += i / all * all;
      const bool user = direction == kernel::CorrectTo::user;
      for (std::int64_t part = 0; part < 2; ++part) {
        const auto from = static_cast<std::size_t>(2 * (user ? grid : i) + part);
        expected[static_cast<std::size_t>(2 * (user ? i : grid) + part)] = factor * values[from];
      }
    }
    std::vector<Bytes> buffers = {stored(spec_.precision, values), stored(spec_.precision, table), integers(geometry),
                                  stored(spec_.precision, poison(batch * all))};
    const std::int64_t units = lengths[0] * lengths[1];
    const std::int64_t scalars[] = {batch, 0, 1, units};
    expect(kernel::build_correct(spec_, direction), buffers, scalars, batch * units, expected);
  }
}

/// More than one chunk, the last of which is no whole vector.
TEST_P(NufftKernels, MultipliesByPhases) {
  const std::int64_t points = kernel::correct_chunk + 35;
  const std::vector<double> values = numbers(batch * points + 1);
  std::vector<double> factors = numbers(points);
  std::ranges::reverse(factors);
  std::vector<double> expected;
  for (std::size_t i = 0; i < static_cast<std::size_t>(batch * points); ++i) {
    const std::size_t j = i % static_cast<std::size_t>(points);
    const std::complex<double> product = std::complex(values[2 * i + 2], values[2 * i + 3]) *  // the offset is 1
                                         std::complex(factors[2 * j], factors[2 * j + 1]);
    expected.insert(expected.end(), {product.real(), product.imag()});
  }
  std::vector<Bytes> buffers = {stored(spec_.precision, values), stored(spec_.precision, factors),
                                stored(spec_.precision, poison(batch * points))};
  const std::int64_t scalars[] = {batch, 1, 0, 1, points, 2};
  expect(kernel::build_phase(spec_), buffers, scalars, batch * 2, expected);
}

INSTANTIATE_TEST_SUITE_P(CpuAndGpu, NufftKernels,
                         testing::Combine(testing::Values(1, 2, 3), testing::Values(1, 32),
                                          testing::Values(Precision::f32, Precision::f64), testing::Values(5)));
// Widths whose blocks of lines have an odd and an even number of cells, or all of a tile.
INSTANTIATE_TEST_SUITE_P(Widths, NufftKernels,
                         testing::Combine(testing::Values(2, 3), testing::Values(32),
                                          testing::Values(Precision::f32, Precision::f64), testing::Values(2, 8, 14)));

}  // namespace
}  // namespace papilio::test
