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

std::optional<PlanNode> together(const ArrayContext& context, std::size_t first, std::size_t axes) {
  const Array& in = context.from(first);
  const Array& out = context.to(first + axes - 1);
  const bool all = axes == context.order().size();
  if (all && context.fusion() == LaunchFusion::wanted) return std::nullopt;
  const auto begin = context.order().begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<std::size_t> own(begin, begin + static_cast<std::ptrdiff_t>(axes));
  std::sort(own.rbegin(), own.rend());
  if ((in.real && out.real) || !nested(in, own) || !nested(out, own)) return std::nullopt;
  const auto last = first + axes == context.order().size() ? ArrayContext::Last::yes : ArrayContext::Last::no;
  const Batch1d lines = context.lines(own, in, out, context.first_box(in, first), last);
  const Solver solver = in_kernel_nd_solver();
  return solver.applicable(lines, context.caps()) ? solver.plan(lines, context.caps()) : std::nullopt;
}

std::vector<ArrayStep> steps(const ArrayContext& context, std::size_t first) {
  std::vector<ArrayStep> result;
  for (std::size_t axes = 2; first + axes <= context.order().size(); ++axes) {
    std::optional<PlanNode> node = together(context, first, axes);
    if (!node && context.choice().made()) continue;
    if (!node) break;
    const double seconds = node->seconds;
    result.push_back({axes, {{std::move(*node), first, axes}}, seconds});
  }
  return result;
}

bool applicable(const ArrayContext& context, std::size_t first) {
  return first + 2 <= context.order().size()  // there are two axes left
         && !context.is_pruned();             // kernels of several axes read and write all of the array
}

}  // namespace

ArraySolver in_kernel_nd() { return {"in-kernel N-D", applicable, steps}; }

}  // namespace papilio::plan
