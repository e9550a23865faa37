// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Bluestein's convolution (bluestein.cpp) beyond one work-group: the passes of a forward DFT, the product with the
// chirp's spectrum in the store of the last of them, the passes of the inverse. No pass does anything else but
// transform.
#include <fmt/format.h>

#include "core/number_theory.hpp"
#include "plan/cost.hpp"
#include "plan/solvers/convolution_length.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<Split> split_convolution(const Lines& lines, const DeviceCaps& caps, std::int64_t m) {
  SplitRequest request{lines, m, LoadOp::chirp, StoreOp::spectrum, lines.direction};
  request.lines.direction = Direction::forward;
  request.lines.scale = 1;
  request.lines.out = scratch_end(lines, m, 0);
  std::optional<Split> split = split_into_passes(request, caps);
  request = {lines, m, LoadOp::plain, StoreOp::chirp, lines.direction};
  request.lines.direction = Direction::inverse;
  request.lines.in = scratch_end(lines, m, 0);
  const std::optional<Split> inverse = split_into_passes(request, caps);
  if (!split || !inverse) return std::nullopt;
  split->kernels.insert(split->kernels.end(), inverse->kernels.begin(), inverse->kernels.end());
  split->seconds += inverse->seconds;
  return split;
}

std::optional<PlanNode> make(const Lines& lines, const DeviceCaps& caps) {
  std::optional<Split> best;
  std::int64_t m = 0;
  for (const std::int64_t candidate : convolution_lengths(lines.length, caps.device_class)) {
    std::optional<Split> split = split_convolution(lines, caps, candidate);
    if (split && (!best || split->seconds < best->seconds)) {
      best = std::move(split);
      m = candidate;
    }
  }
  if (!best) return std::nullopt;

  const std::int64_t half = m * lines.stack * lines.batch;
  PlanNode node;
  node.solver = "long-bluestein";
  node.notes.push_back(fmt::format("convolution={}", m));
  node.seconds = best->seconds;
  node.scratch_elements = 2 * half;
  // The halves of the scratch take turns.
  std::vector<End> ends;
  for (std::size_t i = 0; i + 1 < best->kernels.size(); ++i) {
    ends.push_back(scratch_end(lines, m, i % 2 == 0 ? 0 : half));
  }
  ends.push_back(lines.out);
  node.children = chain(best->kernels, lines, ends);
  return node;
}

bool applicable(const Lines& lines, const DeviceCaps& caps) {
  return lines.length >= 16                          // shorter ones fit every device in one kernel
         && !is_smooth(lines.length)                   // a prime factor for which other ways are costly or impossible
         && !codelets_suffice(lines.length, caps);  // faster
}

}  // namespace

Solver long_bluestein_solver() { return {"long-bluestein", applicable, make}; }

}  // namespace papilio::plan
