// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/traffic.hpp"

#include <vector>

#include "core/layout.hpp"
#include "core/number_theory.hpp"

namespace papilio::bench {
namespace {

/// Indices of an axis of `length` that are in neither range.
std::int64_t outside(std::int64_t length, Range a, Range b) {
  const std::int64_t common = std::max<std::int64_t>(0, std::min(a.end, b.end) - std::max(a.begin, b.begin));
  return length - a.size() - b.size() + common;
}

bool is_transformed(const std::vector<int>& axes, std::size_t axis) {
  return std::find(axes.begin(), axes.end(), static_cast<int>(axis)) != axes.end();
}

}  // namespace

std::int64_t minimal_input_bytes(const Problem& problem) {
  const std::vector<std::int64_t> lengths = input_indices(problem);
  const std::vector<int> axes = problem.transformed_axes();
  std::int64_t elements = problem.batch;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    // Along an untransformed axis, input at a skipped index does not affect results that are kept.
    const Range unwanted = is_transformed(axes, i) ? Range{} : problem.skip_of(i);
    elements *= outside(lengths[i], problem.zero_of(i), unwanted);
  }
  // Elements that share an address are read once.
  return std::min(elements, problem.input_elements()) * problem.input_element_bytes();
}

std::int64_t minimal_output_bytes(const Problem& problem) {
  const std::vector<std::int64_t> lengths = output_indices(problem);
  std::int64_t elements = problem.batch;
  for (std::size_t i = 0; i < lengths.size(); ++i) elements *= lengths[i] - problem.skip_of(i).size();
  return elements * problem.output_element_bytes();
}

std::int64_t minimal_input_bytes(const ConvolutionProblem& problem) {
  const std::int64_t signals = problem.batch * problem.in_channels * product(problem.lengths);
  const std::int64_t kernels =
      problem.kernels * problem.in_channels * problem.out_channels * product(problem.kernel_lengths);
  return signals * problem.input_element_bytes() + kernels * problem.element_bytes();
}

std::int64_t minimal_output_bytes(const ConvolutionProblem& problem) {
  return problem.batch * problem.out_channels * product(problem.output_lengths()) * problem.output_element_bytes();
}

std::int64_t minimal_input_bytes(const verify::PlacedNufft& problem) {
  const std::int64_t coordinates = problem.dimensions() * (problem.points + problem.frequencies);
  return input_bytes(problem) + coordinates * element_bytes(problem.precision) / 2;
}

namespace {
std::int64_t elements_of(const RaggedProblem& problem, bool input) {
  std::int64_t elements = 0;
  for (std::size_t i = 0; i < problem.lengths.size(); ++i) elements += problem.elements(i, input);
  return problem.batch * elements;
}
}  // namespace

std::int64_t minimal_input_bytes(const RaggedProblem& problem) {
  return bytes_of(problem, std::min(elements_of(problem, true), problem.all_elements(true)), true);
}

std::int64_t minimal_output_bytes(const RaggedProblem& problem) {
  return bytes_of(problem, elements_of(problem, false), false);
}

std::int64_t transforms_of(const Problem& problem) {
  const std::vector<int> axes = problem.transformed_axes();
  std::int64_t transforms = problem.batch;
  for (std::size_t i = 0; i < problem.lengths.size(); ++i) {
    if (!is_transformed(axes, i)) transforms *= problem.lengths[i];
  }
  return transforms;
}

}  // namespace papilio::bench
