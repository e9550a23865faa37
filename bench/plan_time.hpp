// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How long Papilio takes to make a plan. Measured in a process of its own, so that compilers, drivers and caches are as
// cold as they are for a user.
#pragma once

#include <cstddef>
#include <papilio/problem.hpp>
#include <string>

namespace papilio::bench {

/// Seconds in the constructor of Plan, with the device already open; medians.
struct PlanTime {
  double cold = 0;  ///< the first plan of a process, with empty caches: Papilio's, PoCL's and the CUDA driver's
  double disk = 0;  ///< the same plan again, after the device has dropped all that it keeps: from the cache on disk
  double warm = 0;  ///< and again: from what the device keeps of earlier plans
};

struct PlanTimeRequest {
  std::string token;
  std::string device;
  std::size_t runs = 1;  ///< processes
};

/// Starts this program again, as `papilio bench --plan-time-of TOKEN`. Throws Error when a child fails.
PlanTime measure_plan_time(const PlanTimeRequest& request);

/// The child's part. Throws Error.
PlanTime time_plan_here(const std::string& token, const std::string& device);

}  // namespace papilio::bench
