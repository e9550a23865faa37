// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/spread_tasks.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace papilio::api {
namespace {

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

/// The parts of each tile, in the order of the tasks. Checks that they are complete and that places are used once.
std::map<int, int> parts_of(const SpreadTasks& tasks) {
  std::map<int, int> parts;
  std::int32_t place = 0;
  for (std::size_t i = 0; i < tasks.tasks.size(); i += kernel::spread_task_numbers) {
    const std::int32_t* const task = &tasks.tasks[i];
    EXPECT_EQ(task[1], parts[task[0]]++);
    EXPECT_LT(task[1], task[2]);
    EXPECT_EQ(task[3], task[2] > 1 ? place++ : 0);
  }
  EXPECT_EQ(place, tasks.partials);
  for (std::size_t i = 0; i < tasks.split.size(); i += kernel::merge_tile_numbers)
    EXPECT_EQ(parts[tasks.split[i]], tasks.split[i + 2]);
  return parts;
}

TEST(SpreadTasks, AreOneForEachTileWhereNoneHasManyPoints) {
  for (const TaskCase& one : {TaskCase(1, {1, 1, 2000}), TaskCase(2, {1, 70, 90}), TaskCase(3, {20, 20, 70})}) {
    const SpreadTasks tasks = spread_tasks(one.grid, one.spec, one.bins(0, 500));
    const kernel::PerAxis tiles = tiles_of(one.grid, one.spec);
    EXPECT_EQ(tasks.count(), tiles[0] * tiles[1] * tiles[2]);
    EXPECT_EQ(tasks.partials, 0);
    EXPECT_EQ(tasks.split_tiles(), 0);
    EXPECT_EQ(std::ssize(parts_of(tasks)), tasks.count());
  }
}

/// The first bin is one of its own tile, and its points reach no other one but through the cells behind it.
TEST(SpreadTasks, ShareTheTilesThatManyPointsTouch) {
  const TaskCase one(1, {1, 1, 2000});
  const SpreadTasks tasks = spread_tasks(one.grid, one.spec, one.bins(0, 1'000'000));
  std::map<int, int> parts = parts_of(tasks);
  EXPECT_EQ(parts[0], 3906);  // of 256 points
  EXPECT_EQ(parts[1], 1);
  EXPECT_EQ(tasks.split_tiles(), 1);
  // The last bin of the period reaches the first tile too.
  parts = parts_of(spread_tasks(one.grid, one.spec, one.bins(one.grid.all_bins() - 1, 1'000'000)));
  EXPECT_GT(parts[0], 400);
  EXPECT_EQ(parts[0], parts[7]);
  EXPECT_EQ(parts[1], 1);
}

TEST(SpreadTasks, AreNotManyMoreThanAGpuHolds) {
  const TaskCase one(2, {1, 256, 256});
  std::vector<std::int32_t> bins(nufft_size(one.grid.all_bins() + 1));
  for (std::size_t i = 0; i < bins.size(); ++i) bins[i] = static_cast<std::int32_t>(i * 50000);
  const SpreadTasks tasks = spread_tasks(one.grid, one.spec, bins);
  const kernel::PerAxis tiles = tiles_of(one.grid, one.spec);
  const std::int64_t all = tiles[0] * tiles[1] * tiles[2];
  EXPECT_GE(tasks.count(), 4096 - all);
  EXPECT_LE(tasks.count(), 4096 + all);
  (void)parts_of(tasks);
}

}  // namespace
}  // namespace papilio::api
