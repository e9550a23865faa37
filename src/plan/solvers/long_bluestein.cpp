// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Bluestein's convolution (bluestein.cpp) beyond one work-group: the passes of a forward DFT, the product with the
// chirp's spectrum in the store of the last of them, the passes of the inverse. No pass does anything else but
// transform.
#include <fmt/format.h>

#include "core/number_theory.hpp"
#include "plan/solvers/convolution_length.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<Split> split_convolution(const Problem& problem, const DeviceCaps& caps, std::int64_t m) {
  SplitRequest request;
  request.points = m;
  request.batch = problem.batch;
  request.precision = problem.precision;
  request.chirp_length = problem.points();
  request.chirp_direction = problem.direction;
  request.load = LoadOp::chirp;
  request.store = StoreOp::spectrum;
  std::optional<Split> split = split_into_passes(request, caps);
  request.direction = Direction::inverse;
  request.load = LoadOp::plain;
  request.store = StoreOp::chirp;
  request.scale = problem.scale_factor();
  const std::optional<Split> inverse = split_into_passes(request, caps);
  if (!split || !inverse) return std::nullopt;
  split->kernels.insert(split->kernels.end(), inverse->kernels.begin(), inverse->kernels.end());
  split->seconds += inverse->seconds;
  return split;
}

std::optional<PlanNode> make(const Problem& problem, const DeviceCaps& caps) {
  std::optional<Split> best;
  std::int64_t m = 0;
  for (const std::int64_t candidate : convolution_lengths(problem.points(), caps.device_class)) {
    std::optional<Split> split = split_convolution(problem, caps, candidate);
    if (split && (!best || split->seconds < best->seconds)) {
      best = std::move(split);
      m = candidate;
    }
  }
  if (!best) return std::nullopt;

  PlanNode node;
  node.solver = "long-bluestein";
  node.notes.push_back(fmt::format("convolution={}", m));
  node.seconds = best->seconds;
  node.scratch_elements = 2 * m * problem.batch;
  Operand source{Slot::input, 0, problem.in_distance};
  std::int64_t read = problem.points();
  for (std::size_t i = 0; i < best->kernels.size(); ++i) {
    const bool last = i + 1 == best->kernels.size();
    // The halves of the scratch take turns.
    Operand target{Slot::scratch, i % 2 == 0 ? 0 : m * problem.batch, m};
    if (last) target = {Slot::output, 0, problem.out_distance};
    PlanNode leaf;
    leaf.solver = "pass";
    leaf.pass = Pass{best->kernels[i], source, target, read, last ? problem.points() : m};
    // Both halves are one buffer: no two parameters may claim it for themselves.
    leaf.pass->kernel.in_place = source.slot == target.slot;
    node.children.push_back(std::move(leaf));
    source = target;
    read = m;
  }
  return node;
}

bool applicable(const Problem& problem, const DeviceCaps&) {
  return problem.lengths.size() == 1       // one dimension
         && problem.points() >= 32         // shorter ones fit every device in one kernel
         && !is_smooth(problem.points());  // a prime factor for which other ways are costly or impossible
}

}  // namespace

Solver long_bluestein_solver() { return {"long-bluestein", applicable, make}; }

}  // namespace papilio::plan
