// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Rader's convolution (rader.cpp) beyond one work-group: the first pass of a DFT of n-1 points gathers its input, the
// last pass of the inverse scatters its results, and x[0] goes along beside the convolution. Half of the points, or
// fewer, that Bluestein's way takes.
#include "core/number_theory.hpp"
#include "plan/cost.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> make(const Lines& lines, const DeviceCaps& caps) {
  const std::int64_t m = lines.length - 1;
  const std::optional<Split> split =
      split_convolution({lines, m, LoadOp::gather, StoreOp::scatter, lines.direction, lines.length}, caps);
  if (!split) return std::nullopt;
  return convolution_node("long-rader", *split, lines, m, lines.length);
}

bool applicable(const Lines& lines, const DeviceCaps& caps) {
  return caps.device_class == DeviceClass::gpu  // a CPU's vectors need neighbours
         && lines.length > 1024                 // one kernel does it everywhere
         && !one_kernel_convolves(lines, caps)  // here as well
         && is_prime(lines.length)              // a cyclic group of order n-1
         && has_codelets(lines.length - 1);
}

}  // namespace

Solver long_rader_solver() { return {"long-rader", applicable, make}; }

}  // namespace papilio::plan
