// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels that share out the work of spreading, in the interpreter and as PTX, beside the same tables by loops over
// all tiles.
#include "api/nufft/spread_tasks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>

#include "kernel/nufft/task_kernels.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio::api {
namespace {

using kernel::max_nufft_axes;
using kernel::PerAxis;

struct TaskTables {
  std::vector<std::int32_t> tasks;
  std::vector<std::int32_t> split;
  std::int64_t partials = 0;

  [[nodiscard]] std::int64_t count() const {
    return static_cast<std::int64_t>(tasks.size()) / kernel::spread_task_numbers;
  }
};

/// Bins begin .. end-1 along an axis.
struct BinRange {
  std::int64_t begin = 0;
  std::int64_t end = 1;
};

/// Bins along an axis whose points may touch a tile, as kernel::TileWalk visits them.
std::vector<BinRange> bins_along(const FineGrid& grid, std::size_t axis, std::int64_t first, std::int64_t cells) {
  if (axis + static_cast<std::size_t>(grid.axes) < max_nufft_axes) return {{}};
  const std::int64_t reach = grid.width - 1;
  const std::int64_t size = grid.bin[axis];
  std::vector<BinRange> ranges;
  if (first < reach)
    ranges.push_back({std::max<std::int64_t>(grid.cells[axis] + first - reach, 0) / size, grid.bins(axis)});
  ranges.push_back({std::max<std::int64_t>(first - reach, 0) / size, (first + cells - 1) / size + 1});
  return ranges;
}

/// Points that each tile visits, the last axis fastest.
std::vector<std::int64_t> visits_of_tiles(const FineGrid& grid, const PerAxis& tile,
                                          const std::vector<std::int32_t>& bins) {
  std::array<std::vector<std::vector<BinRange>>, max_nufft_axes> ranges;  // of each tile along each axis
  for (std::size_t axis = 0; axis < max_nufft_axes; ++axis) {
    for (std::int64_t first = 0; first < grid.cells[axis]; first += tile[axis])
      ranges[axis].push_back(bins_along(grid, axis, first, std::min(tile[axis], grid.cells[axis] - first)));
  }
  std::vector<std::int64_t> visits;
  const auto each_bin = [](const std::vector<BinRange>& along, const auto& body) {
    for (const BinRange& range : along) {
      for (std::int64_t bin = range.begin; bin < range.end; ++bin) body(bin);
    }
  };
  for (const auto& outer : ranges[0]) {
    for (const auto& middle : ranges[1]) {
      for (const auto& inner : ranges[2]) {
        std::int64_t points = 0;
        each_bin(outer, [&](std::int64_t bin0) {
          each_bin(middle, [&](std::int64_t bin1) {
            const std::int64_t row = (bin0 * grid.bins(1) + bin1) * grid.bins(2);
            for (const BinRange& range : inner)
              points += bins[nufft_size(row + range.end)] - bins[nufft_size(row + range.begin)];
          });
        });
        visits.push_back(points);
      }
    }
  }
  return visits;
}

/// A grid of several tiles along each axis, as a GPU has them.
struct TaskCase {
  kernel::NufftSpec spec;
  FineGrid grid;

