// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/single_kernel.hpp"

#include <fmt/format.h>

namespace papilio::plan {

std::optional<PlanNode> single_kernel_plan(const char* solver, const Problem& problem, const DeviceCaps& caps,
                                           Algorithm algorithm, std::int64_t work_length) {
  KernelWish wish;
  wish.spec.precision = problem.precision;
  wish.spec.direction = problem.direction;
  wish.spec.algorithm = algorithm;
  wish.spec.length = problem.points();
  wish.spec.scale = problem.scale_factor();
  wish.spec.in_place = problem.placement == Placement::in_place;
  wish.work_length = work_length;
  wish.batch = problem.batch;
  const std::optional<ShapedKernel> kernel = shape_kernel(wish, caps);
  if (!kernel) return std::nullopt;
  PlanNode node;
  node.solver = solver;
  node.seconds = kernel->seconds;
  if (algorithm != Algorithm::stockham) node.notes.push_back(fmt::format("convolution={}", work_length));
  node.pass = Pass{kernel->spec,
                   {Slot::input, 0, problem.in_distance},
                   {Slot::output, 0, problem.out_distance},
                   problem.points(),
                   problem.points()};
  return node;
}

}  // namespace papilio::plan
