// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/planned_launch.hpp"

#include "kernel/fused_kernel.hpp"

namespace papilio::api {

PlannedLaunch planned_launch(const plan::PassLaunch& launch, std::int64_t element_bytes, int compute_units) {
  PlannedLaunch planned;
  for (const plan::Pass* pass : {launch.pass, launch.second}) {
    if (pass == nullptr) continue;
    LaunchPart part{pass->source, pass->target, kernel::interface_of(pass->kernel, pass->contour), pass->batch, {}};
    part.shape = launch_shape(part.face, pass->batch, compute_units);
    planned.parts.push_back(std::move(part));
  }
  planned.local_memory = kernel::size_of(launch.kernel()).local_memory;
  planned.groups = planned.parts.front().shape.groups;
  if (launch.second == nullptr) return planned;
  const plan::Handover& fused = *launch.pass->fused;
  planned.units = fused.units;
  planned.lag = fused.lag;
  planned.groups = std::get<FusedLaunch>(launch.kernel()).groups(fused.units);
  planned.counters = static_cast<std::size_t>(fused.counters * element_bytes);
  return planned;
}

}  // namespace papilio::api
