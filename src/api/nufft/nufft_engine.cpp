// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/nufft/nufft_engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/run/execution.hpp"
#include "core/number_theory.hpp"

namespace papilio::api {
namespace {

using kernel::max_nufft_axes;
using kernel::PerAxis;

PerAxis per_axis(const std::vector<std::int64_t>& numbers) {
  PerAxis result{1, 1, 1};
  std::ranges::copy_backward(numbers, result.end());
  return result;
}

/// The indices of a transform of `cells` that are no mode.
Range no_modes(std::int64_t cells, std::int64_t modes) { return {(modes + 1) / 2, cells - modes / 2}; }

}  // namespace

NufftEngine::NufftEngine(const Device& device, const NufftProblem& problem, const NufftChoice& choice)
    : device_(device),
      problem_(problem),
      choice_(choice),
      together_(transforms_together(unwrap(device).caps(), choice.grid.all_cells() * complex_bytes(problem.precision),
                                    problem.batch)) {
  const bool first = problem.type == NufftType::type1;
  stage_.emplace(device, PointStage::PointRequest{first ? NufftStep::spread : NufftStep::interpolate, problem.precision,
                                                  choice, problem.tolerance, together_});
  constexpr int correcting = 128;
  modes_kernel_ = NufftKernel(unwrap(device), first ? NufftStep::correct : NufftStep::precorrect,
                              {.precision = problem.precision}, correcting);
  make_plan();
  upload_corrections();
}

Problem fine_transform(const NufftProblem& problem, const FineGrid& grid, std::int64_t together) {
  std::vector<std::int64_t> lengths(grid.cells.end() - grid.axes, grid.cells.end());
  Problem transform = Problem::c2c(problem.precision, lengths, together, problem.direction);
  const bool first = problem.type == NufftType::type1;
  std::vector<Range>& outside = first ? transform.skip : transform.zero;
  for (std::size_t axis = 0; axis < lengths.size(); ++axis)
    outside.push_back(no_modes(lengths[axis], problem.modes[axis]));
  (first ? transform.out_packing : transform.in_packing) = Packing::compact;
  return transform;
}

void NufftEngine::make_plan() {
  const FineGrid& grid = choice_.grid;
  const std::int64_t bytes = complex_bytes(problem_.precision);
  plan_.emplace(device_, fine_transform(problem_, grid, together_));
  grid_ = Buffer(device_, nufft_size(together_ * grid.all_cells() * bytes));
  modes_ = Buffer(device_, nufft_size(together_ * problem_.points_of_grid() * bytes));
  if (plan_->scratch_bytes() > 0) scratch_ = Buffer(device_, plan_->scratch_bytes());
}

void NufftEngine::upload_corrections() {
  const kernel::WindowCorrection correction(choice_.window);
  const PerAxis modes = per_axis(problem_.modes);
  std::vector<double> corrections;
  std::vector<std::int32_t> lengths(modes.begin(), modes.end());
  for (std::size_t axis = 0; axis < max_nufft_axes; ++axis) {
    const bool real = axis + problem_.modes.size() >= max_nufft_axes;
    std::vector<double> half;
    for (std::int64_t k = 0; k <= modes[axis] / 2; ++k)
      half.push_back(
          real ? correction.at(static_cast<long double>(k) / static_cast<long double>(choice_.grid.cells[axis])) : 1);
    const std::int64_t negative = problem_.order == ModeOrder::increasing ? modes[axis] / 2 : 0;
    for (std::int64_t i = 0; i < modes[axis]; ++i) {
      const std::int64_t mode = (i + modes[axis] - negative) % modes[axis];
      const std::int64_t k = mode >= (modes[axis] + 1) / 2 ? modes[axis] - mode : mode;
      corrections.insert(corrections.end(), axis + 1 == max_nufft_axes ? 2 : 1, half[nufft_size(k)]);
    }
    lengths.push_back(static_cast<std::int32_t>(negative));
  }
  corrections_ = uploaded(unwrap(device_), problem_.precision, corrections);
  lengths_ = uploaded_integers(unwrap(device_), lengths);
}

std::size_t NufftEngine::device_bytes() const {
  return stage_->device_bytes() + grid_.size_bytes() + modes_.size_bytes() + corrections_->size() + lengths_->size() +
         (scratch_ ? scratch_.size_bytes() : 0);
}

std::string NufftEngine::describe() const {
  const FineGrid& grid = choice_.grid;
  return fmt::format("window of {} cells, fine grid {}, transform {}", choice_.window.width,
                     fmt::join(grid.cells.end() - grid.axes, grid.cells.end(), "x"), plan_->problem().token());
}

void NufftEngine::enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out,
                          std::int64_t batch) const {
  const Stream handle = borrowed(stream);
  const PerAxis modes = per_axis(problem_.modes);
  const std::int64_t chunks = ceil_div(modes[2], kernel::correct_chunk);
  for (std::int64_t begin = 0; begin < batch; begin += together_) {
    NufftCounts at_points;
    at_points.batch = std::min(together_, batch - begin);
    at_points.in_offset = at_points.out_offset = begin * stage_->points();
    NufftCounts at_modes;
    at_modes.batch = at_points.batch;
    at_modes.in_offset = at_modes.out_offset = begin * problem_.points_of_grid();
    at_modes.units = modes[0] * modes[1] * chunks;
    if (problem_.type == NufftType::type1) {
      stage_->enqueue(stream, in, *memory_of(grid_), at_points);
      plan_->execute(handle, grid_, modes_, scratch_, at_points.batch);
      modes_kernel_.launch(stream, {memory_of(modes_), corrections_.get(), lengths_.get(), &out}, at_modes);
    } else {
      modes_kernel_.launch(stream, {&in, corrections_.get(), lengths_.get(), memory_of(modes_)}, at_modes);
      plan_->execute(handle, modes_, grid_, scratch_, at_points.batch);
      stage_->enqueue(stream, *memory_of(grid_), out, at_points);
    }
  }
}

}  // namespace papilio::api
