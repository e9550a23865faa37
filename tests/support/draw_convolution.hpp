// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any valid convolution, drawn by RapidCheck inside a property; what fails shrinks towards conv:f32:1:kernel=1.
#pragma once

#include <papilio/convolution_problem.hpp>

#include "support/draw_problem.hpp"

namespace papilio::test {

/// `longest`: of an axis, for each rank from 1 on.
inline ConvolutionProblem draw_convolution(const std::array<std::int64_t, 3>& longest, std::int64_t batch) {
  ConvolutionProblem problem;
  problem.operation = *rc::gen::element(Operation::convolve, Operation::correlate).as("operation");
  problem.precision = *rc::gen::element(Precision::f32, Precision::f64).as("precision");
  problem.field = *rc::gen::element(Field::real, Field::complex).as("field");
  problem.mode = *rc::gen::element(ConvolutionMode::full, ConvolutionMode::same, ConvolutionMode::valid,
                                   ConvolutionMode::circular)
                      .as("mode");
  const auto rank = *rc::gen::inRange<std::size_t>(1, 4).as("rank");
  problem.lengths.clear();
  problem.kernel_lengths.clear();
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t length = *magnitude(1, longest[rank - 1]).as("length");
    problem.lengths.push_back(length);
    const std::int64_t most = problem.mode == ConvolutionMode::valid ? length : longest[rank - 1];
    problem.kernel_lengths.push_back(*magnitude(1, most).as("length of the kernel"));
  }
  problem.batch = *magnitude(1, batch).as("batch");
  problem.kernels = *rc::gen::element<std::int64_t>(1, problem.batch).as("kernels");
  if (*rc::gen::weightedElement<bool>({{2, false}, {1, true}}).as("stored otherwise")) {
    problem.in_storage = *rc::gen::element(Storage::f16, Storage::bf16, Storage::f32, Storage::f64, Storage::i8,
                                           Storage::u8, Storage::i16).as("input storage");
    problem.out_storage =
        *rc::gen::element(Storage::f16, Storage::bf16, Storage::f32, Storage::f64).as("output storage");
    // A token that names the precision's own storage is read as native.
    const Storage own = problem.precision == Precision::f32 ? Storage::f32 : Storage::f64;
    for (Storage* storage : {&problem.in_storage, &problem.out_storage}) {
      if (*storage == own) *storage = Storage::native;
    }
  }
  return problem;
}

/// The same for a device without double precision.
inline void without_f64(ConvolutionProblem& problem) {
  problem.precision = Precision::f32;
  for (Storage* storage : {&problem.in_storage, &problem.out_storage}) {
    if (*storage == Storage::f64) *storage = Storage::native;
  }
}

}  // namespace papilio::test
