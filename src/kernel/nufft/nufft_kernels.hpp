// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels of non-uniform transforms, beside the transform of the fine grid. Sizes of arrays are data that a kernel
// reads, so that problems of all sizes share programs.
//
// Points are sorted by bins: boxes of bin_cells() cells of the fine grid, numbered with the last axis fastest; a point
// belongs to the bin of the first cell that its window touches. `starts` holds that cell and `offsets` the polynomials'
// argument s (window.hpp), an array of all points for each axis; `order` holds the number of the point's strength.
//
// Every kernel adds in an order that follows from the order of the points alone: same numbers, same bits.
#pragma once

#include <array>
#include <cstdint>
#include <papilio/problem.hpp>
#include <string>

#include "core/number_theory.hpp"
#include "kernel/ir_words.hpp"

namespace papilio::kernel {

inline constexpr int max_nufft_axes = 3;
/// Turns from the centre, of either sign, up to which a product places a point; beyond, its angle is reduced first. The
/// host and the kernels have the same, so that both give the same bins.
inline constexpr double few_turns = 1500;

/// A number for each axis, the outermost first; axes that a problem lacks come first, and have one cell.
using PerAxis = std::array<std::int64_t, max_nufft_axes>;

struct NufftSpec {
  Precision precision = Precision::f32;
  int axes = 1;
  int width = 2;        ///< of the window
  int degree = 2;       ///< of its polynomials
  int lanes = 2;        ///< numbers of a vector: those of the CPU; on GPUs 2, a complex number
  int threads = 1;      ///< work-items of a work-group; 1 on CPUs
  int copies = 4;       ///< of a tile along one axis, at most, on GPUs: each has about 2 KiB of local memory
  bool shares = false;  ///< work-items of a GPU share points that they interpolate: three axes, planes below 2^31 cells

  /// Cells of the window in memory: a multiple of the lanes. Those behind the width are 0.
  [[nodiscard]] int padded_width() const { return ceil_div(width, lanes) * lanes; }
  [[nodiscard]] bool on_cpu() const { return threads == 1; }
  [[nodiscard]] std::string name(const char* kernel) const;
};

/// Cells of a bin, powers of two, and of a tile of the fine grid, which is a whole number of bins: what one work-group
/// adds up.
PerAxis bin_cells(const NufftSpec& spec);
PerAxis tile_cells(const NufftSpec& spec);
/// Lines of a tile along several axes, on GPUs: the work-items of a work-group that spreads.
inline constexpr int tile_lines = 32;
/// Scalars of one tile of a CPU's work buffer, margins for the last axis included; 0 on GPUs.
std::int64_t tile_scalars(const NufftSpec& spec);

/// Numbers of points that a work-group of the interpolation computes.
std::int64_t points_of_group(const NufftSpec& spec);

/// Strengths to the fine grid. Buffers: strengths, starts (i32), offsets, order (i32), bins (i32: the first point of
/// each, and their number), window polynomials from the highest degree on (padded_width() for each), geometry (i32:
/// cells of the grid, bins, and tiles, three of each), on CPUs the work buffer of tile_scalars() for each work-group,
/// and the grid. Scalars: batch, in_distance and out_distance (complex numbers from one transform to the next),
/// in_offset (of the first strength), repeat: a work-group of a CPU computes as many tiles of all transforms, and
/// units: tiles of one transform; in_plane: the number of points.
Module build_spread(const NufftSpec& spec);
/// The same for GPUs: build_spread() calls it. There are two more buffers in front of the grid: tasks (i32,
/// spread_task_numbers for each work-group of a transform: its tile, which part of how many parts of the tile's points
/// it adds up, and the place of the sum of a part among those of the transform), and partials, where sums of parts go.
/// There are two more scalars, out_offset (of the grid) and out_plane: partial sums of one transform. Units are tasks.
Module build_group_spread(const NufftSpec& spec);
inline constexpr std::int64_t spread_task_numbers = 4;
/// On GPUs, the tiles that have parts: their sums in the order of the parts. Buffers: partials, geometry, tiles (i32,
/// merge_tile_numbers for each: its number, the place of its first part, and how many there are), grid. Scalars: batch,
/// in_distance (partial sums of a transform), out_distance, out_offset, repeat, units: such tiles.
Module build_merge(const NufftSpec& spec);
inline constexpr std::int64_t merge_tile_numbers = 3;

/// The fine grid to the points. Buffers: grid, starts, offsets, order, window polynomials, geometry, values. Scalars as
/// above, with out_offset for in_offset; repeat counts groups of points_of_group() points, and so does units.
Module build_interpolate(const NufftSpec& spec);
/// The same for GPUs where work-items share points: build_interpolate() calls it.
Module build_group_interpolate(const NufftSpec& spec);

enum class CorrectTo { user, grid };
/// The modes of the grid's transform to the user's order, or back, multiplied by the window's corrections. Buffers: in,
/// corrections (each axis of the user's array after the other, every number of the last axis twice), geometry (i32:
/// lengths, then the number of the user's elements before frequency 0, three of each), out. Scalars: batch, in_offset,
/// out_offset, repeat, units: rows of the last axis in chunks of correct_chunk.
Module build_correct(const NufftSpec& spec, CorrectTo direction);
inline constexpr std::int64_t correct_chunk = 2048;

/// Numbers of points times complex factors. Buffers: in, factors (of one transform), out. Scalars: batch, in_offset,
/// out_offset, repeat, in_plane: the number of points, units: chunks of correct_chunk points.
Module build_phase(const NufftSpec& spec);

}  // namespace papilio::kernel
