// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/nufft_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/run/kernels.hpp"
#include "api/run/launch_shape.hpp"
#include "api/run/memory_checks.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "kernel/nufft/sort_kernels.hpp"
#include "kernel/nufft/task_kernels.hpp"
#include "plan/model/cpu_estimate.hpp"

namespace papilio::api {
namespace {

using kernel::max_nufft_axes;
using kernel::PerAxis;

const char* step_name(NufftStep step) {
  constexpr std::array<const char*, 6> names = {"spread", "interpolate", "correct", "precorrect", "phase", "merge"};
  return names[static_cast<std::size_t>(step)];
}

ir::Module build_step(NufftStep step, const kernel::NufftSpec& spec) {
  switch (step) {
    case NufftStep::spread:
      return kernel::build_spread(spec);
    case NufftStep::interpolate:
      return kernel::build_interpolate(spec);
    case NufftStep::correct:
      return kernel::build_correct(spec, kernel::CorrectTo::user);
    case NufftStep::precorrect:
      return kernel::build_correct(spec, kernel::CorrectTo::grid);
    case NufftStep::phase:
      return kernel::build_phase(spec);
    case NufftStep::merge:
      return kernel::build_merge(spec);
  }
  throw Error::internal("kernel of a non-uniform transform");
}

template <class Real>
SortedPoints sorted_on_host(runtime::Stream& stream, const FineGrid& grid, const DeviceCoordinates& from) {
  std::vector<std::vector<Real>> numbers(from.axes.size(), std::vector<Real>(nufft_size(from.count)));
  std::vector<PointAxis> axes = from.axes;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    stream.read(*from.memories[axis], 0, numbers[axis].data(), numbers[axis].size() * sizeof(Real));
    axes[axis].coordinates = numbers[axis];
  }
  return sorted_points(grid, axes, from.count);
}

/// Work-items of GPUs share points that they interpolate along three axes: rows that they read together outweigh what
/// sharing takes. The kernel's places in a plane have 32 bits.
bool shares_points(NufftStep step, const FineGrid& grid) {
  return step == NufftStep::interpolate && grid.axes == max_nufft_axes &&
         grid.cells[1] * grid.cells[2] <= std::numeric_limits<std::int32_t>::max();
}

/// Work-items on GPUs.
int threads_of(NufftStep step, const FineGrid& grid) {
  constexpr int interpolating = 64;
  if (step == NufftStep::interpolate) return shares_points(step, grid) ? 256 : interpolating;
  return kernel::tile_lines;
}

}  // namespace

NufftKernel::NufftKernel(runtime::Device& device, NufftStep step, const kernel::NufftSpec& spec, int threads)
    : step_(step), spec_(spec), looping_groups_(looping_groups(device.caps())) {
  const DeviceCaps& caps = device.caps();
  const bool cpu = caps.device_class == DeviceClass::cpu;
  if (!cpu && caps.max_threads < kernel::task_chunk) {
    throw Error::unsupported("a non-uniform transform on this device",
                             fmt::format("its work-groups have {} work-items at most, and {} are needed",
                                         caps.max_threads, kernel::task_chunk),
                             "choose another device; papilio devices lists them");
  }
  spec_.shares = spec_.shares && !cpu;
  spec_.lanes = cpu ? std::max(2, plan::lanes_of(spec.precision, caps)) : 2;
  spec_.threads = cpu ? 1 : std::min(threads, caps.max_threads);
  constexpr std::int64_t of_copies = 16384;  // bytes of local memory that the copies of a tile and their points take
  if (caps.local_memory < of_copies) spec_.copies = 1;
  program_ = program_of_module(device, spec_.name(step_name(step)), [&] { return build_step(step, spec_); });
}

std::int64_t NufftKernel::groups(std::int64_t units) const {
  return spec_.on_cpu() ? std::min(units, looping_groups_) : units;
}

void NufftKernel::launch(runtime::Stream& stream, std::vector<runtime::Argument> buffers,
                         const NufftCounts& counts) const {
  const std::int64_t units = counts.units * counts.batch;
  const LaunchShape shape = dealt(units, groups(units));
  const bool at_points = step_ == NufftStep::spread || step_ == NufftStep::interpolate;
  const bool phase = step_ == NufftStep::phase;
  const bool merge = step_ == NufftStep::merge;
  const bool shared_out = step_ == NufftStep::spread && !spec_.on_cpu();
  std::vector<runtime::Argument> arguments = std::move(buffers);
  const auto pass = [&](bool wanted, std::int64_t number) {
    if (wanted) arguments.emplace_back(number);
  };
  pass(true, counts.batch);
  pass(merge || at_points, counts.in_distance);
  pass(merge || at_points, counts.out_distance);
  pass(phase || step_ == NufftStep::spread || step_ == NufftStep::precorrect, counts.in_offset);
  pass(phase || merge || shared_out || step_ == NufftStep::interpolate || step_ == NufftStep::correct,
       counts.out_offset);
  pass(true, shape.repeat);
  pass(phase || at_points, counts.points);
  pass(shared_out, counts.partials);
  pass(true, counts.units);
  stream.launch({.program = program_.get(),
                 .groups = shape.groups,
                 .threads = spec_.threads,
                 .arguments = arguments,
                 .waits = true});
}

