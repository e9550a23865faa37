// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where a convolution's kernels lie in the arrays that are transformed: turned for a correlation, and moved so that the
// first element of the circular result is the first that is wanted.
#pragma once

#include <complex>
#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <span>
#include <vector>

namespace papilio {

template <class T>
T conjugate(T value) {
  return value;
}
template <class T>
std::complex<T> conjugate(std::complex<T> value) {
  return std::conj(value);
}

/// Element j of an axis of K, in a transform of n points.
inline std::int64_t place_of(const ConvolutionProblem& problem, std::size_t axis, std::int64_t j, std::int64_t n,
                             std::int64_t first) {
  const bool turned = problem.operation == Operation::correlate;
  const std::int64_t last = problem.mode == ConvolutionMode::circular ? 0 : problem.kernel_lengths[axis] - 1;
  const std::int64_t at = ((turned ? last - j : j) - first) % n;
  return at < 0 ? at + n : at;
}

/// The kernels in arrays of lengths `padded`, zeros around them. What wraps around is added up.
template <class T>
std::vector<T> placed_kernels(const ConvolutionProblem& problem, const std::vector<std::int64_t>& padded,
                              const std::vector<std::int64_t>& first, std::span<const T> kernels) {
  std::int64_t array = 1;
  for (const std::int64_t length : padded) array *= length;
  std::vector<T> result(static_cast<std::size_t>(array * problem.kernels));
  const std::int64_t size = problem.kernel_elements() / problem.kernels;
  for (std::int64_t i = 0; i < problem.kernel_elements(); ++i) {
    std::int64_t rest = i % size;
    std::int64_t at = i / size * array;
    std::int64_t stride = 1;
    for (std::size_t axis = padded.size(); axis-- > 0;) {
      const std::int64_t length = problem.kernel_lengths[axis];
      at += stride * place_of(problem, axis, rest % length, padded[axis], first[axis]);
      rest /= length;
      stride *= padded[axis];
    }
    const T value = kernels[i];
    result[at] += problem.operation == Operation::correlate ? conjugate(value) : value;
  }
  return result;
}

}  // namespace papilio
