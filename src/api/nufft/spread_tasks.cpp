// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/spread_tasks.hpp"

#include <vector>

#include "api/allocation.hpp"
#include "api/run/kernels.hpp"
#include "core/number_theory.hpp"
#include "kernel/nufft/task_kernels.hpp"

namespace papilio::api {
namespace {

std::int64_t chunks_of(std::int64_t tiles) { return ceil_div(tiles, kernel::task_chunk); }

}  // namespace

kernel::PerAxis tiles_of(const FineGrid& grid, const kernel::NufftSpec& spec) {
  kernel::PerAxis tiles = kernel::tile_cells(spec);
  for (std::size_t axis = 0; axis < kernel::max_nufft_axes; ++axis)
    tiles[axis] = (grid.cells[axis] + tiles[axis] - 1) / tiles[axis];
  return tiles;
}

SpreadTasks::SpreadTasks(runtime::Device& device, const kernel::NufftSpec& spec, std::int64_t tiles)
    : tiles_(tiles),
      count_visits_(program_of_module(device, spec.name("visits"), [&] { return kernel::build_tile_visits(spec); })),
      add_up_(program_of_module(device, "nufft_task_totals", kernel::build_task_totals)),
      write_(program_of_module(device, "nufft_tasks", kernel::build_tasks)) {
  const auto numbers = [&](std::int64_t count, std::size_t bytes) {
    return allocate(device, nufft_size(count) * bytes);
  };
  visits_ = numbers(tiles, sizeof(std::int64_t));
  chunks_ = numbers(chunks_of(tiles), sizeof(std::int64_t));
  totals_ = numbers(chunks_of(tiles) * kernel::task_total_numbers, sizeof(std::int32_t));
  tasks_ = numbers((tiles + kernel::max_more_parts) * kernel::spread_task_numbers, sizeof(std::int32_t));
  split_ = numbers(kernel::max_more_parts * kernel::merge_tile_numbers, sizeof(std::int32_t));
  summary_ = numbers(kernel::task_summary_numbers, sizeof(std::int32_t));
}

void SpreadTasks::enqueue(runtime::Stream& stream, const runtime::Memory& bins, const runtime::Memory& geometry) const {
  const auto launch = [&](const std::shared_ptr<runtime::Program>& program, std::vector<runtime::Argument> arguments) {
    arguments.emplace_back(tiles_);
    stream.launch({.program = program.get(),
                   .groups = chunks_of(tiles_),
                   .threads = kernel::task_chunk,
                   .arguments = arguments,
                   .waits = true});
  };
  launch(count_visits_, {&bins, &geometry, visits_.get(), chunks_.get(), summary_.get()});
  launch(add_up_, {visits_.get(), chunks_.get(), totals_.get()});
  launch(write_, {visits_.get(), chunks_.get(), totals_.get(), tasks_.get(), split_.get(), summary_.get()});
}

TaskCounts SpreadTasks::read_counts(runtime::Stream& stream) const {
  TaskCounts counts;
  static_assert(sizeof(counts) == kernel::task_summary_numbers * sizeof(std::int32_t));
  stream.read(*summary_, 0, &counts, sizeof(counts));
  return counts;
}

std::size_t SpreadTasks::device_bytes() const {
  std::size_t bytes = 0;
  for (const auto* memory : {&visits_, &chunks_, &totals_, &tasks_, &split_, &summary_}) bytes += (*memory)->size();
  return bytes;
}

}  // namespace papilio::api
