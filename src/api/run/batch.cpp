// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <papilio/error.hpp>
#include <vector>

#include "core/layout.hpp"
#include "core/overlap.hpp"

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

/// The largest batch of which no array begins before the buffer, and whose counts and addresses in bytes fit 64 bits.
std::int64_t max_within_buffer(const ArraySide& side, const Problem& problem) {
  constexpr std::int64_t max_bytes = std::int64_t{1} << 56;
  const std::int64_t distance = *side.own_distance();
  const std::int64_t room = distance < 0
                                ? *side.unused(problem.batch)
                                : max_bytes / side.element_bytes(problem.precision) - *side.elements(problem.batch);
  return problem.batch + std::max<std::int64_t>(room, 0) / std::abs(distance);
}

/// The largest batch, `max` at most, of which no two elements share an address, unless the side allows that.
std::int64_t max_distinct(const ArraySide& side, std::int64_t planned, std::int64_t max) {
  if (side.sharing == Sharing::allowed || max <= planned) return max;
  std::vector<StridedAxis> axes = {{planned, *side.own_distance()}};
  const std::vector<std::int64_t> strides = *side.all_strides();
  std::int64_t span = 0;  // of an array
  for (std::size_t i = 0; i < strides.size(); ++i) {
    axes.push_back({side.lengths[i], strides[i]});
    span += (side.lengths[i] - 1) * std::abs(strides[i]);
  }
  // Arrays that are further apart in the batch than this are further apart in memory than their span.
  const std::int64_t near = span / std::abs(axes.front().stride) + 1;
  if (near <= planned) return max;
  const auto are_distinct = [&](std::int64_t batch) {
    axes.front().count = batch;
    return find_overlap(axes).overlap == Overlap::none;
  };
  std::int64_t overlapping = std::min(near, max);
  if (are_distinct(overlapping)) return max;
  std::int64_t distinct = planned;
  while (overlapping - distinct > 1) {
    const std::int64_t middle = distinct + (overlapping - distinct) / 2;
    (are_distinct(middle) ? distinct : overlapping) = middle;
  }
  return distinct;
}

std::int64_t max_arrays(const Problem& problem) {
  const ArraySide in = input_side(problem);
  const ArraySide out = output_side(problem);
  std::int64_t max = std::min(max_within_buffer(in, problem), max_within_buffer(out, problem));
  for (const ArraySide* side : {&in, &out}) max = max_distinct(*side, problem.batch, max);
  return max;
}

}  // namespace

BatchLimits batch_limits(const plan::PlanNode& tree, const Problem& problem) {
  const std::int64_t batch = problem.batch;
  if (batch == 1) return {1, 1};  // the kernels may rely on it
  const auto passes = tree.passes();
  if (!std::ranges::all_of(passes, [&](const plan::Pass* pass) { return is_outermost(*pass, problem); })) {
    return {batch, batch};
  }
  return {1, tree.scratch_elements == 0 ? max_arrays(problem) : batch};
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

SideExtent::SideExtent(const ArraySide& side, const Problem& problem)
    : element_bytes_(side.element_bytes(problem.precision)),
      end_(*side.elements(problem.batch)),
      begin_(*side.unused(problem.batch)),
      distance_(*side.own_distance()) {}

}  // namespace papilio::api
