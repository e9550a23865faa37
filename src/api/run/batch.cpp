// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

namespace papilio::api {
namespace {

/// True if the outermost loop of the pass goes through the arrays of the batch; further loops may be merged into it.
/// Operands in scratch are not checked: a pass has the same loops on both sides, arrays in packed scratch are far
/// apart, and the passes that read the input and write the output are checked.
bool is_outermost(const plan::Pass& pass, const Problem& problem) {
  std::int64_t inner = 1;
  for (const Loop& loop : pass.kernel.loops) inner *= loop.count;
  const std::int64_t outermost = pass.batch / inner;
  if (outermost % problem.batch != 0) return false;
  // No other loop with the same count can be mistaken for the batch: elements of two arrays would share addresses.
  const auto steps = [&](const plan::Operand& operand) {
    if (operand.slot == plan::Slot::scratch) return true;
    const std::int64_t distance = operand.slot == plan::Slot::input ? problem.in_distance : problem.out_distance;
    return operand.distance * (outermost / problem.batch) == distance;
  };
  return steps(pass.source) && steps(pass.target);
}

/// Counts and addresses of a larger batch, in bytes, fit 64 bits.
std::int64_t most_arrays(const Problem& problem) {
  constexpr std::int64_t most_bytes = std::int64_t{1} << 56;
  return std::min(most_bytes / (problem.in_distance * problem.input_element_bytes()),
                  most_bytes / (problem.out_distance * problem.output_element_bytes()));
}

}  // namespace

BatchLimits batch_limits(const plan::PlanNode& tree, const Problem& problem) {
  const std::int64_t batch = problem.batch;
  if (batch == 1) return {1, 1};  // the kernels may rely on it
  const auto passes = tree.passes();
  if (!std::ranges::all_of(passes, [&](const plan::Pass* pass) { return is_outermost(*pass, problem); })) {
    return {batch, batch};
  }
  return {1, tree.scratch_elements == 0 ? std::max(batch, most_arrays(problem)) : batch};
}

Batch checked_batch(std::int64_t asked, const Problem& problem, const BatchLimits& limits) {
  if (asked == 0) return {problem.batch, problem.batch};
  if (asked >= limits.least && asked <= limits.most) return {problem.batch, asked};
  throw Error::invalid_argument(fmt::format("an execution with a batch of {}", asked),
                                limits.least == limits.most
                                    ? fmt::format("the plan of {} takes {} only", problem.token(), limits.most)
                                    : fmt::format("the plan of {} takes 1 to {}", problem.token(), limits.most),
                                "make a plan for that batch");
}

}  // namespace papilio::api
