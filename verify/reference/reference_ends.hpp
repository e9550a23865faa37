// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Means, windows and shifts on the numbers of one transform, packed and in row-major order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

#include "core/ends.hpp"
#include "core/layout.hpp"

namespace papilio::verify {

/// Calls visit(axis, inner, length) for the transformed axes of an array with these indices.
template <class Visit>
void for_each_transformed(const Problem& problem, const std::vector<std::int64_t>& indices, const Visit& visit) {
  std::int64_t inner = 1;
  const std::vector<int> axes = problem.transformed_axes();
  for (std::size_t i = axes.size(); i-- > 0;) {
    const auto axis = static_cast<std::size_t>(axes[i]);
    visit(axis, inner, indices[axis]);
    inner *= indices[axis];
  }
}

/// Moves elements of `width` numbers whose index along an axis is i to index (i + by) % length.
template <class Real>
void rotate_axis(std::vector<Real>& numbers, std::int64_t inner, std::int64_t length, std::int64_t by) {
  const std::int64_t line = inner * length;
  const auto begin = numbers.begin();
  for (std::int64_t at = 0; at < std::ssize(numbers); at += line)
    std::rotate(begin + at, begin + at + (length - by) % length * inner, begin + at + line);
}

/// The sums over the taps of a window. `position`: the number of the first element in the signal.
template <class Real>
void fold(const Problem& problem, std::vector<Real>& numbers, std::int64_t position) {
  const std::int64_t width = problem.real_input() ? 1 : 2;
  const std::int64_t n = problem.lengths.back();
  const std::int64_t elements = n * problem.window.taps;
  std::vector<Real> sums(static_cast<std::size_t>(width * n));
  const std::int64_t turn = problem.window.phase == WindowPhase::signal ? position % n : 0;
  for (std::int64_t j = 0; j < elements; ++j) {
    const auto weight = static_cast<Real>(window_value(problem.window, j, elements));
    for (std::int64_t part = 0; part < width; ++part)
      sums[(j + turn) % n * width + part] += weight * numbers[j * width + part];
  }
  numbers = sums;
}

/// Subtracts the means along an axis, of the numbers outside of its range of zeros, from those numbers.
template <class Real>
void subtract_means(std::vector<Real>& numbers, std::int64_t inner, std::int64_t length, const Range& zeros) {
  const std::int64_t line = inner * length;
  for (std::int64_t at = 0; at < std::ssize(numbers); at += line) {
    for (std::int64_t first = at; first < at + inner; ++first) {
      const auto visit = [&](const auto& work) {
        for (std::int64_t i = 0; i < length; ++i) {
          if (i < zeros.begin || i >= zeros.end) work(numbers[first + i * inner]);
        }
      };
      Real sum = 0;
      visit([&](Real x) { sum += x; });
      const Real mean = sum / static_cast<Real>(length - zeros.size());
      visit([&](Real& x) { x -= mean; });
    }
  }
}

/// The numbers of the input as they lie in memory become those that the transform takes. `position`: fold().
template <class Real>
void apply_input_ends(const Problem& problem, std::vector<Real>& numbers, std::int64_t position) {
  if (folds(problem.window)) return fold(problem, numbers, position);
  const std::int64_t width = problem.real_input() ? 1 : 2;
  for_each_transformed(problem, input_indices(problem), [&](std::size_t axis, std::int64_t inner, std::int64_t length) {
    if (problem.detrend != Detrend::none && detrend_axis(problem) == static_cast<int>(axis))
      subtract_means(numbers, width * inner, length, problem.zero_of(axis));
  });
  for_each_transformed(problem, input_indices(problem), [&](std::size_t axis, std::int64_t inner, std::int64_t length) {
    if (problem.window.kind != WindowFunction::none && window_axis(problem) == static_cast<int>(axis)) {
      for (std::int64_t i = 0; i < std::ssize(numbers); ++i)
        numbers[i] *= static_cast<Real>(window_value(problem.window, i / width / inner % length, length));
    }
    if (is_in_shift(problem, axis)) rotate_axis(numbers, width * inner, length, length - length / 2);
  });
}

/// The results of the transform become the numbers of the output as they lie in memory.
template <class Real>
void apply_output_ends(const Problem& problem, std::vector<Real>& numbers) {
  const std::int64_t width = problem.real_results() ? 1 : 2;
  for_each_transformed(problem, output_indices(problem),
                       [&](std::size_t axis, std::int64_t inner, std::int64_t length) {
                         if (is_out_shift(problem, axis)) rotate_axis(numbers, width * inner, length, length / 2);
                       });
}

}  // namespace papilio::verify
