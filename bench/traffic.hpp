// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Bytes of a problem's input and output: the size of the buffers, and what any implementation must move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <papilio/problem.hpp>

#include "bench/arena.hpp"
#include "bench/work.hpp"

namespace papilio::bench {

/// The size of the buffers, gaps of the layout included.
inline std::int64_t input_bytes(const Problem& problem) {
  return problem.input_elements() * problem.input_element_bytes();
}
inline std::int64_t output_bytes(const Problem& problem) {
  return problem.output_elements() * problem.output_element_bytes();
}
inline std::int64_t input_bytes(const ConvolutionProblem& problem) {
  return problem.signal_elements() * problem.input_element_bytes();
}
inline std::int64_t output_bytes(const ConvolutionProblem& problem) {
  return problem.output_elements() * problem.output_element_bytes();
}
/// The size that both buffers of an arena need: that of the larger side, or half of the bytes that must be moved, which
/// are copied from one to the other.
inline std::int64_t arena_bytes(const Work& work) {
  return std::max({work.input_bytes(), work.output_bytes(), work.minimal_bytes() / 2});
}
/// The buffer that holds the result.
template <class AnyProblem>
Part result_part(const AnyProblem& problem) {
  return problem.placement == Placement::in_place ? Part::input : Part::output;
}

/// Every element that matters read once (neither zero nor in a skipped line), every element that is not skipped written
/// once; no gaps.
std::int64_t minimal_input_bytes(const Problem& problem);
std::int64_t minimal_output_bytes(const Problem& problem);
/// Signals and kernels read once, results written once; no gaps.
std::int64_t minimal_input_bytes(const ConvolutionProblem& problem);
std::int64_t minimal_output_bytes(const ConvolutionProblem& problem);
/// Transforms of a problem: arrays, times the lengths of the axes that are not transformed.
std::int64_t transforms_of(const Problem& problem);

}  // namespace papilio::bench
