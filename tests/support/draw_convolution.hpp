// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Generates any valid convolution inside a RapidCheck property; a failing one shrinks towards conv:f32:1:kernel=1.
#pragma once

#include <papilio/convolution_problem.hpp>

#include "core/convolution_layout.hpp"
#include "support/draw_problem.hpp"

namespace papilio::test {

inline void draw_storage(ConvolutionProblem& problem) {
  if (!*rc::gen::weightedElement<bool>({{2, false}, {1, true}}).as("stored otherwise")) return;
  problem.out_storage = *rc::gen::element(Storage::f16, Storage::bf16, Storage::f32, Storage::f64).as("output storage");
  const bool in_place = problem.placement == Placement::in_place;
  problem.in_storage = in_place ? problem.out_storage
                                : *rc::gen::element(Storage::f16, Storage::bf16, Storage::f32, Storage::f64,
                                                    Storage::i8, Storage::u8, Storage::i16)
                                       .as("input storage");
}

/// The layout of one side, or the default.
inline void draw_side(const ArraySide& side, std::int64_t batch, ArrayLayout& layout) {
  if (!*rc::gen::weightedElement<bool>({{2, false}, {1, true}}).as("strided")) return;
  draw_strides(side.lengths, batch, 0, layout.strides, layout.distance);
  layout.offset = *rc::gen::inRange<std::int64_t>(0, 5).as("offset");
}

inline void draw_layouts(ConvolutionProblem& problem) {
  draw_side(signal_side(problem), problem.batch, problem.in);
  draw_side(kernel_side(problem), problem.kernels, problem.kernel);
  draw_side(result_side(problem), problem.batch, problem.out);
  if (problem.field == Field::real) return;
  const auto parts = [](const char* name) {
    return *rc::gen::weightedElement<ComplexLayout>({{3, ComplexLayout::interleaved}, {1, ComplexLayout::planar}})
                .as(name);
  };
  problem.in.layout = parts("parts of signals");
  problem.kernel.layout = parts("parts of kernels");
  problem.out.layout = problem.placement == Placement::in_place ? problem.in.layout : parts("parts of results");
}

/// `longest`: the largest axis length for each rank from 1 on. The result is normalised.
inline ConvolutionProblem draw_convolution(const std::array<std::int64_t, 3>& longest, std::int64_t batch) {
  ConvolutionProblem problem;
  problem.operation = *rc::gen::element(Operation::convolve, Operation::correlate).as("operation");
  problem.precision = *rc::gen::element(Precision::f32, Precision::f64).as("precision");
  problem.field = *rc::gen::element(Field::real, Field::complex).as("field");
  problem.mode =
      *rc::gen::element(ConvolutionMode::full, ConvolutionMode::same, ConvolutionMode::valid, ConvolutionMode::circular)
           .as("mode");
  const auto rank = *rc::gen::inRange<std::size_t>(1, 4).as("rank");
  problem.lengths.clear();
  problem.kernel_lengths.clear();
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t length = *magnitude(1, longest[rank - 1]).as("length");
    problem.lengths.push_back(length);
    const bool last = i + 1 == rank && problem.axes.empty();
    const bool convolved = last || *rc::gen::weightedElement<bool>({{3, true}, {1, false}}).as("convolved");
    if (convolved) problem.axes.push_back(static_cast<int>(i));
    const std::int64_t most = problem.mode == ConvolutionMode::valid ? length : longest[rank - 1];
    problem.kernel_lengths.push_back(convolved
                                         ? *magnitude(1, most).as("length of the kernel")
                                         : *rc::gen::element<std::int64_t>(1, length).as("kernels along the axis"));
  }
  problem.batch = *magnitude(1, batch).as("batch");
  problem.kernels = *rc::gen::element<std::int64_t>(1, problem.batch).as("kernels");
  if (*rc::gen::weightedElement<bool>({{2, false}, {1, true}}).as("with channels")) {
    problem.in_channels = *rc::gen::inRange<std::int64_t>(1, 7).as("input channels");
    problem.out_channels = *rc::gen::inRange<std::int64_t>(1, 5).as("output channels");
  }
  problem.placement =
      *rc::gen::weightedElement<Placement>({{2, Placement::out_of_place}, {1, Placement::in_place}}).as("placement");
  draw_storage(problem);
  draw_layouts(problem);
  return problem.normalised();
}

/// Changes the problem to one for a device without double precision.
inline void without_f64(ConvolutionProblem& problem) {
  problem.precision = Precision::f32;
  for (Storage* storage : {&problem.in_storage, &problem.out_storage}) {
    if (*storage == Storage::f64) *storage = Storage::native;
  }
}

}  // namespace papilio::test
