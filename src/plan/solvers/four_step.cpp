// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A length beyond one work-group, or too long for its cache: a few passes over global memory.
// D. H. Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4 (1990).
#include <fmt/format.h>

#include "plan/cost.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

/// Where each pass writes. The last writes the output; before it, output and scratch take turns. The last pass reads
/// and writes the same elements in every tile, so it alone may work in place: that saves the scratch of two passes out
/// of place, and keeps an odd number of passes in place from overwriting the input too early.
std::vector<Slot> targets(std::size_t passes, bool in_place, bool* last_in_place) {
  *last_in_place = in_place ? passes % 2 == 1 : passes == 2;
  std::vector<Slot> slots(passes, Slot::output);
  for (std::size_t i = passes - 1; i-- > 0;) {
    const bool same = i + 2 == passes && *last_in_place;
    slots[i] = same || slots[i + 1] == Slot::scratch ? Slot::output : Slot::scratch;
  }
  return slots;
}

std::optional<PlanNode> make(const Problem& problem, const DeviceCaps& caps) {
  const std::int64_t n = problem.points();
  const bool in_place = problem.placement == Placement::in_place;
  SplitRequest request;
  request.points = n;
  request.batch = problem.batch;
  request.precision = problem.precision;
  request.direction = problem.direction;
  request.scale = problem.scale_factor();
  std::optional<Split> split = split_into_passes(request, caps);
  if (!split) return std::nullopt;

  bool last_in_place = false;
  const std::vector<Slot> slots = targets(split->kernels.size(), in_place, &last_in_place);
  PlanNode node;
  node.solver = "four-step";
  node.seconds = split->seconds;
  Operand source{Slot::input, 0, problem.in_distance};
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Operand target{slots[i], 0, slots[i] == Slot::scratch ? n : problem.out_distance};
    if (slots[i] == Slot::scratch) node.scratch_elements = n * problem.batch;
    PlanNode leaf;
    leaf.solver = "pass";
    leaf.pass = Pass{split->kernels[i], source, target, n, n};
    leaf.pass->kernel.in_place = i + 1 == slots.size() && last_in_place;
    node.children.push_back(std::move(leaf));
    source = target;
  }
  return node;
}

bool applicable(const Problem& problem, const DeviceCaps& caps) {
  // On a GPU whatever fits a work-group well is faster there, and the search for passes takes milliseconds.
  const bool gpu = caps.device_class == DeviceClass::gpu;
  const bool fits = problem.points() * element_bytes(problem.precision) * 2 <= caps.local_memory;
  return problem.lengths.size() == 1                    // one dimension
         && problem.points() >= 64                      // shorter ones fit every device
         && !(gpu && fits && problem.points() <= 4096)  // one kernel does it
         && has_codelets(problem.points());
}

}  // namespace

Solver four_step_solver() { return {"four-step", applicable, make}; }

}  // namespace papilio::plan
