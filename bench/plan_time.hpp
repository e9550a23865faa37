// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How long Papilio takes to make a plan. Each figure comes from a process of its own, so that no compiler, driver or
// cache is warm that would not be warm for a user.
#pragma once

#include <cstddef>
#include <papilio/problem.hpp>
#include <string>

namespace papilio::bench {

/// Seconds in the constructor of Plan, the device being open; medians.
struct PlanTime {
  double cold = 0;  ///< the first plan of a process, with empty caches: Papilio's and PoCL's
  double warm = 0;  ///< with the caches that the cold run left, in a process that has made one other plan
};

struct PlanTimeRequest {
  std::string token;
  std::string device;
  std::size_t runs = 1;  ///< processes for each figure
};

/// Starts this program again, as `papilio-bench --plan-time TOKEN`. Throws Error when a child fails.
PlanTime measure_plan_time(const PlanTimeRequest& request);

enum class PlanBefore { none, another };
/// What the child does: opens the device, plans, and returns the seconds that the plan took.
double time_plan_here(const std::string& token, const std::string& device, PlanBefore before);

}  // namespace papilio::bench
