// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/point_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "api/allocation.hpp"
#include "api/run/kernels.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "kernel/nufft/sort_kernels.hpp"

namespace papilio::api {
namespace {

using MemoryPointer = std::shared_ptr<runtime::Memory>;

std::vector<double> numbers_of(const std::vector<PointAxis>& axes) {
  std::vector<double> numbers;
  for (const PointAxis& axis : axes) {
    const double upper = upper_half(axis.scale);
    numbers.insert(numbers.end(), {axis.center, axis.scale, axis.scale_rest, upper, axis.scale - upper});
  }
  return numbers;
}

}  // namespace

void reserve(runtime::Device& device, MemoryPointer& memory, std::size_t bytes) {
  if (memory && memory->size() >= bytes && memory->size() / 4 <= bytes) return;
  memory = nullptr;
  memory = allocate(device, bytes);
}

MemoryPointer scratch_of(runtime::Stream& stream, runtime::Device& device, std::size_t bytes) {
  const MemoryPointer own = with_room(device, [&] { return stream.temporary(bytes); });
  return own ? own : allocate(device, bytes);
}

bool PointSort::serves(const DeviceCaps& caps) {
  constexpr std::int64_t of_scatter = 20480;  // bytes of local memory
  return caps.device_class != DeviceClass::cpu && caps.f64 && caps.max_threads >= kernel::sort_threads &&
         caps.local_memory >= of_scatter;
}

PointSort::PointSort(runtime::Device& device, const kernel::NufftSpec& spec) : device_(&device) {
  spec_.precision = spec.precision;
  spec_.axes = spec.axes;
  spec_.width = spec.width;
  spec_.threads = kernel::sort_threads;
  const auto program = [&](const std::string& name, const auto& build) {
    return program_of_module(device, name, build);
  };
  bins_ = program(spec_.name("bins"), [&] { return kernel::build_point_bins(spec_); });
  counts_ = program("nufft_sort_counts", kernel::build_sort_counts);
  scan_ = program("nufft_sort_scan", kernel::build_sort_scan);
  const auto scatter = [&](const char* name, kernel::SortValues values) {
    return program(name, [&] { return kernel::build_sort_scatter(values); });
  };
  scatter_first_ = scatter("nufft_sort_scatter_first", kernel::SortValues::places);
  scatter_ = scatter("nufft_sort_scatter", kernel::SortValues::given);
  places_ = program(spec_.name("places"), [&] { return kernel::build_point_places(spec_); });
}

void PointSort::launch(runtime::Stream& stream, const std::shared_ptr<runtime::Program>& program, std::int64_t groups,
                       const std::vector<runtime::Argument>& arguments) const {
  stream.launch({.program = program.get(),
                 .groups = groups,
                 .threads = kernel::sort_threads,
                 .arguments = arguments,
                 .waits = true});
}

void PointSort::take_axes(const std::vector<PointAxis>& axes) {
  std::vector<double> numbers = numbers_of(axes);
  if (numbers == axis_numbers_) return;
  axes_ = uploaded(*device_, Precision::f64, numbers);
  axis_numbers_ = std::move(numbers);
}

SortScratch PointSort::enqueue(runtime::Stream& stream, const SortGrid& grid, const DeviceCoordinates& points,
                               DevicePoints& result) {
  const std::int64_t count = points.count;
  const std::int64_t blocks = kernel::sort_blocks(count);
  const std::int64_t bounds = grid.grid.all_bins() + 1;
  const std::int64_t number = real_bytes(spec_.precision);
  take_axes(points.axes);
  SortScratch scratch;
  const auto bytes = [&](std::int64_t size) {
    return scratch.emplace_back(scratch_of(stream, *device_, nufft_size(size))).get();
  };
  constexpr std::int64_t integer = sizeof(std::int32_t);
  const std::int64_t whole = blocks * kernel::sort_block * integer;
  reserve(*device_, result.order, nufft_size(whole));
  reserve(*device_, result.bins, nufft_size(bounds * integer));
  reserve(*device_, result.starts, nufft_size(count * spec_.axes * integer));
  reserve(*device_, result.offsets, nufft_size(count * spec_.axes * number));

  std::array<const runtime::Memory*, 2> keys = {bytes(whole), bytes(whole)};
  const runtime::Memory* const counts = bytes(kernel::sort_digits * blocks * integer);
  const runtime::Memory* const totals = bytes(kernel::sort_digits * integer);
  std::vector<runtime::Argument> arguments(points.memories.begin(), points.memories.end());
  arguments.insert(arguments.end(), {axes_.get(), &grid.geometry, keys[0], counts});
  const runtime::Memory* packed = points.memories.front();
  if (const int numbers = kernel::packed_numbers(spec_.axes); numbers > 1)
    arguments.emplace_back(packed = bytes(count * numbers * number));
  arguments.insert(arguments.end(), {count, blocks});
  launch(stream, bins_, blocks, arguments);

  std::int64_t top = 1;
  int rounds = 1;
  for (; top * kernel::sort_digits < bounds; top *= kernel::sort_digits) ++rounds;
  const std::array<const runtime::Memory*, 2> orders = {result.order.get(), rounds > 1 ? bytes(whole) : nullptr};
  for (int round = rounds - 1; round >= 0; --round) {  // number 0 writes the result
    const bool first = round == rounds - 1;
    if (!first) launch(stream, counts_, blocks, {keys[0], counts, count, blocks});
    launch(stream, scan_, kernel::sort_digits, {counts, totals, blocks});
    arguments = {keys[0]};
    if (!first) arguments.emplace_back(orders[nufft_size((round + 1) % 2)]);
    arguments.insert(arguments.end(), {counts, totals, keys[1], orders[nufft_size(round % 2)], top, count, blocks});
    launch(stream, first ? scatter_first_ : scatter_, blocks, arguments);
    std::swap(keys[0], keys[1]);
  }
  const auto steps = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(count)));
  const std::int64_t searching = ceil_div(bounds, kernel::sort_threads);
  launch(stream, places_, searching + blocks,
         {packed, axes_.get(), &grid.geometry, result.order.get(), result.starts.get(), result.offsets.get(), keys[0],
          result.bins.get(), steps, count, bounds});
  return scratch;
}

}  // namespace papilio::api
