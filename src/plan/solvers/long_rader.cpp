// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Rader's convolution (rader.cpp) beyond one work-group: the first pass of a DFT of n-1 points gathers its input, the
// last pass of the inverse scatters its results, and x[0] is kept beside the convolution (keeps_dc_in_scratch()). It
// takes at most half of the points of Bluestein's algorithm.
#include "core/number_theory.hpp"
#include "plan/model/codelets.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> make(const Batch1d& lines, const DeviceCaps& caps) {
  const std::int64_t m = lines.length - 1;
  const std::optional<Split> split =
      split_convolution({lines, m, LoadOp::gather, StoreOp::scatter, lines.direction, lines.length}, caps);
  if (!split) return std::nullopt;
  return convolution_node("long-rader", *split, lines, m, lines.length);
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  return caps.device_class == DeviceClass::gpu  // a CPU's vectors need contiguous elements
         && lines.length > 1024                 // shorter ones fit one kernel on every device
         && !one_kernel_convolves(lines, caps)  // one kernel does not suffice on this device either
         && is_prime(lines.length)              // a cyclic group of order n-1
         && has_codelets(lines.length - 1);
}

}  // namespace

Solver long_rader_solver() { return {"long-rader", applicable, make}; }

}  // namespace papilio::plan
