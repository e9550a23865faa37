// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/convolution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>

#include "core/layout.hpp"
#include "plan/arrays.hpp"
#include "plan/solvers/convolution_length.hpp"

namespace papilio::plan {
namespace {

using Lengths = std::vector<std::int64_t>;

std::int64_t product(const Lengths& lengths) {
  std::int64_t result = 1;
  for (const std::int64_t length : lengths) result *= length;
  return result;
}

/// Of lengths whose product is known to fit.
Lengths packed_strides(const Lengths& lengths) {
  Side side;
  side.lengths = lengths;
  return *side.packed_strides();
}

std::vector<Range> holes(const Lengths& used, const Lengths& padded) {
  std::vector<Range> result;
  for (std::size_t i = 0; i < used.size(); ++i)
    result.push_back(used[i] < padded[i] ? Range{used[i], padded[i]} : Range{});
  return result;
}

/// The element of the linear convolution, of L+K-1, where the result begins.
std::int64_t first_of(const ConvolutionProblem& problem, std::size_t axis) {
  const std::int64_t before = problem.kernel_lengths[axis] - 1;
  switch (problem.mode) {
    case ConvolutionMode::same: return before / 2;
    case ConvolutionMode::valid: return before;
    case ConvolutionMode::full:
    case ConvolutionMode::circular: break;
  }
  return 0;
}

/// A transform of this length holds the signal, and what wraps around in it falls beside the result.
std::int64_t least_length(const ConvolutionProblem& problem, std::size_t axis) {
  const std::int64_t signal = problem.lengths[axis];
  const std::int64_t first = first_of(problem, axis);
  const std::int64_t whole = signal + problem.kernel_lengths[axis] - 1;
  return std::max({signal, whole - first, first + problem.output_lengths()[axis]});
}

/// Packed arrays of lengths `used` within transforms of lengths `padded`.
Problem transform_there(const ConvolutionProblem& problem, const Lengths& used, const Lengths& padded,
                        std::int64_t batch) {
  Problem there;
  there.kind = problem.field == Field::real ? Kind::r2c : Kind::c2c;
  there.precision = problem.precision;
  there.in_storage = problem.in_storage;
  there.lengths = padded;
  there.batch = batch;
  there.in_strides = packed_strides(used);
  there.in_distance = product(used);
  there.zero = holes(used, padded);
  return there.normalised();
}

Problem transform_back(const ConvolutionProblem& problem, const Lengths& used, const Lengths& padded,
                       std::int64_t batch) {
  Problem back;
  back.kind = problem.field == Field::real ? Kind::c2r : Kind::c2c;
  back.direction = Direction::inverse;
  back.precision = problem.precision;
  back.out_storage = problem.out_storage;
  back.lengths = padded;
  back.batch = batch;
  back.out_strides = packed_strides(used);
  back.out_distance = product(used);
  back.skip = holes(used, padded);
  return back.normalised();
}

/// Seconds of both transforms along one axis, as if it were alone.
double seconds_along(const ConvolutionProblem& problem, const DeviceCaps& caps, std::size_t axis, std::int64_t padded) {
  ConvolutionProblem line = problem;
  if (axis + 1 < problem.lengths.size()) line.field = Field::complex;
  const std::int64_t others = product(problem.lengths) / problem.lengths[axis] * problem.batch;
  try {
    return plan_arrays(transform_there(line, {problem.lengths[axis]}, {padded}, others), caps, std::nullopt).seconds +
           plan_arrays(transform_back(line, {problem.output_lengths()[axis]}, {padded}, others), caps, 0).seconds;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return std::numeric_limits<double>::infinity();
  }
}

std::int64_t cheapest_length(const ConvolutionProblem& problem, const DeviceCaps& caps, std::size_t axis) {
  if (problem.mode == ConvolutionMode::circular) return problem.lengths[axis];
  std::int64_t best = 0;
  double least = 0;
  for (const std::int64_t padded : padded_lengths(least_length(problem, axis), caps.device_class)) {
    const double seconds = seconds_along(problem, caps, axis, padded);
    if (best != 0 && seconds >= least) continue;
    best = padded;
    least = seconds;
  }
  return best;
}

}  // namespace

ConvolutionPlan plan_convolution(const ConvolutionProblem& problem, const DeviceCaps& caps,
                                 const Callbacks& callbacks) {
  problem.validate();
  ConvolutionPlan plan;
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    plan.padded.push_back(cheapest_length(problem, caps, axis));
    plan.first.push_back(first_of(problem, axis));
  }
  const Problem there = transform_there(problem, problem.lengths, plan.padded, problem.batch);
  const Problem back = transform_back(problem, problem.output_lengths(), plan.padded, problem.batch);
  plan.kernel = transform_there(problem, plan.padded, plan.padded, problem.kernels);
  plan.kernel.in_storage = Storage::native;
  plan.kernel.factor = 1 / static_cast<double>(product(plan.padded));
  const std::int64_t spectrum = product(there.output_lengths());

  PlanNode& node = plan.tree;
  node.solver = "convolution";
  node.notes.push_back(fmt::format("padded={}", fmt::join(plan.padded, "x")));
  node.children.push_back(plan_arrays(there, caps, std::nullopt, {callbacks.load, {}, callbacks.parameters}));
  const std::int64_t filters_apart = problem.kernels == 1 ? 0 : spectrum;
  node.children.push_back(plan_arrays(back, caps, filters_apart, {{}, callbacks.store, callbacks.parameters}));
  const std::int64_t spectra = spectrum * problem.batch;
  relocate(node.children[0], Slot::input, Slot::scratch, spectra);
  relocate(node.children[1], Slot::scratch, Slot::output, spectra);
  for (const PlanNode& child : node.children) {
    node.seconds += child.seconds;
    node.scratch_elements = std::max(node.scratch_elements, spectra + child.scratch_elements);
  }
  return plan;
}

}  // namespace papilio::plan
