// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/single_kernel.hpp"

#include <fmt/format.h>

#include "plan/solvers/wide_convolution.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> plan_in(const Batch1d& lines, const DeviceCaps& caps, const SingleKernel& wanted) {
  KernelRequest request;
  request.spec = lines.spec();
  request.spec.algorithm = wanted.algorithm;
  request.work_length = wanted.work_length;
  request.batch = lines.batch;
  request.choice = lines.choice;
  const std::optional<ShapedKernel> kernel = shape_kernel(request, caps, wanted.limit);
  if (!kernel) return std::nullopt;
  PlanNode node;
  node.solver = wanted.solver;
  node.seconds = kernel->seconds;
  if (wanted.algorithm != Algorithm::stockham && wanted.algorithm != Algorithm::prime_factor)
    node.notes.push_back(fmt::format("convolution={}", wanted.work_length));
  node.pass = make_pass(kernel->spec, lines, lines.in, lines.out);
  return node;
}

}  // namespace

std::optional<PlanNode> single_kernel_plan(const Batch1d& lines, const DeviceCaps& caps, const SingleKernel& wanted) {
  const bool convolves = wanted.algorithm == Algorithm::rader || wanted.algorithm == Algorithm::bluestein;
  if (convolves && computed_in_f64(lines, caps)) {
    std::optional<PlanNode> wide = plan_in(in_f64(lines), caps, wanted);  // it may not fit local memory
    if (wide) {
      wide->notes.emplace_back("in-f64");
      return wide;
    }
  }
  return plan_in(lines, caps, wanted);
}

std::optional<PlanNode> half_or_whole(const Batch1d& lines, bool halves,
                                      const std::function<std::optional<PlanNode>(const Batch1d&)>& plan) {
  std::optional<PlanNode> half = halves ? plan(lines.halved()) : std::nullopt;
  if (!half) return plan(lines);
  half->notes.emplace_back("half-length");
  return half;
}

}  // namespace papilio::plan