  TaskCase(int axes, const kernel::PerAxis& cells) {
    spec.axes = axes;
    spec.width = grid.width = 6;
    spec.threads = 32;
    grid.axes = axes;
    grid.cells = cells;
    grid.bin = kernel::bin_cells(spec);
  }
  /// `points` in bin number `where`.
  [[nodiscard]] std::vector<std::int32_t> bins(std::int64_t where, std::int32_t points) const {
    std::vector<std::int32_t> result(nufft_size(grid.all_bins() + 1));
    std::fill(result.begin() + where + 1, result.end(), points);
    return result;
  }
};

/// The tables as the host would make them.
TaskTables expected_tables(const FineGrid& grid, const kernel::NufftSpec& spec, const std::vector<std::int32_t>& bins) {
  constexpr std::int64_t enough = 4096;  // work-groups for any GPU
  constexpr std::int64_t least = 256;    // points of a part, beside which its sum costs little
  const std::vector<std::int64_t> visits = visits_of_tiles(grid, kernel::tile_cells(spec), bins);
  const std::int64_t all = std::accumulate(visits.begin(), visits.end(), std::int64_t{0});
  const std::int64_t points = std::max(least, (all + enough - 1) / enough);
  TaskTables result;
  for (std::size_t tile = 0; tile < visits.size(); ++tile) {
    const std::int64_t parts = std::max<std::int64_t>(1, visits[tile] / points);
    const auto number = [](auto value) { return static_cast<std::int32_t>(value); };
    if (parts > 1) result.split.insert(result.split.end(), {number(tile), number(result.partials), number(parts)});
    for (std::int64_t part = 0; part < parts; ++part) {
      result.tasks.insert(result.tasks.end(),
                          {number(tile), number(part), number(parts), number(parts > 1 ? result.partials++ : 0)});
    }
  }
  return result;
}

/// Memory of a kernel's buffer.
template <class Number>
ir::Binding bound(std::vector<Number>& numbers) {
  return {reinterpret_cast<std::byte*>(numbers.data()), std::ssize(numbers)};  // NOLINT(*-reinterpret-cast)
}

/// The tables that the kernels make, in memory of which every number was the smallest one.
TaskTables made_tables(const TaskCase& one, std::vector<std::int32_t> bins) {
  const PerAxis tiles = tiles_of(one.grid, one.spec);
  const std::int64_t count = tiles[0] * tiles[1] * tiles[2];
  const std::int64_t chunks = (count + kernel::task_chunk - 1) / kernel::task_chunk;
  constexpr std::int32_t poison = std::numeric_limits<std::int32_t>::min();
  const auto integers = [&](std::int64_t size) { return std::vector<std::int32_t>(nufft_size(size), poison); };
  std::vector<std::int32_t> geometry(one.grid.cells.begin(), one.grid.cells.end());
  for (const std::size_t axis : {0, 1, 2}) geometry.push_back(static_cast<std::int32_t>(one.grid.bins(axis)));
  geometry.insert(geometry.end(), tiles.begin(), tiles.end());
  std::vector<std::int64_t> visits(nufft_size(count), poison);
  std::vector<std::int64_t> of_chunks(nufft_size(chunks), poison);
  std::vector<std::int32_t> totals = integers(chunks * kernel::task_total_numbers);
  TaskTables result{integers((count + kernel::max_more_parts) * kernel::spread_task_numbers),
                    integers(kernel::max_more_parts * kernel::merge_tile_numbers), 0};
  std::vector<std::int32_t> summary = integers(kernel::task_summary_numbers);
  const auto launch = [&](const ir::Module& module, const std::vector<ir::Binding>& buffers) {
    const std::vector<std::int64_t> scalars = {count};
    EXPECT_EQ(test::run_as_ptx_too(module, buffers, scalars, chunks), std::vector<std::string>{}) << module.name;
  };
  launch(kernel::build_tile_visits(one.spec),
         {bound(bins), bound(geometry), bound(visits), bound(of_chunks), bound(summary)});
  launch(kernel::build_task_totals(), {bound(visits), bound(of_chunks), bound(totals)});
  launch(kernel::build_tasks(),
         {bound(visits), bound(of_chunks), bound(totals), bound(result.tasks), bound(result.split), bound(summary)});
  result.tasks.resize(nufft_size(summary[0] * kernel::spread_task_numbers));
  result.partials = summary[1];
  result.split.resize(nufft_size(summary[2] * kernel::merge_tile_numbers));
  EXPECT_EQ(summary[3], bins.back());
  return result;
}

/// Parts of each tile. The kernels' tables are those of the host.
std::map<int, int> checked_parts(const TaskCase& one, const std::vector<std::int32_t>& bins) {
  const TaskTables expected = expected_tables(one.grid, one.spec, bins);
  const TaskTables made = made_tables(one, bins);
  EXPECT_EQ(made.tasks, expected.tasks);
  EXPECT_EQ(made.split, expected.split);
  EXPECT_EQ(made.partials, expected.partials);
  std::map<int, int> parts;
  for (std::size_t i = 0; i < made.tasks.size(); i += kernel::spread_task_numbers) ++parts[made.tasks[i]];
  return parts;
}

TEST(SpreadTasks, AreOneForEachTileWhereNoneHasManyPoints) {
  for (const TaskCase& one : {TaskCase(1, {1, 1, 2000}), TaskCase(2, {1, 70, 90}), TaskCase(3, {20, 20, 70})}) {
    const kernel::PerAxis tiles = tiles_of(one.grid, one.spec);
    const std::map<int, int> parts = checked_parts(one, one.bins(0, 500));
    EXPECT_EQ(std::ssize(parts), tiles[0] * tiles[1] * tiles[2]);
    for (const auto& [tile, count] : parts) EXPECT_EQ(count, 1) << tile;
  }
}

/// The first bin is one of its own tile, and its points reach no other one but through the cells behind it.
TEST(SpreadTasks, ShareTheTilesThatManyPointsTouch) {
  const TaskCase one(1, {1, 1, 2000});
  std::map<int, int> parts = checked_parts(one, one.bins(0, 1'000'000));
  EXPECT_EQ(parts[0], 3906);  // of 256 points
  EXPECT_EQ(parts[1], 1);
  // The last bin of the period reaches the first tile too.
  parts = checked_parts(one, one.bins(one.grid.all_bins() - 1, 1'000'000));
  EXPECT_GT(parts[0], 400);
  EXPECT_EQ(parts[0], parts[7]);
  EXPECT_EQ(parts[1], 1);
}

/// Several chunks of tiles, the last of which is not whole; more visits than 32 bits count.
TEST(SpreadTasks, AreNotManyMoreThanAGpuHolds) {
  const TaskCase one(2, {1, 600, 512});
  std::vector<std::int32_t> bins(nufft_size(one.grid.all_bins() + 1));
  for (std::size_t i = 0; i < bins.size(); ++i) bins[i] = static_cast<std::int32_t>(i * 400'000);
  const kernel::PerAxis tiles = tiles_of(one.grid, one.spec);
  ASSERT_GT(tiles[1] * tiles[2], 2 * kernel::task_chunk);
  std::int64_t tasks = 0;
  for (const auto& [tile, count] : checked_parts(one, bins)) tasks += count;
  EXPECT_GE(tasks, kernel::max_more_parts - tiles[1] * tiles[2]);
  EXPECT_LE(tasks, kernel::max_more_parts + tiles[1] * tiles[2]);
}

/// Clusters in the first and in the last chunk.
TEST(SpreadTasks, CountThoseOfEarlierChunks) {
  const TaskCase one(3, {80, 80, 40});
  std::vector<std::int32_t> bins = one.bins(5, 700'000);
  const std::vector<std::int32_t> more = one.bins(one.grid.all_bins() - 7, 900'000);
  for (std::size_t i = 0; i < bins.size(); ++i) bins[i] += more[i];
  const std::map<int, int> parts = checked_parts(one, bins);
  EXPECT_GT(std::ssize(parts), kernel::task_chunk);
  EXPECT_GT(parts.begin()->second, 100);
  EXPECT_GT(parts.rbegin()->second, 100);
}

}  // namespace
}  // namespace papilio::api
