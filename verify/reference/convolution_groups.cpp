// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/convolution_groups.hpp"

#include "core/convolution_layout.hpp"

namespace papilio::verify {

ConvolutionGroups::ConvolutionGroups(const ConvolutionProblem& problem)
    : signals(stand_in(problem, signal_side(problem), problem.batch), End::input),
      kernels(stand_in(problem, kernel_side(problem), problem.kernels), End::input),
      results(stand_in(problem, result_side(problem), problem.batch), End::input) {
  one.operation = problem.operation;
  one.precision = problem.precision;
  one.field = problem.field;
  one.mode = problem.mode;
  one.lengths.clear();
  one.kernel_lengths.clear();
  loops_.push_back({problem.batch, problem.kernels});
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    if (is_convolved(problem, axis)) {
      one.lengths.push_back(problem.lengths[axis]);
      one.kernel_lengths.push_back(problem.kernel_lengths[axis]);
    } else {
      loops_.push_back({problem.lengths[axis], problem.kernel_lengths[axis]});
    }
  }
}

std::int64_t ConvolutionGroups::kernels_of(std::int64_t group) const {
  std::int64_t result = 0;
  std::int64_t stride = 1;
  for (std::size_t i = loops_.size(); i-- > 0;) {
    const AxisLoop& loop = loops_[i];
    if (loop.kernels > 1) result += stride * (group % loop.count);
    group /= loop.count;
    stride *= loop.kernels;
  }
  return result;
}

}  // namespace papilio::verify
