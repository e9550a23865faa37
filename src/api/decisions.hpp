// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans of a device, cached with the other objects that its plans share (runtime/shared_objects.hpp). A search for
// shapes takes up to 20 ms.
#pragma once

#include <memory>
#include <papilio/callbacks.hpp>
#include <papilio/convolution_problem.hpp>
#include <papilio/problem.hpp>

#include "plan/convolution.hpp"
#include "plan/plan_node.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// plan::make_plan() of a valid problem. Throws what that throws; errors are not remembered.
std::shared_ptr<const plan::PlanNode> decide(runtime::Device& device, const Problem& problem,
                                             const Callbacks& callbacks);

/// plan::plan_convolution(), likewise.
std::shared_ptr<const plan::ConvolutionPlan> decide(runtime::Device& device, const ConvolutionProblem& problem,
                                                    const Callbacks& callbacks);

}  // namespace papilio::api
