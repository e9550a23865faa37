// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What belongs together in a convolution: a signal, all its channels, its kernels, and its result. Axes that are not
// convolved are batches like any other here.
#pragma once

#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <vector>

#include "verify/reference/side_layout.hpp"

namespace papilio::verify {

class ConvolutionGroups {
 public:
  ConvolutionGroups() = default;
  /// `problem` is valid and normalised.
  explicit ConvolutionGroups(const ConvolutionProblem& problem);

  [[nodiscard]] std::int64_t count() const { return signals.transforms(); }
  /// The transform of `kernels` that is group number `group`'s.
  [[nodiscard]] std::int64_t kernels_of(std::int64_t group) const;

  // Transforms are groups: numbers of all channels, one after the other, row-major.
  SideLayout signals;
  SideLayout kernels;
  SideLayout results;
  /// One channel of a signal and one kernel, packed, of the convolved axes alone.
  ConvolutionProblem one;

 private:
  struct AxisLoop {
    std::int64_t count = 1;
    std::int64_t kernels = 1;  ///< the same, or 1
  };
  std::vector<AxisLoop> loops_;  ///< arrays of the batch, then axes that are not convolved
};

/// All numbers of a transform, in row-major order.
template <class T>
std::vector<T> numbers_of(const SideLayout& side, std::int64_t transform, const std::vector<T>& buffer) {
  std::vector<T> numbers;
  numbers.reserve(static_cast<std::size_t>(side.elements() * side.width()));
  side.for_each_number(transform, [&](std::int64_t at) { numbers.push_back(buffer.at(static_cast<std::size_t>(at))); });
  return numbers;
}

}  // namespace papilio::verify
