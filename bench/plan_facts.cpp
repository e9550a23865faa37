// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/plan_facts.hpp"

#include "api/describe.hpp"
#include "plan/solver.hpp"
#include "runtime/device.hpp"

namespace papilio::bench {

PlanFacts plan_facts(const Device& device, const Problem& problem) {
  const DeviceCaps& caps = device.impl()->caps();
  const plan::PlanNode tree = plan::make_plan(problem, caps);
  PlanFacts facts;
  for (const plan::Pass* const pass : tree.passes()) {
    ++facts.launches;
    facts.bytes += api::facts_of(*pass, caps.compute_units).bytes;
  }
  facts.scratch_bytes = tree.scratch_elements * problem.element_bytes();
  return facts;
}

}  // namespace papilio::bench
