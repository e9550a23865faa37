// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Bytes of a problem's input and output: the size of the buffers, and what any implementation must move.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>

#include "bench/arena.hpp"
#include "bench/work.hpp"
#include "core/storage.hpp"

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
/// The numbers, without coordinates of points.
inline std::int64_t input_bytes(const verify::PlacedNufft& problem) {
  return problem.batch * problem.inputs() * element_bytes(problem.precision);
}
inline std::int64_t output_bytes(const verify::PlacedNufft& problem) {
  return problem.batch * problem.outputs() * element_bytes(problem.precision);
}
inline std::int64_t bytes_of(const RaggedProblem& problem, std::int64_t elements, bool input) {
  const bool real = problem.kind == (input ? Kind::r2c : Kind::c2r);
  return elements * element_bytes(problem.precision) / (real ? 2 : 1);
}
inline std::int64_t input_bytes(const RaggedProblem& problem) {
  return bytes_of(problem, problem.all_elements(true), true);
}
inline std::int64_t output_bytes(const RaggedProblem& problem) {
  return bytes_of(problem, problem.all_elements(false), false);
}
/// The size that both buffers of an arena need: that of the larger side, or half of the bytes that must be moved, which
/// are copied from one to the other.
inline std::int64_t arena_bytes(const Work& work) {
  return std::max({work.input_bytes(), work.output_bytes(), work.minimal_bytes() / 2});
}
/// The size that both get: VkFFT (1.2.26, at least) reads past the last transform (c2c:f32:3*22369621, 31*2164802),
/// which ends the process if nothing is there.
inline std::size_t reserved_bytes(const Work& work) {
  constexpr std::size_t behind = std::size_t{1} << 20;
  return static_cast<std::size_t>(arena_bytes(work)) + behind;
}
/// The buffer that holds the result.
template <class AnyProblem>
Part result_part(const AnyProblem& problem) {
  if constexpr (requires { problem.placement; })
    return problem.placement == Placement::in_place ? Part::input : Part::output;
  return Part::output;
}

/// Every element that matters read once (neither zero nor in a skipped line), every element that is not skipped written
/// once; no gaps.
std::int64_t minimal_input_bytes(const Problem& problem);
std::int64_t minimal_output_bytes(const Problem& problem);
/// Signals and kernels read once, results written once; no gaps.
std::int64_t minimal_input_bytes(const ConvolutionProblem& problem);
std::int64_t minimal_output_bytes(const ConvolutionProblem& problem);
/// Numbers and coordinates read once, results written once.
std::int64_t minimal_input_bytes(const verify::PlacedNufft& problem);
inline std::int64_t minimal_output_bytes(const verify::PlacedNufft& problem) { return output_bytes(problem); }
/// Without gaps. Elements that transforms share are read once.
std::int64_t minimal_input_bytes(const RaggedProblem& problem);
std::int64_t minimal_output_bytes(const RaggedProblem& problem);
/// Transforms of a problem: arrays, times the lengths of the axes that are not transformed.
std::int64_t transforms_of(const Problem& problem);

}  // namespace papilio::bench
