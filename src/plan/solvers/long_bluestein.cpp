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

std::optional<PlanNode> whole_length(const Batch1d& lines, const DeviceCaps& caps) {
  const std::optional<ConvolutionSplit> found = convolve(lines, caps);
  if (!found) return std::nullopt;
  return convolution_node("long-bluestein", found->split, lines, found->m, found->m);
}

/// A real transform as a complex one of half the length, h, with one more pass, whose DFT has one point: it has the
/// conjugate pairs. The convolution's own passes cannot: their columns q and C-q (kernel/pairs/paired_tile.hpp) have
/// numbers k and h-k only if m is h.
std::optional<PlanNode> half_length(const Batch1d& lines, const DeviceCaps& caps) {
  const bool to_real = lines.trig == Kind::dct3 || lines.trig == Kind::dst3;
  const bool forward = lines.in.side.form == Form::trig ? !to_real : lines.out.side.form == Form::half;
  const Batch1d half = lines.halved();
  Batch1d points = half;
  (forward ? points.out : points.in) = scratch_end(half, half.length, 0);
  if (!forward) points.choice = half.choice.after(1);
  std::optional<ConvolutionSplit> found = convolve(points, caps);
  if (!found) return std::nullopt;
  std::vector<KernelSpec>& kernels = found->split.kernels;
  KernelRequest request;
  request.batch = half.batch;
  request.choice = forward ? half.choice.after(kernels.size()) : half.choice;
  request.spec.precision = half.precision;
  request.spec.direction = half.direction;
  (forward ? request.spec.inner : request.spec.outer) = half.length;
  connect(request.spec, half, forward ? points.out : half.in, forward ? half.out : points.in);
  const std::optional<ShapedKernel> pairs = shape_kernel(request, caps);
  if (!pairs) return std::nullopt;
  found->split.seconds += pairs->seconds;
  kernels.insert(forward ? kernels.end() : kernels.begin(), pairs->spec);
  PlanNode node = convolution_node("long-bluestein", found->split, half, found->m, found->m);
  node.notes.emplace_back("half-length");
  return node;
}

std::optional<PlanNode> make(const Batch1d& wanted, const DeviceCaps& caps) {
  const bool wide = computed_in_f64(wanted, caps);
  const Batch1d lines = wide ? in_f64(wanted) : wanted;
  std::optional<PlanNode> best = whole_length(lines, caps);
  if (passes_pair(lines, caps)) {
    std::optional<PlanNode> half = half_length(lines, caps);
    if (half && (!best || half->seconds < best->seconds)) best = std::move(half);
  }
  if (best && wide) best->notes.emplace_back("in-f64");
  return best;
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  return lines.scratch_storage != Storage::f16  // the chirp's spectrum would take too much of its range
         && !one_kernel_convolves(lines, caps) && lines.length >= 16  // shorter ones fit one kernel on every device
         && !is_smooth(lines.length)  // it has a prime factor for which other algorithms are slow or impossible
         && !codelets_suffice(lines.length, caps);  // codelets are faster
}

}  // namespace

Solver long_bluestein_solver() { return {"long-bluestein", applicable, make}; }

}  // namespace papilio::plan
