// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A work-group that adds up one tile of the fine grid visits the sorted points whose windows may touch the tile. The
// grid is periodic, so a point may touch a tile through its image one period below. Bins are visited in an order that
// follows from the grid alone.
#pragma once

#include <array>
#include <functional>

#include "kernel/nufft/nufft_kernels.hpp"

namespace papilio::kernel {

/// The tile of a work-group, i32: its first cell along each axis, and the cells that it has there.
struct GridTile {
  std::array<Value, max_nufft_axes> first;
  std::array<Value, max_nufft_axes> cells;
};

/// Sorted points begin .. end-1 (i32), and what must be added to a start to count from the tile's first cell.
struct PointRun {
  Value begin;
  Value end;
  std::array<Value, max_nufft_axes> shift;
};

class TileWalk {
 public:
  /// Reads the geometry, of which `tile` (i32) is the number of one tile. Without `bins` there are no runs.
  TileWalk(Builder& b, const NufftSpec& spec, const Buffer* geometry, const Buffer* bins, Value tile);
  [[nodiscard]] const GridTile& tile() const { return tile_; }
  [[nodiscard]] const std::array<Value, max_nufft_axes>& grid() const { return grid_; }
  /// Calls `body` with the place in the grid (i64) of cell `i` (i32) of the tile, last axis fastest, if it has one.
  void when_in_grid(Value i, const std::function<void(Value)>& body) const;
  /// Calls `body` in a loop over all runs of points.
  void runs(const std::function<void(const PointRun&)>& body) const;

 private:
  /// The bins along an axis that reach the tile: of the image one period below, then of the points themselves.
  void images(int axis, const std::function<void(Value first_bin, Value end_bin, Value shift)>& body) const;

  Builder& b_;
  const NufftSpec& spec_;
  const Buffer* bins_;
  std::array<Value, max_nufft_axes> grid_;
  std::array<Value, max_nufft_axes> counts_;
  GridTile tile_;
};

}  // namespace papilio::kernel
