// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How the work of spreading on a GPU is shared out among work-groups.
#pragma once

#include <cstdint>
#include <vector>

#include "api/nufft/nufft_points.hpp"
#include "kernel/nufft/nufft_kernels.hpp"

namespace papilio::api {

/// The work-groups that spread on a GPU. A tile that many points touch has several, which leave partial sums.
struct SpreadTasks {
  std::vector<std::int32_t> tasks;  ///< kernel::spread_task_numbers for each work-group
  std::vector<std::int32_t> split;  ///< kernel::merge_tile_numbers for each tile that has several
  std::int64_t partials = 0;        ///< sums of parts

  [[nodiscard]] std::int64_t count() const {
    return static_cast<std::int64_t>(tasks.size()) / kernel::spread_task_numbers;
  }
  [[nodiscard]] std::int64_t split_tiles() const {
    return static_cast<std::int64_t>(split.size()) / kernel::merge_tile_numbers;
  }
};
/// `bins`: SortedPoints::bins. Parts follow from these alone.
SpreadTasks spread_tasks(const FineGrid& grid, const kernel::NufftSpec& spec, const std::vector<std::int32_t>& bins);

/// The number of tiles along each axis.
kernel::PerAxis tiles_of(const FineGrid& grid, const kernel::NufftSpec& spec);

}  // namespace papilio::api
