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

MemoryPointer PointSort::integers(std::int64_t count) const {
  return allocate(*device_, nufft_size(count) * sizeof(std::int32_t));
}

void PointSort::launch(runtime::Stream& stream, const std::shared_ptr<runtime::Program>& program, std::int64_t groups,
                       const std::vector<runtime::Argument>& arguments) const {
  stream.launch({.program = program.get(),
                 .groups = groups,
                 .threads = program == scan_ ? scan_threads_ : kernel::sort_threads,
                 .arguments = arguments,
                 .waits = true});
}

std::optional<DevicePoints> PointSort::sorted(runtime::Stream& stream, const FineGrid& grid,
                                              const runtime::Memory& geometry, const DeviceCoordinates& points) const {
  using Arguments = std::vector<runtime::Argument>;
  const std::int64_t count = points.count;
  const std::int64_t blocks = (count + kernel::sort_block - 1) / kernel::sort_block;
  const std::int64_t bounds = grid.all_bins() + 1;
  const MemoryPointer axes = uploaded(*device_, Precision::f64, numbers_of(points.axes));
  Arguments places(points.memories.begin(), points.memories.end());
  places.insert(places.end(), {axes.get(), &geometry});
  const auto with = [](Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };

  DevicePoints result;
  {
    std::array<MemoryPointer, 2> keys = {integers(count), integers(count)};
    std::array<MemoryPointer, 2> orders = {integers(count), integers(count)};
    const MemoryPointer counts = integers(kernel::sort_digits * blocks);
    launch(stream, bins_, blocks, with(places, {keys[0].get(), orders[0].get(), count}));
    for (std::int64_t divisor = 1; divisor < bounds; divisor *= kernel::sort_digits) {
      launch(stream, counts_, blocks, {keys[0].get(), counts.get(), divisor, count, blocks});
      launch(stream, scan_, 1, {counts.get(), kernel::sort_digits * blocks});
      launch(stream, scatter_, blocks,
             {keys[0].get(), orders[0].get(), counts.get(), keys[1].get(), orders[1].get(), divisor, count, blocks});
      std::swap(keys[0], keys[1]);
      std::swap(orders[0], orders[1]);
    }
    result.bins = integers(bounds);
    const auto steps = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(count)));
    launch(stream, bounds_, (bounds + kernel::sort_threads - 1) / kernel::sort_threads,
           {keys[0].get(), result.bins.get(), steps, count, bounds});
    std::int32_t placed = 0;  // points in front of those that belong to no bin
    stream.read(*result.bins, nufft_size(grid.all_bins()) * sizeof(placed), &placed, sizeof(placed));
    if (placed != count) return std::nullopt;
    result.order = orders[0];
  }
  result.starts = integers(count * grid.axes);
  result.offsets = allocate(*device_, nufft_size(count * grid.axes * real_bytes(spec_.precision)));
  launch(stream, places_, blocks, with(places, {result.order.get(), result.starts.get(), result.offsets.get(), count}));
  stream.synchronize();
  return result;
}

}  // namespace papilio::api
