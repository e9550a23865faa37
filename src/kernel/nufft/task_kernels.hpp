// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// On GPUs, the work-groups that spread: one for each tile of the fine grid, and several for a tile that many points
// touch. Kernels make the tables that build_group_spread() and build_merge() read from the bins alone, so that the same
// points have the same parts. A work-group makes those of task_chunk tiles.
#pragma once

#include <cstdint>

#include "kernel/nufft/nufft_kernels.hpp"

namespace papilio::kernel {

inline constexpr int task_chunk = 128;
/// Points of a part, beside which its sum costs little.
inline constexpr std::int64_t min_points_of_part = 256;
/// Parts of all tiles besides one each, at most: work-groups enough for any GPU. A part has as many points as this
/// takes, and at least min_points_of_part.
inline constexpr std::int64_t max_more_parts = 4096;

/// Numbers in the summary of tasks: work-groups, partial sums, tiles that have several work-groups, and points that
/// belong to bins.
enum class TaskSummary : std::uint8_t { tasks, partials, split_tiles, placed };
inline constexpr std::int64_t task_summary_numbers = 4;
/// In the totals of a chunk: the first three of these.
inline constexpr std::int64_t task_total_numbers = 3;

/// Points that each tile visits, and the sums of chunks. Buffers: bins (SortedPoints), geometry, visits (i64), chunks
/// (i64), summary (i32), of which it writes `placed`. Scalars: units: the number of tiles.
Module build_tile_visits(const NufftSpec& spec);
/// Totals of each chunk. Buffers: visits, chunks, totals (i32: task_total_numbers for each chunk). Scalars as above.
Module build_task_totals();
/// The tables. Buffers: visits, chunks, totals, tasks (i32: spread_task_numbers for each, at most tiles +
/// max_more_parts), split (i32: merge_tile_numbers for each, fewer than max_more_parts), summary, of which it writes
/// the rest. Scalars as above.
Module build_tasks();

}  // namespace papilio::kernel
