// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Places a convolution's kernels in the arrays that are transformed: packed, reversed for a correlation, and shifted so
// that the first element of the circular result is the first one that the caller wants.
#pragma once

#include <complex>
#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <span>
#include <type_traits>
#include <vector>

#include "core/convolution_layout.hpp"

namespace papilio {

template <class T>
T conjugate(T value) {
  return value;
}
template <class T>
std::complex<T> conjugate(std::complex<T> value) {
  return std::conj(value);
}

/// The scalar type of an element.
template <class T>
using PartOf = decltype(std::real(T{}));

/// A type for sums of thousands of T, whose result is rounded once.
template <class T>
using WiderPart = std::conditional_t<std::is_same_v<PartOf<T>, float>, double, long double>;
template <class T>
using SumOf = std::conditional_t<std::is_same_v<T, PartOf<T>>, WiderPart<T>, std::complex<WiderPart<T>>>;

/// Index of kernel element j along a convolved axis, in a transform of n points.
inline std::int64_t place_of(const ConvolutionProblem& problem, std::size_t axis, std::int64_t j, std::int64_t n,
                             std::int64_t first) {
  const bool turned = problem.operation == Operation::correlate;
  const std::int64_t last = problem.mode == ConvolutionMode::circular ? 0 : problem.kernel_lengths[axis] - 1;
  const std::int64_t at = ((turned ? last - j : j) - first) % n;
  return at < 0 ? at + n : at;
}

/// The kernel's element at `index` of the user's memory of `elements` elements. Real elements become complex if T is.
template <class T>
T kernel_element(const ConvolutionProblem& problem, std::span<const PartOf<T>> numbers, std::int64_t index,
                 std::int64_t elements) {
  if constexpr (std::is_same_v<T, PartOf<T>>) {
    return numbers[index];
  } else {
    if (problem.field == Field::real) return {numbers[index], 0};
    if (problem.kernel.layout == ComplexLayout::planar) return {numbers[index], numbers[elements + index]};
    return {numbers[2 * index], numbers[2 * index + 1]};
  }
}

/// The kernels in arrays whose convolved axes have the lengths `padded`, surrounded by zeros. `first` has one entry for
/// each convolved axis, and `numbers` has the problem's layout. Elements that wrap around are summed.
template <class T>
std::vector<T> placed_kernels(const ConvolutionProblem& problem, const std::vector<std::int64_t>& padded,
                              const std::vector<std::int64_t>& first, std::span<const PartOf<T>> numbers) {
  const ArraySide side = kernel_side(problem);
  const std::vector<std::int64_t> strides = *side.all_strides();
  const std::vector<std::int64_t> lengths = with_convolved(problem, problem.kernel_lengths, padded);
  const std::vector<std::int64_t> begin = with_convolved(problem, std::vector<std::int64_t>(lengths.size()), first);
  const std::size_t channels = side.lengths.size() - lengths.size();  // number of channel dimensions
  std::vector<bool> convolved(side.lengths.size());
  for (std::size_t d = channels; d < convolved.size(); ++d) convolved[d] = is_convolved(problem, d - channels);
  std::int64_t array = 1;
  std::int64_t count = problem.kernels;
  for (const std::int64_t length : lengths) array *= length;
  for (const std::int64_t length : side.lengths) count *= length;
  const std::int64_t kernels = problem.kernels * problem.in_channels * problem.out_channels;
  using Sum = SumOf<T>;
  std::vector<Sum> sums(static_cast<std::size_t>(array * kernels));
  const std::int64_t elements = problem.kernel_elements();
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t rest = i;
    std::int64_t from = side.offset;
    std::int64_t at = 0;
    std::int64_t stride = 1;
    for (std::size_t d = side.lengths.size(); d-- > 0;) {
      const std::int64_t index = rest % side.lengths[d];
      rest /= side.lengths[d];
      from += index * strides[d];
      const std::size_t axis = d - channels;  // counted without the channels
      at += stride * (convolved[d] ? place_of(problem, axis, index, lengths[axis], begin[axis]) : index);
      stride *= d >= channels ? lengths[axis] : side.lengths[d];
    }
    from += rest * *side.own_distance();
    at += rest * stride;
    const T value = kernel_element<T>(problem, numbers, from, elements);
    sums[at] += Sum(problem.operation == Operation::correlate ? conjugate(value) : value);
  }
  std::vector<T> result;
  result.reserve(sums.size());
  for (const Sum& sum : sums) result.push_back(static_cast<T>(sum));
  return result;
}

}  // namespace papilio
