// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/nufft_engine.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/run/execution.hpp"
#include "api/run/kernels.hpp"
#include "core/number_theory.hpp"
#include "plan/model/cpu_estimate.hpp"

namespace papilio::api {
namespace {

using kernel::max_nufft_axes;
using kernel::PerAxis;

PerAxis per_axis(const std::vector<std::int64_t>& numbers) {
  PerAxis result{1, 1, 1};
  std::ranges::copy_backward(numbers, result.end());
  return result;
}

void append(std::vector<std::int32_t>& numbers, const PerAxis& more) {
  for (const std::int64_t number : more) numbers.push_back(static_cast<std::int32_t>(number));
}

/// Numbers of that precision as bytes.
std::vector<std::byte> bytes_of(Precision precision, const std::vector<double>& values) {
  const auto put = [](const auto& numbers) {
    std::vector<std::byte> bytes(numbers.size() * sizeof(numbers[0]));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
  };
  return precision == Precision::f64 ? put(values) : put(std::vector<float>(values.begin(), values.end()));
}

/// The number of tiles along each axis.
PerAxis tiles_of(const FineGrid& grid, const kernel::NufftSpec& spec) {
  PerAxis tiles = kernel::tile_cells(spec);
  for (std::size_t axis = 0; axis < max_nufft_axes; ++axis)
    tiles[axis] = (grid.cells[axis] + tiles[axis] - 1) / tiles[axis];
  return tiles;
}

/// The indices of a transform of `cells` that are no mode.
Range no_modes(std::int64_t cells, std::int64_t modes) { return {(modes + 1) / 2, cells - modes / 2}; }

}  // namespace

NufftEngine::LaunchedKernel NufftEngine::kernel_for(const char* name, int threads) const {
  const DeviceCaps& caps = unwrap(device_).caps();
  const bool cpu = caps.device_class == DeviceClass::cpu;
  LaunchedKernel result;
  kernel::NufftSpec& spec = result.spec;
  spec.precision = problem_.precision;
  spec.axes = choice_.grid.axes;
  spec.width = choice_.window.width;
  spec.degree = degree_;
  spec.lanes = cpu ? std::max(2, plan::lanes_of(spec.precision, caps)) : 2;
  spec.threads = cpu ? 1 : std::min(threads, caps.max_threads);
  const std::string_view which = name;
  result.program = program_of_module(unwrap(device_), spec.name(name), [&] {
    if (which == "spread") return kernel::build_spread(spec);
    if (which == "interpolate") return kernel::build_interpolate(spec);
    return kernel::build_correct(spec, which == "correct" ? kernel::CorrectTo::user : kernel::CorrectTo::grid);
  });
  return result;
}

NufftEngine::NufftEngine(const Device& device, const NufftProblem& problem, const NufftChoice& choice)
    : device_(device), problem_(problem), choice_(choice) {
  const std::vector<double> polynomials =
      kernel::window_polynomials(choice.window, problem.tolerance / (20 * std::max(1.0, choice.gain)));
  degree_ = static_cast<int>(polynomials.size()) / choice.window.width - 1;
  const bool first = problem.type == NufftType::type1;
  std::int64_t touched = 1;
  for (int axis = 0; axis < choice.grid.axes; ++axis) touched *= choice.window.width;
  constexpr int warp = 32;
  constexpr int interpolating = 64;
  constexpr int correcting = 128;
  const auto spreading = static_cast<int>(std::min<std::int64_t>(256, (touched + warp - 1) / warp * warp));
  points_kernel_ = kernel_for(first ? "spread" : "interpolate", first ? spreading : interpolating);
  modes_kernel_ = kernel_for(first ? "correct" : "precorrect", correcting);
  choice_.grid.bin = kernel::bin_cells(points_kernel_.spec);
  make_plan();
  upload_tables(polynomials);
}

void NufftEngine::make_plan() {
  const FineGrid& grid = choice_.grid;
  const std::int64_t bytes = complex_bytes(problem_.precision);
  const bool cpu = unwrap(device_).caps().device_class == DeviceClass::cpu;
  const std::int64_t most = std::int64_t{cpu ? 32 : 1024} << 20;  // of fine grids: a CPU's cache holds some
  together_ = std::clamp<std::int64_t>(most / (grid.all_cells() * bytes), 1, problem_.batch);
  std::vector<std::int64_t> lengths(grid.cells.end() - grid.axes, grid.cells.end());
  Problem transform = Problem::c2c(problem_.precision, lengths, together_, problem_.direction);
  const bool first = problem_.type == NufftType::type1;
  std::vector<Range>& outside = first ? transform.skip : transform.zero;
  for (std::size_t axis = 0; axis < lengths.size(); ++axis)
    outside.push_back(no_modes(lengths[axis], problem_.modes[axis]));
  (first ? transform.out_packing : transform.in_packing) = Packing::compact;
  plan_.emplace(device_, transform);
  grid_ = Buffer(device_, nufft_size(together_ * grid.all_cells() * bytes));
  modes_ = Buffer(device_, nufft_size(together_ * problem_.points_of_grid() * bytes));
  if (plan_->scratch_bytes() > 0) scratch_ = Buffer(device_, plan_->scratch_bytes());
}

void NufftEngine::upload_tables(const std::vector<double>& polynomials) {
  const kernel::NufftSpec& spec = points_kernel_.spec;
  std::vector<double> padded(nufft_size((degree_ + 1) * spec.padded_width()));
  for (int d = 0; d <= degree_; ++d) {  // the highest degree comes first
    std::copy_n(polynomials.begin() + (degree_ - d) * std::int64_t{spec.width}, spec.width,
                padded.begin() + d * std::int64_t{spec.padded_width()});
  }
  const auto numbers = [&](const std::vector<double>& values) {
    const std::vector<std::byte> bytes = bytes_of(problem_.precision, values);
    return upload(bytes.data(), bytes.size());
  };
  window_ = numbers(padded);
  const FineGrid& grid = choice_.grid;
  std::vector<std::int32_t> geometry;
  append(geometry, grid.cells);
  append(geometry, {grid.bins(0), grid.bins(1), grid.bins(2)});
  const PerAxis tiles = tiles_of(grid, spec);
  append(geometry, tiles);
  geometry_ = upload(geometry.data(), geometry.size() * sizeof(geometry[0]));
  if (spec.on_cpu() && problem_.type == NufftType::type1) {
    const std::int64_t bytes = tile_scalars(spec) * complex_bytes(problem_.precision) / 2;
    work_ = allocate(unwrap(device_), nufft_size(groups(points_kernel_, product(tiles) * together_) * bytes));
  }
  const PerAxis modes = per_axis(problem_.modes);
  std::vector<double> corrections;
  PerAxis negative{};
  for (std::size_t axis = 0; axis < max_nufft_axes; ++axis) {
    const bool real = axis + problem_.modes.size() >= max_nufft_axes;
    const std::vector<double> half =
        real ? kernel::window_corrections(choice_.window, grid.cells[axis], modes[axis] / 2 + 1) : std::vector{1.0};
    negative[axis] = problem_.order == ModeOrder::increasing ? modes[axis] / 2 : 0;
    for (std::int64_t i = 0; i < modes[axis]; ++i) {
      const std::int64_t mode = (i + modes[axis] - negative[axis]) % modes[axis];
      const std::int64_t k = mode >= (modes[axis] + 1) / 2 ? modes[axis] - mode : mode;
      corrections.insert(corrections.end(), axis + 1 == max_nufft_axes ? 2 : 1, half[nufft_size(k)]);
    }
  }
  corrections_ = numbers(corrections);
  std::vector<std::int32_t> lengths;
  append(lengths, modes);
  append(lengths, negative);
  lengths_ = upload(lengths.data(), lengths.size() * sizeof(lengths[0]));
}

std::shared_ptr<runtime::Memory> NufftEngine::upload(const void* data, std::size_t bytes) const {
  std::shared_ptr<runtime::Memory> memory = allocate(unwrap(device_), std::max<std::size_t>(bytes, 4));
  if (bytes > 0) unwrap(device_).make_stream()->write(*memory, 0, data, bytes);
  return memory;
}

void NufftEngine::set_points(const SortedPoints& points, std::int64_t count) {
  const auto numbers = [&](const std::vector<std::int32_t>& values) {
    return upload(values.data(), values.size() * sizeof(values[0]));
  };
  points_ = {count, numbers(points.starts), upload(points.offsets.data(), points.offsets.size()), numbers(points.order),
             numbers(points.bins)};
}

std::size_t NufftEngine::device_bytes() const {
  std::size_t bytes = grid_.size_bytes() + modes_.size_bytes() + (scratch_ ? scratch_.size_bytes() : 0);
  for (const auto* memory : {&window_, &geometry_, &corrections_, &lengths_, &work_, &points_.starts, &points_.offsets,
                             &points_.order, &points_.bins})
    if (*memory) bytes += (*memory)->size();
  return bytes;
}

/// Work-groups: a CPU has few, each of which does several units.
std::int64_t NufftEngine::groups(const LaunchedKernel& kernel, std::int64_t units) const {
  if (!kernel.spec.on_cpu()) return units;
  constexpr std::int64_t groups_of_core = 16;
  return std::min<std::int64_t>(units, groups_of_core * unwrap(device_).caps().compute_units);
}

void NufftEngine::launch(runtime::Stream& stream, const LaunchedKernel& kernel,
                         std::vector<runtime::Argument> arguments, const NufftCounts& counts) const {
  const std::int64_t units = counts.units * counts.batch;
  const std::int64_t most = groups(kernel, units);
  const std::int64_t repeat = (units + most - 1) / most;
  const bool of_points = &kernel == &points_kernel_;
  arguments.emplace_back(counts.batch);
  if (of_points) {
    arguments.emplace_back(counts.in_distance);
    arguments.emplace_back(counts.out_distance);
  }
  arguments.emplace_back(counts.offset);
  arguments.emplace_back(repeat);
  if (of_points) arguments.emplace_back(points_.count);
  arguments.emplace_back(counts.units);
  stream.launch({.program = kernel.program.get(),
                 .groups = (units + repeat - 1) / repeat,
                 .threads = kernel.spec.threads,
                 .arguments = arguments,
                 .waits = true});
}

void NufftEngine::spread(runtime::Stream& stream, const runtime::Memory& in, const NufftCounts& counts) const {
  std::vector<runtime::Argument> buffers = {
      &in,           points_.starts.get(), points_.offsets.get(), points_.order.get(), points_.bins.get(),
      window_.get(), geometry_.get()};
  if (work_) buffers.emplace_back(work_.get());
  buffers.emplace_back(memory_of(grid_));
  NufftCounts own = counts;
  own.in_distance = points_.count;
  own.out_distance = choice_.grid.all_cells();
  own.units = product(tiles_of(choice_.grid, points_kernel_.spec));
  launch(stream, points_kernel_, std::move(buffers), own);
}

void NufftEngine::interpolate(runtime::Stream& stream, const runtime::Memory& out, const NufftCounts& counts) const {
  NufftCounts own = counts;
  own.in_distance = choice_.grid.all_cells();
  own.out_distance = points_.count;
  const std::int64_t each = kernel::points_of_group(points_kernel_.spec);
  own.units = (points_.count + each - 1) / each;
  launch(stream, points_kernel_,
         {memory_of(grid_), points_.starts.get(), points_.offsets.get(), points_.order.get(), window_.get(),
          geometry_.get(), &out},
         own);
}

void NufftEngine::enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const {
  const bool first = problem_.type == NufftType::type1;
  const Stream handle = HandleAccess::handle<Stream>(std::shared_ptr<runtime::Stream>(&stream, [](auto*) {}));
  const PerAxis modes = per_axis(problem_.modes);
  const std::int64_t chunks = (modes[2] + kernel::correct_chunk - 1) / kernel::correct_chunk;
  for (std::int64_t begin = 0; begin < problem_.batch; begin += together_) {
    NufftCounts counts;
    counts.batch = std::min(together_, problem_.batch - begin);
    NufftCounts of_points = counts;
    of_points.offset = begin * points_.count;
    counts.offset = begin * problem_.points_of_grid();
    counts.units = modes[0] * modes[1] * chunks;
    if (first) {
      spread(stream, in, of_points);
      plan_->execute(handle, grid_, modes_, scratch_, counts.batch);
      launch(stream, modes_kernel_, {memory_of(modes_), corrections_.get(), lengths_.get(), &out}, counts);
    } else {
      launch(stream, modes_kernel_, {&in, corrections_.get(), lengths_.get(), memory_of(modes_)}, counts);
      plan_->execute(handle, modes_, grid_, scratch_, counts.batch);
      interpolate(stream, out, of_points);
    }
  }
}

}  // namespace papilio::api
