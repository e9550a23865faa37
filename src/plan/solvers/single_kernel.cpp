// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/single_kernel.hpp"

#include <fmt/format.h>

namespace papilio::plan {

std::optional<PlanNode> single_kernel_plan(const char* solver, const Lines& lines, const DeviceCaps& caps,
                                           Algorithm algorithm, std::int64_t work_length, double limit) {
  KernelRequest request;
  request.spec = lines.spec();
  request.spec.algorithm = algorithm;
  request.work_length = work_length;
  request.batch = lines.batch;
  request.choice = lines.choice;
  const std::optional<ShapedKernel> kernel = shape_kernel(request, caps, limit);
  if (!kernel) return std::nullopt;
  PlanNode node;
  node.solver = solver;
  node.seconds = kernel->seconds;
  if (algorithm != Algorithm::stockham && algorithm != Algorithm::prime_factor)
    node.notes.push_back(fmt::format("convolution={}", work_length));
  node.pass = make_pass(kernel->spec, lines, lines.in, lines.out);
  return node;
}

}  // namespace papilio::plan
