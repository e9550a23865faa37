// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/spread_tasks.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace papilio::api {
namespace {

using kernel::max_nufft_axes;
using kernel::PerAxis;

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

}  // namespace

PerAxis tiles_of(const FineGrid& grid, const kernel::NufftSpec& spec) {
  PerAxis tiles = kernel::tile_cells(spec);
  for (std::size_t axis = 0; axis < max_nufft_axes; ++axis)
    tiles[axis] = (grid.cells[axis] + tiles[axis] - 1) / tiles[axis];
  return tiles;
}

SpreadTasks spread_tasks(const FineGrid& grid, const kernel::NufftSpec& spec, const std::vector<std::int32_t>& bins) {
  constexpr std::int64_t enough = 4096;  // work-groups for any GPU
  constexpr std::int64_t least = 256;    // points of a part, beside which its sum costs little
  const std::vector<std::int64_t> visits = visits_of_tiles(grid, kernel::tile_cells(spec), bins);
  const std::int64_t all = std::accumulate(visits.begin(), visits.end(), std::int64_t{0});
  const std::int64_t points = std::max(least, (all + enough - 1) / enough);
  SpreadTasks result;
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

}  // namespace papilio::api
