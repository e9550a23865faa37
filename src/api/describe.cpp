// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/kernels.hpp"

namespace papilio::api {

std::int64_t groups_for(const kernel::KernelInterface& face, std::int64_t tiles, int compute_units) {
  constexpr std::int64_t groups_per_core = 8;
  return face.repeats ? std::min<std::int64_t>(tiles, groups_per_core * compute_units) : tiles;
}

PassFacts facts_of(const plan::Pass& pass, const Problem& problem, int compute_units) {
  const kernel::KernelInterface face = kernel::interface_of(pass.kernel);
  PassFacts facts;
  facts.kernel = face.name;
  facts.groups = groups_for(face, face.tiles(problem.batch), compute_units);
  facts.bytes = (pass.read_elements + pass.written_elements) * problem.batch * problem.element_bytes();
  facts.flops = flops_of(pass.kernel) * static_cast<double>(problem.batch);
  return facts;
}

std::string describe(const plan::PlanNode& tree, const Problem& problem, const std::string& device, int compute_units) {
  const auto annotate = [&](const plan::Pass& pass) {
    const PassFacts facts = facts_of(pass, problem, compute_units);
    return fmt::format(" groups={} bytes={} flops={:.0f} kernel={}", facts.groups, facts.bytes, facts.flops,
                       facts.kernel);
  };
  return fmt::format("(plan {} device={} scratch={}\n{})", problem.token(), device,
                     tree.scratch_elements * problem.element_bytes(), tree.to_string(annotate, 1));
}

}  // namespace papilio::api
