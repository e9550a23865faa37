// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The few plans that the one-liners keep.
#pragma once

#include <papilio/plan.hpp>

#include "api/signal/recent.hpp"

namespace papilio::api {

/// One execution on host memory by the plan of `problem` for the device, "auto" where none is given: a kept one, or a
/// new one that is kept. May be called from many threads. Where memory is full, the plans kept for others are given up
/// first.
inline void execute_recent(const Problem& problem, const ConstHostSpan& in, const HostSpan& out,
                           const Device& device = {}) {
  Recent<Plan, Problem>::of_process().use(
      problem.normalised(), [&](const Plan& plan) { plan.execute(in, out); }, device);
}

}  // namespace papilio::api