std::shared_ptr<runtime::Memory> uploaded_integers(runtime::Device& device, const std::vector<std::int32_t>& values) {
  const std::size_t bytes = values.size() * sizeof(values[0]);
  std::shared_ptr<runtime::Memory> memory = allocate(device, bytes);
  device.make_stream()->write(*memory, 0, values.data(), bytes);
  return memory;
}

std::int64_t transforms_together(const DeviceCaps& caps, std::int64_t bytes_of_grid, std::int64_t batch) {
  const bool cpu = caps.device_class == DeviceClass::cpu;
  require_bindable(caps, bytes_of_grid, "the fine grid of a non-uniform transform");
  std::int64_t most = std::int64_t{cpu ? 32 : 1024} << 20;  // of fine grids: a CPU's cache holds some
  if (caps.max_binding > 0) most = std::min(most, caps.max_binding);
  return std::clamp<std::int64_t>(most / bytes_of_grid, 1, batch);
}

PointStage::PointStage(const Device& device, const PointRequest& request)
    : device_(device),
      step_(request.step),
      grid_(request.choice.grid),
      together_(request.together),
      max_partial_bytes_(request.max_partial_bytes) {
  const kernel::SpreadWindow& window = request.choice.window;
  const std::vector<double> polynomials =
      kernel::window_polynomials(window, request.tolerance / (20 * std::max(1.0, request.choice.gain)));
  kernel::NufftSpec wanted;
  wanted.precision = request.precision;
  wanted.axes = grid_.axes;
  wanted.width = window.width;
  wanted.degree = static_cast<int>(polynomials.size()) / window.width - 1;
  wanted.shares = shares_points(step_, grid_);
  kernel_ = NufftKernel(unwrap(device), step_, wanted, threads_of(step_, grid_));
  grid_.bin = kernel::bin_cells(spec());

  std::vector<double> padded(nufft_size((spec().degree + 1) * spec().padded_width()));
  for (int d = 0; d <= spec().degree; ++d) {  // the highest degree comes first
    std::copy_n(polynomials.begin() + (spec().degree - d) * std::int64_t{window.width}, window.width,
                padded.begin() + d * std::int64_t{spec().padded_width()});
  }
  window_ = uploaded(unwrap(device), request.precision, padded);
  const PerAxis tiles = tiles_of(grid_, spec());
  std::vector<std::int32_t> geometry;
  for (const PerAxis& numbers : {grid_.cells, PerAxis{grid_.bins(0), grid_.bins(1), grid_.bins(2)}, tiles})
    geometry.insert(geometry.end(), numbers.begin(), numbers.end());
  geometry_ = uploaded_integers(unwrap(device), geometry);
  if (step_ != NufftStep::spread) return;
  if (spec().on_cpu()) {
    const std::int64_t bytes = kernel::tile_scalars(spec()) * complex_bytes(request.precision) / 2;
    work_ = allocate(unwrap(device), nufft_size(kernel_.groups(product(tiles) * request.together) * bytes));
  } else {
    tasks_.emplace(unwrap(device), spec(), product(tiles));
  }
}

void PointStage::set_points(const std::vector<PointAxis>& axes, std::int64_t count) {
  take(count);
  runtime::Device& device = unwrap(device_);
  if (PointSort::serves(device.caps())) {
    const std::shared_ptr<runtime::Stream> stream = device.make_stream();
    std::vector<std::shared_ptr<runtime::Memory>> memories;
    DeviceCoordinates coordinates{axes, {}, count};
    for (const PointAxis& axis : axes) {
      const ConstHostSpan& span = axis.coordinates;
      coordinates.memories.push_back(memories.emplace_back(scratch_of(*stream, device, span.size_bytes())).get());
      stream->write(*memories.back(), 0, span.data(), span.size_bytes());
    }
    if (sort_on_device(*stream, coordinates)) return;
  }
  upload(sorted_points(grid_, axes, count));
}

void PointStage::set_points(runtime::Stream& stream, const DeviceCoordinates& coordinates) {
  take(coordinates.count);
  if (PointSort::serves(unwrap(device_).caps()) && sort_on_device(stream, coordinates)) return;
  upload(spec().precision == Precision::f32 ? sorted_on_host<float>(stream, grid_, coordinates)
                                            : sorted_on_host<double>(stream, grid_, coordinates));
}

void PointStage::take(std::int64_t count) {
  const std::int64_t number = real_bytes(spec().precision);
  const std::int64_t whole = kernel::sort_blocks(count) * kernel::sort_block;
  require_bindable(unwrap(device_).caps(), whole * std::max(grid_.axes, kernel::packed_numbers(grid_.axes)) * number,
                   fmt::format("{} points of a non-uniform transform", count));
  count_ = count;
}

