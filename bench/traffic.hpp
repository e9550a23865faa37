// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Bytes of a problem's sides: what its buffers take, and what any implementation must move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <papilio/problem.hpp>

#include "bench/arena.hpp"
#include "bench/work.hpp"

namespace papilio::bench {

/// Of the buffers, gaps of a layout included.
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
/// What both buffers of an arena must hold: a side, or half of what must be moved, which is copied from one to the
/// other.
inline std::int64_t arena_bytes(const Work& work) {
  return std::max({work.input_bytes(), work.output_bytes(), work.minimal_bytes() / 2});
}
/// The buffer in which the result is.
template <class AnyProblem>
Part result_part(const AnyProblem& problem) {
  return problem.placement == Placement::in_place ? Part::input : Part::output;
}

/// Every element of the arrays read once that counts (neither zero, nor of a line that is skipped), every one written
/// once that is not skipped; no gaps.
std::int64_t minimal_input_bytes(const Problem& problem);
std::int64_t minimal_output_bytes(const Problem& problem);
/// Signals and kernels read once, results written once; no gaps.
std::int64_t minimal_input_bytes(const ConvolutionProblem& problem);
std::int64_t minimal_output_bytes(const ConvolutionProblem& problem);
/// Transforms of a problem: arrays, times the lengths of the axes that are not transformed.
std::int64_t transforms_of(const Problem& problem);

}  // namespace papilio::bench
