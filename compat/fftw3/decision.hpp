// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The decision who computes a transform: by wisdom, by the model of the crossover, or by a contest.
#pragma once

#include <string>

#include "genuine.hpp"
#include "plan_state.hpp"
#include "requests.hpp"
#include "wisdom.hpp"

namespace papilio::fftw3 {

/// The planner's settings, on which planning depends besides the request.
struct PlanningContext {
  int threads = 1;
  double time_limit = -1;  ///< seconds; negative: none
};

/// Fills in who, why and the plans; false where nobody can compute it, or wisdom is asked for that is not there. The
/// caller holds the planner's lock. What a contest shows is added to `wisdom`.
bool decide(const PlannerRequest& request, const PlanningContext& context, PlanWisdom& wisdom, PlanState& state);

}  // namespace papilio::fftw3