bool PointStage::sort_on_device(runtime::Stream& stream, const DeviceCoordinates& coordinates) {
  if (!sort_) sort_.emplace(unwrap(device_), spec());
  const SortScratch until_done = sort_->enqueue(stream, {grid_, *geometry_}, coordinates, points_);
  if (tasks_) {
    share_out(stream);
    return task_counts_.placed == count_;
  }
  std::int32_t placed = 0;  // points in front of those that belong to no bin
  stream.read(*points_.bins, nufft_size(grid_.all_bins()) * sizeof(placed), &placed, sizeof(placed));
  return placed == count_;
}

void PointStage::upload(const SortedPoints& points) {
  runtime::Device& device = unwrap(device_);
  const std::shared_ptr<runtime::Stream> stream = device.make_stream();
  const auto put = [&](std::shared_ptr<runtime::Memory>& memory, const auto& numbers) {
    const std::size_t bytes = numbers.size() * sizeof(numbers[0]);
    reserve(device, memory, bytes);
    stream->write(*memory, 0, numbers.data(), bytes);
  };
  put(points_.starts, points.starts);
  put(points_.offsets, points.offsets);
  put(points_.order, points.order);
  put(points_.bins, points.bins);
  if (tasks_) share_out(*stream);
}

void PointStage::share_out(runtime::Stream& stream) {
  runtime::Device& device = unwrap(device_);
  tasks_->enqueue(stream, *points_.bins, *geometry_);
  task_counts_ = tasks_->read_counts(stream);
  if (task_counts_.partials == 0) return reserve(device, partials_, sizeof(double));  // a kernel has all of its buffers
  constexpr int merging = 128;
  if (merge_kernel_.spec().threads == 1) merge_kernel_ = NufftKernel(device, NufftStep::merge, spec(), merging);
  const DeviceCaps& caps = device.caps();
  const std::int64_t bytes =
      task_counts_.partials * product(kernel::tile_cells(spec())) * complex_bytes(spec().precision);
  require_bindable(caps, bytes, fmt::format("{} points of a non-uniform transform", count_));
  const std::int64_t most = caps.max_binding > 0 ? std::min(max_partial_bytes_, caps.max_binding) : max_partial_bytes_;
  partial_transforms_ = std::clamp<std::int64_t>(most / bytes, 1, together_);
  reserve(device, partials_, nufft_size(partial_transforms_ * bytes));
}

std::size_t PointStage::device_bytes() const {
  std::size_t bytes = tasks_ ? tasks_->device_bytes() : 0;
  for (const auto* memory :
       {&window_, &geometry_, &work_, &points_.starts, &points_.offsets, &points_.order, &points_.bins, &partials_})
    if (*memory) bytes += (*memory)->size();
  return bytes;
}

void PointStage::enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out,
                         NufftCounts counts) const {
  std::vector<runtime::Argument> buffers = {&in, points_.starts.get(), points_.offsets.get(), points_.order.get()};
  const bool spread = step_ == NufftStep::spread;
  if (spread) buffers.emplace_back(points_.bins.get());
  buffers.insert(buffers.end(), {window_.get(), geometry_.get()});
  if (work_) buffers.emplace_back(work_.get());
  counts.points = count_;
  counts.in_distance = spread ? count_ : grid_.all_cells();
  counts.out_distance = spread ? grid_.all_cells() : count_;
  if (tasks_) return spread_in_groups(stream, std::move(buffers), out, counts);
  buffers.emplace_back(&out);
  const std::int64_t each = kernel::points_of_group(spec());
  counts.units = spread ? product(tiles_of(grid_, spec())) : ceil_div(count_, each);
  kernel_.launch(stream, std::move(buffers), counts);
}

void PointStage::spread_in_groups(runtime::Stream& stream, std::vector<runtime::Argument> buffers,
                                  const runtime::Memory& out, NufftCounts counts) const {
  buffers.insert(buffers.end(), {&tasks_->tasks(), partials_.get(), &out});
  const std::int64_t batch = counts.batch;
  counts.partials = task_counts_.partials;
  const std::int64_t together = counts.partials > 0 ? partial_transforms_ : batch;
  for (std::int64_t begin = 0; begin < batch; begin += together) {
    NufftCounts some = counts;
    some.batch = std::min(together, batch - begin);
    some.in_offset += begin * counts.in_distance;
    some.out_offset = begin * counts.out_distance;
    some.units = task_counts_.tasks;
    kernel_.launch(stream, buffers, some);
    if (counts.partials == 0) continue;
    some.in_distance = counts.partials;
    some.units = task_counts_.split_tiles;
    merge_kernel_.launch(stream, {partials_.get(), geometry_.get(), &tasks_->split(), &out}, some);
  }
}

}  // namespace papilio::api
