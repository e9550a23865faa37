// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Bluestein's convolution (bluestein.cpp) beyond one work-group: the passes of a forward DFT and those of the inverse
// DFT. There are no other passes: the last forward pass, the product with the chirp's spectrum and the first inverse
// pass are one kernel, which saves a round trip to memory. Where its tile does not fit, these are two, and the forward
// one multiplies when it stores.
#include "core/number_theory.hpp"
#include "plan/model/codelets.hpp"
#include "plan/solvers/convolution_length.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"
#include "plan/solvers/wide_convolution.hpp"

namespace papilio::plan {
namespace {

std::optional<Split> split_of(const Batch1d& lines, const DeviceCaps& caps, std::int64_t m) {
  SplitRequest request{lines, m, LoadOp::chirp, StoreOp::chirp, lines.direction, m};
  if (std::optional<Split> split = split_convolution(request, caps)) return split;
  request.store = StoreOp::spectrum;
  request.lines.direction = Direction::forward;
  request.lines.scale = 1;
  request.lines.out = scratch_end(lines, m, 0);
  std::optional<Split> split = split_into_passes(request, caps);
  request = {lines, m, LoadOp::none, StoreOp::chirp, lines.direction, m};
  request.lines.direction = Direction::inverse;
  request.lines.in = scratch_end(lines, m, 0);
  if (!split) return std::nullopt;
  request.lines.choice = lines.choice.after(split->kernels.size());
  const std::optional<Split> inverse = split_into_passes(request, caps);
  if (!inverse) return std::nullopt;
  split->kernels.insert(split->kernels.end(), inverse->kernels.begin(), inverse->kernels.end());
  split->seconds += inverse->seconds;
  return split;
}

/// A convolution of m points, as passes.
struct ConvolutionSplit {
  Split split;
  std::int64_t m = 0;
};

std::optional<ConvolutionSplit> convolve(const Batch1d& lines, const DeviceCaps& caps) {
  std::optional<ConvolutionSplit> best;
  for (const std::int64_t m : long_convolution_lengths(lines, caps.device_class)) {
    std::optional<Split> split = split_of(lines, caps, m);
    if (split && (!best || split->seconds < best->split.seconds)) best = {*std::move(split), m};
  }
  return best;
}

std::optional<PlanNode> make(const Batch1d& wanted, const DeviceCaps& caps) {
  const bool wide = computed_in_f64(wanted, caps);
  const Batch1d lines = wide ? in_f64(wanted) : wanted;
  const std::optional<ConvolutionSplit> found = convolve(lines, caps);
  if (!found) return std::nullopt;
  PlanNode node = convolution_node("long-bluestein", found->split, lines, found->m, found->m);
  if (wide) node.notes.emplace_back("in-f64");
  return node;
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  return !one_kernel_convolves(lines, caps) && lines.length >= 16  // shorter ones fit one kernel on every device
         && !is_smooth(lines.length)  // it has a prime factor for which other algorithms are slow or impossible
         && !codelets_suffice(lines.length, lines.precision, caps);  // codelets are faster
}

}  // namespace

Solver long_bluestein_solver() { return {"long-bluestein", applicable, make}; }

}  // namespace papilio::plan
