// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/recent_plans.hpp"

#include "api/recent.hpp"

namespace papilio::api {
namespace {

// Never destroyed, because a driver may be gone before static objects are destroyed.
Recent<Plan, Problem>& recent_plans() {
  static auto* const plans = new Recent<Plan, Problem>;
  return *plans;
}

}  // namespace

void execute_recent(const Problem& problem, const ConstHostSpan& in, const HostSpan& out, const Device& device) {
  recent_plans().use(
      problem.normalised(), [&](const Plan& plan) { plan.execute(in, out); }, device);
}

}  // namespace papilio::api
