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

constexpr int max_scan_threads = 512;

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
  const auto threads = static_cast<unsigned>(std::clamp(device.caps().max_threads, 1, max_scan_threads));
  const int scanning = static_cast<int>(std::bit_floor(threads));
  const auto program = [&](const std::string& name, const auto& build) {
    return program_of_module(device, name, build);
  };
  bins_ = program(spec_.name("bins"), [&] { return kernel::build_point_bins(spec_); });
  counts_ = program("nufft_sort_counts", kernel::build_sort_counts);
  scan_ = program("nufft_sort_scan_" + std::to_string(scanning), [&] { return kernel::build_sort_scan(scanning); });
  scatter_ = program("nufft_sort_scatter", kernel::build_sort_scatter);
  bounds_ = program("nufft_sort_bounds", kernel::build_sort_bounds);
  places_ = program(spec_.name("places"), [&] { return kernel::build_point_places(spec_); });
  scan_threads_ = scanning;
}

void PointSort::launch(runtime::Stream& stream, const std::shared_ptr<runtime::Program>& program, std::int64_t groups,
                       const std::vector<runtime::Argument>& arguments) const {
  stream.launch({.program = program.get(),
                 .groups = groups,
                 .threads = program == scan_ ? scan_threads_ : kernel::sort_threads,
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
  using Arguments = std::vector<runtime::Argument>;
  const std::int64_t count = points.count;
  const std::int64_t blocks = (count + kernel::sort_block - 1) / kernel::sort_block;
  const std::int64_t bounds = grid.grid.all_bins() + 1;
  take_axes(points.axes);
  Arguments places(points.memories.begin(), points.memories.end());
  places.insert(places.end(), {axes_.get(), &grid.geometry});
  const auto with = [](Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  SortScratch scratch;
  const auto integers = [&](std::int64_t numbers) {
    return scratch.emplace_back(scratch_of(stream, *device_, nufft_size(numbers) * sizeof(std::int32_t))).get();
  };
  const auto reserve_numbers = [&](MemoryPointer& memory, std::int64_t numbers, std::size_t bytes) {
    reserve(*device_, memory, nufft_size(numbers) * bytes);
  };
  reserve_numbers(result.order, count, sizeof(std::int32_t));
  reserve_numbers(result.bins, bounds, sizeof(std::int32_t));
  reserve_numbers(result.starts, count * grid.grid.axes, sizeof(std::int32_t));
  reserve_numbers(result.offsets, count * grid.grid.axes, nufft_size(real_bytes(spec_.precision)));

  std::array<const runtime::Memory*, 2> keys = {integers(count), integers(count)};
  std::array<const runtime::Memory*, 2> orders = {result.order.get(), integers(count)};
  const runtime::Memory* const counts = integers(kernel::sort_digits * blocks);
  std::vector<std::int64_t> divisors;
  for (std::int64_t divisor = 1; divisor < bounds; divisor *= kernel::sort_digits) divisors.push_back(divisor);
  if (divisors.size() % 2 == 1) std::swap(orders[0], orders[1]);  // the last round writes the result
  launch(stream, bins_, blocks, with(places, {keys[0], orders[0], count}));
  for (const std::int64_t divisor : divisors) {
    launch(stream, counts_, blocks, {keys[0], counts, divisor, count, blocks});
    launch(stream, scan_, 1, {counts, kernel::sort_digits * blocks});
    launch(stream, scatter_, blocks, {keys[0], orders[0], counts, keys[1], orders[1], divisor, count, blocks});
    std::swap(keys[0], keys[1]);
    std::swap(orders[0], orders[1]);
  }
  const auto steps = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(count)));
  launch(stream, bounds_, (bounds + kernel::sort_threads - 1) / kernel::sort_threads,
         {keys[0], result.bins.get(), steps, count, bounds});
  launch(stream, places_, blocks, with(places, {result.order.get(), result.starts.get(), result.offsets.get(), count}));
  return scratch;
}

}  // namespace papilio::api
