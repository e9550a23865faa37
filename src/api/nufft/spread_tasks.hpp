// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How the work of spreading on a GPU is shared out among work-groups. The device makes the tables
// (kernel/nufft/task_kernels.hpp).
#pragma once

#include <cstdint>
#include <memory>

#include "api/nufft/nufft_points.hpp"
#include "kernel/nufft/nufft_kernels.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// The number of tiles along each axis.
kernel::PerAxis tiles_of(const FineGrid& grid, const kernel::NufftSpec& spec);

/// Numbers in the tables, in the order of kernel::TaskSummary.
struct TaskCounts {
  std::int32_t tasks = 0;
  std::int32_t partials = 0;
  std::int32_t split_tiles = 0;
  std::int32_t placed = 0;  ///< points that belong to bins
};

class SpreadTasks {
 public:
  /// Compiles the kernels, and allocates tables for `tiles` tiles.
  SpreadTasks(runtime::Device& device, const kernel::NufftSpec& spec, std::int64_t tiles);
  /// Enqueues kernels that make the tables from the bins of the points.
  void enqueue(runtime::Stream& stream, const runtime::Memory& bins, const runtime::Memory& geometry) const;
  /// Waits for them.
  [[nodiscard]] TaskCounts read_counts(runtime::Stream& stream) const;
  [[nodiscard]] const runtime::Memory& tasks() const { return *tasks_; }
  [[nodiscard]] const runtime::Memory& split() const { return *split_; }
  [[nodiscard]] std::size_t device_bytes() const;

 private:
  std::int64_t tiles_;
  std::shared_ptr<runtime::Program> count_visits_, add_up_, write_;
  std::shared_ptr<runtime::Memory> visits_, chunks_, totals_, tasks_, split_, summary_;
};

}  // namespace papilio::api
