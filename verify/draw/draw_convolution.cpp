// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/draw/draw_convolution.hpp"

#include <algorithm>

#include "core/convolution_layout.hpp"
#include "verify/draw/layouts.hpp"

namespace papilio::verify {
namespace {

void draw_storage(Choices& choices, ConvolutionProblem& problem) {
  if (!choices.one_in(3, "stored otherwise")) return;
  problem.out_storage = choices.one_of({Storage::f16, Storage::bf16, Storage::f32, Storage::f64}, "output storage");
  problem.in_storage = problem.out_storage;
  if (problem.placement == Placement::in_place) return;
  problem.in_storage = choices.one_of(
      {Storage::f16, Storage::bf16, Storage::f32, Storage::f64, Storage::i8, Storage::u8, Storage::i16, Storage::u16},
      "input storage");
}

/// The layout of one side, or the default. Only elements of results must have different addresses.
void draw_side(Choices& choices, const ArraySide& side, std::int64_t batch, ArrayLayout& layout) {
  if (!choices.one_in(3, "strided")) return;
  const bool shared = side.sharing == Sharing::allowed && choices.one_in(4, "shared");
  DrawnStrides drawn =
      shared ? draw_shared_strides(choices, side.lengths.size()) : draw_strides(choices, side.lengths, batch);
  layout.offset = draw_signs(choices, side.lengths, batch, side.lengths.size(), drawn);
  layout.offset += choices.number(0, 4, "offset");
  layout.strides = drawn.strides;
  layout.distance = drawn.distance;
}

void draw_layouts(Choices& choices, ConvolutionProblem& problem) {
  draw_side(choices, signal_side(problem), problem.batch, problem.in);
  draw_side(choices, kernel_side(problem), problem.kernels, problem.kernel);
  draw_side(choices, result_side(problem), problem.batch, problem.out);
  if (problem.field == Field::real) return;
  const auto planes = [&](const char* name) {
    return choices.one_in(4, name) ? ComplexLayout::planar : ComplexLayout::interleaved;
  };
  problem.in.layout = planes("planar signals");
  problem.kernel.layout = planes("planar kernels");
  problem.out.layout = problem.placement == Placement::in_place ? problem.in.layout : planes("planar results");
}

void draw_lengths(Choices& choices, const ConvolutionLimits& limits, ConvolutionProblem& problem) {
  const auto rank = static_cast<std::size_t>(choices.number(1, 3, "rank"));
  const std::int64_t longest = limits.length[rank - 1];
  std::int64_t room = limits.points;
  std::int64_t kernel_room = limits.points;
  problem.lengths.clear();
  problem.kernel_lengths.clear();
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t length = within_room(draw_length(choices, 1, longest), 1, room);
    const bool last = i + 1 == rank && problem.axes.empty();
    const bool convolved = last || !choices.one_in(4, "not convolved");
    std::int64_t kernel = choices.one_of<std::int64_t>({1, length}, "kernels along the axis");
    if (convolved) {
      problem.axes.push_back(static_cast<int>(i));
      const std::int64_t most = problem.mode == ConvolutionMode::valid ? length : longest;
      kernel = within_room(draw_magnitude(choices, 1, most, "length of the kernel"), 1, kernel_room);
    } else if (kernel > kernel_room) {
      kernel = 1;
    }
    if (!convolved) (void)within_room(kernel, 1, kernel_room);
    problem.lengths.push_back(length);
    problem.kernel_lengths.push_back(kernel);
  }
  problem.batch = within_room(draw_magnitude(choices, 1, limits.batch, "batch"), 1, room);
  problem.kernels = choices.one_of<std::int64_t>({1, problem.batch}, "kernels");
  if (problem.kernels > kernel_room) problem.kernels = 1;
  (void)within_room(problem.kernels, 1, kernel_room);
  if (!choices.one_in(3, "with channels")) return;
  problem.in_channels = within_room(choices.number(1, 6, "input channels"), 1, room);
  problem.out_channels = within_room(choices.number(1, 4, "output channels"), 1, room);
}

}  // namespace

ConvolutionProblem draw_convolution(Choices& choices, const ConvolutionLimits& limits) {
  ConvolutionProblem problem;
  problem.operation = choices.one_of({Operation::convolve, Operation::correlate}, "operation");
  problem.precision = choices.one_of({Precision::f32, Precision::f64}, "precision");
  problem.field = choices.one_of({Field::real, Field::complex}, "field");
  problem.mode = choices.one_of(
      {ConvolutionMode::full, ConvolutionMode::same, ConvolutionMode::valid, ConvolutionMode::circular}, "mode");
  draw_lengths(choices, limits, problem);
  problem.placement =
      choices.one_of({Placement::out_of_place, Placement::out_of_place, Placement::in_place}, "placement");
  draw_storage(choices, problem);
  draw_layouts(choices, problem);
  if (!limits.f64) without_f64(problem);
  return problem.normalised();
}

void without_f64(ConvolutionProblem& problem) {
  problem.precision = Precision::f32;
  for (Storage* storage : {&problem.in_storage, &problem.out_storage}) {
    if (*storage == Storage::f64) *storage = Storage::native;
  }
}

}  // namespace papilio::verify
