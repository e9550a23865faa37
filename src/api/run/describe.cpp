// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/run/kernels.hpp"

namespace papilio::api {

LaunchShape launch_shape(const kernel::KernelInterface& face, std::int64_t batch, int compute_units) {
  constexpr std::int64_t groups_per_core = 8;
  const std::int64_t tiles = face.tiles(batch);
  if (!face.repeats) return {tiles, 1};
  return dealt(tiles, groups_per_core * compute_units);
}

PassFacts facts_of(const plan::Pass& pass, int compute_units) {
  const kernel::KernelInterface face = kernel::interface_of(pass.kernel);
  PassFacts facts;
  facts.kernel = face.name;
  facts.groups = launch_shape(face, pass.batch, compute_units).groups;
  facts.bytes = pass.read_bytes + pass.written_bytes;
  facts.flops = flops_of(pass.kernel) * static_cast<double>(pass.batch);
  return facts;
}

Estimate estimate_of(const plan::PlanNode& tree, std::int64_t element_bytes) {
  Estimate result;
  result.scratch_bytes = static_cast<std::size_t>(tree.scratch_elements * element_bytes);
  for (const plan::Pass* pass : tree.passes()) {
    result.read_bytes += pass->read_bytes;
    result.written_bytes += pass->written_bytes;
  }
  result.launches = static_cast<int>(tree.launches().size());
  result.seconds = tree.seconds;
  return result;
}

Estimate estimate_of(const plan::PlanNode& tree, const Problem& problem) {
  Estimate result = estimate_of(tree, problem.scratch_element_bytes());
  result.scratch_error = scratch_error(problem, tree.roundings);
  return result;
}

std::string describe(const plan::PlanNode& tree, const Problem& problem, const std::string& device, int compute_units) {
  return describe(tree,
                  {problem.token(), device, tree.scratch_elements * problem.scratch_element_bytes(),
                   scratch_error(problem, tree.roundings)},
                  compute_units);
}

std::string describe(const plan::PlanNode& tree, const PlanHeading& heading, int compute_units) {
  const auto annotate = [&](const plan::Pass& pass) {
    const PassFacts facts = facts_of(pass, compute_units);
    return fmt::format(" groups={} bytes={} flops={:.0f} kernel={} from={}", facts.groups, facts.bytes, facts.flops,
                       facts.kernel, plan::to_string(pass.origin));
  };
  const std::string error =
      heading.scratch_error > 0 ? fmt::format(" scratch-error={:.1e}", heading.scratch_error) : "";
  return fmt::format("(plan {} device={} scratch={}{}\n{})", heading.token, heading.device, heading.scratch_bytes,
                     error, tree.to_string(annotate, 1, compute_units));
}

}  // namespace papilio::api
