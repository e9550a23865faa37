// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Several neighbouring axes in one kernel, where the array, the kernel's local memory and its registers allow it
// (solvers/in_kernel_nd.cpp): one pass over memory instead of one an axis.
#include <algorithm>
#include <optional>

#include "plan/array_solver.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

/// True if a range covers a whole axis: no element is read, or none is written.
bool covers_an_axis(const std::vector<Range>& ranges, const Array& array, AxisSpan axes) {
  return std::ranges::any_of(
      axes, [&](std::size_t axis) { return !ranges.empty() && ranges[axis].size() == array.lengths[axis]; });
}

std::optional<ArrayStep> together(const ArrayContext& context, std::size_t first, std::size_t axes) {
  const Array& in = context.from(first);
  const Array& out = context.to(first + axes - 1);
  const bool all = axes == context.order().size();
  if (all && context.fusion() == LaunchFusion::wanted) return std::nullopt;
  const auto begin = context.order().begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<std::size_t> own(begin, begin + static_cast<std::ptrdiff_t>(axes));
  std::sort(own.rbegin(), own.rend());
  if ((in.real && out.real) || !nested(in, own) || !nested(out, own)) return std::nullopt;
  const auto last = first + axes == context.order().size() ? ArrayContext::Last::yes : ArrayContext::Last::no;
  const Problem& problem = context.problem();
  if (covers_an_axis(problem.zero, in, own) || covers_an_axis(problem.skip, out, own)) return std::nullopt;
  const Solver solver = in_kernel_nd_solver();
  ArrayStep step{axes, {}, 0};
  for (const RangeBox& box : context.boxes({first, axes})) {
    Batch1d lines = context.lines(own, in, out, box, last);
    lines.choice = lines.choice.after(step.parts.size());
    if (!solver.applicable(lines, context.caps())) return std::nullopt;
    std::optional<PlanNode> node = solver.plan(lines, context.caps());
    if (!node) return std::nullopt;
    step.seconds += node->seconds;
    step.parts.push_back({*std::move(node), first, axes});
  }
  if (last == ArrayContext::Last::yes) context.add_zeros(step);
  return step;
}

std::vector<ArrayStep> steps(const ArrayContext& context, std::size_t first) {
  std::vector<ArrayStep> result;
  for (std::size_t axes = 2; first + axes <= context.order().size(); ++axes) {
    std::optional<ArrayStep> step = together(context, first, axes);
    if (!step && context.choice().made()) continue;
    if (!step) break;
    result.push_back(*std::move(step));
  }
  return result;
}

bool applicable(const ArrayContext& context, std::size_t first) {
  return first + 2 <= context.order().size();  // there are two axes left
}

}  // namespace

ArraySolver in_kernel_nd() { return {"in-kernel N-D", applicable, steps}; }

}  // namespace papilio::plan
