// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/plan_facts.hpp"

#include "api/access.hpp"
#include "core/storage.hpp"
#include "plan/convolution.hpp"
#include "plan/plan.hpp"
#include "runtime/device.hpp"

namespace papilio::bench {

PlanFacts plan_facts(const Device& device, const Work& work) {
  const DeviceCaps& caps = api::unwrap(device).caps();
  const Problem* const problem = work.transform();
  const plan::PlanNode tree =
      problem != nullptr ? plan::make_plan(*problem, caps) : plan::plan_convolution(*work.convolution(), caps).tree;
  PlanFacts facts;
  for (const plan::PassLaunch& launch : tree.launches()) {
    ++facts.launches;
    // The data between the two passes of a fused two-pass launch stay in the cache.
    facts.bytes += launch.pass->read_bytes + (launch.second == nullptr ? launch.pass : launch.second)->written_bytes;
  }
  facts.scratch_bytes = tree.scratch_elements * element_bytes(work.precision());
  return facts;
}

}  // namespace papilio::bench
