// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Other plans for a problem, for a tuner to measure: the model ranks them, with errors of some ten per cent.
#pragma once

#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "core/device_caps.hpp"
#include "plan/choice.hpp"

namespace papilio::plan {

/// The shapes of a plan's kernels.
std::vector<ChosenPass> chosen_passes(const PlanNode& plan);

/// Plans that do one 1-D batch of `plan` in passes of other lengths, in more or fewer of them, fused or not, or by a
/// convolution of another length, in shapes of the planner's; the cheapest first, `most` at most. The problem is valid
/// and normalised.
std::vector<PlanNode> other_splits(const Problem& problem, const DeviceCaps& caps, const PlanNode& plan,
                                   std::size_t most);

/// Plans whose kernel number `kernel` has another shape than in `plan`; the most promising ones first, `most` at most,
/// of which only a few have the same radices.
std::vector<PlanNode> other_shapes(const Problem& problem, const DeviceCaps& caps, const PlanNode& plan,
                                   std::size_t kernel, std::size_t most);

}  // namespace papilio::plan
