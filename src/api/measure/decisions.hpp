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
#include <papilio/programs.hpp>
#include <span>

#include "plan/choice.hpp"
#include "plan/convolution.hpp"
#include "plan/plan_node.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// The plan that the planner's model and the shipped tables make, wisdom left aside.
plan::PlanNode untuned_plan(const Problem& problem, const DeviceCaps& caps, const Callbacks& callbacks = {});

/// The plan with these shapes. Throws what plan::make_plan() throws.
plan::PlanNode chosen_plan(const Problem& problem, const DeviceCaps& caps, std::span<const plan::ChosenPass> shapes,
                           plan::ShapeOrigin origin = plan::ShapeOrigin::chosen);

/// The plan of a valid, normalised problem: by wisdom, where there is some for the device and no callback, else
/// untuned_plan(), or one with general programs. Throws what plan::make_plan() throws.
plan::PlanNode best_known_plan(const DeviceInfo& info, const DeviceCaps& caps, const Problem& problem,
                               const Callbacks& callbacks = {}, Programs programs = Programs::specialised);

/// best_known_plan() for a device, cached until wisdom changes. Errors are not remembered.
std::shared_ptr<const plan::PlanNode> decide(runtime::Device& device, const Problem& problem,
                                             const Callbacks& callbacks, Programs programs = Programs::specialised);

/// plan::plan_convolution(), likewise.
std::shared_ptr<const plan::ConvolutionPlan> decide(runtime::Device& device, const ConvolutionProblem& problem,
                                                    const Callbacks& callbacks);

}  // namespace papilio::api
