// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/decisions.hpp"

#include <fmt/format.h>

#include <string>

#include "api/measure/wisdom.hpp"
#include "plan/plan.hpp"
#include "plan/tuned/tuned_shapes.hpp"

namespace papilio::api {
namespace {

/// The text after its length, so that texts in a row cannot be confused.
std::string sized(const std::string& text) { return fmt::format("{}:{}", text.size(), text); }

/// Equal if and only if problems and callbacks are equal: tokens are canonical, and numbers are printed exactly.
template <class P>
std::string key_of(const P& problem, const Callbacks& callbacks) {
  std::string key = fmt::format("decision\n{}\n{}{}", problem.token(), sized(callbacks.load), sized(callbacks.store));
  for (const auto& [name, value] : callbacks.parameters) key += fmt::format("{}{:a};", sized(name), value);
  return key;
}

/// Each pass holds the texts of its callbacks; everything else is a few kilobytes.
std::size_t text_bytes(const Callbacks& callbacks) {
  constexpr std::size_t usual = 16 * 1024;
  constexpr std::size_t copies = 4;
  return usual + copies * (callbacks.load.size() + callbacks.store.size());
}

void set_origin(plan::PlanNode& node, plan::ShapeOrigin origin) {
  if (node.pass) node.pass->origin = origin;
  for (plan::PlanNode& child : node.children) set_origin(child, origin);
}

/// nullopt for lines of another version or device that do not fit here.
std::optional<plan::PlanNode> plan_by(const plan::TunedPlan& tuned, const Problem& problem, const DeviceCaps& caps,
                                      plan::ShapeOrigin origin) {
  try {
    return chosen_plan(problem, caps, plan::parse_shape_tokens(tuned.shapes, caps.compute_units), origin);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::out_of_memory) throw;
    return std::nullopt;
  }
}

/// A device's plan by wisdom, or by a line that comes with Papilio.
std::optional<plan::PlanNode> tuned_plan(const std::string& device, const Problem& problem, const DeviceCaps& caps) {
  const std::string token = problem.token();
  if (const std::optional<plan::TunedPlan> known = Wisdom::of_process().find(device, token)) {
    std::optional<plan::PlanNode> tree = plan_by(*known, problem, caps, plan::ShapeOrigin::wisdom);
    if (tree) return tree;
  }
  for (const plan::TunedPlan& line : plan::shipped_shapes().plans) {
    if (line.device == device && line.problem == token) return plan_by(line, problem, caps, plan::ShapeOrigin::table);
  }
  return std::nullopt;
}

}  // namespace

plan::PlanNode untuned_plan(const Problem& problem, const DeviceCaps& caps, const Callbacks& callbacks) {
  plan::PlanNode tree = plan::make_plan(problem, caps, callbacks);
  plan::mark_tuned(tree, caps);
  return tree;
}

plan::PlanNode chosen_plan(const Problem& problem, const DeviceCaps& caps, std::span<const plan::ChosenPass> shapes,
                           plan::ShapeOrigin origin) {
  plan::PlanNode tree = plan::make_plan(problem, caps, {}, shapes);
  set_origin(tree, origin);
  return tree;
}

plan::PlanNode best_known_plan(const DeviceInfo& info, const DeviceCaps& caps, const Problem& problem,
                               const Callbacks& callbacks, Programs programs) {
  if (callbacks.load.empty() && callbacks.store.empty()) {
    if (std::optional<plan::PlanNode> tree = tuned_plan(wisdom_identity(info, caps), problem, caps)) return *tree;
  }
  if (programs == Programs::specialised) return untuned_plan(problem, caps, callbacks);
  plan::PlanNode tree = plan::make_plan(problem, caps, programs);
  plan::mark_tuned(tree, caps);
  return tree;
}

std::shared_ptr<const plan::PlanNode> decide(runtime::Device& device, const Problem& problem,
                                             const Callbacks& callbacks, Programs programs) {
  const std::string key = fmt::format("{}\nwisdom {}{}", key_of(problem, callbacks), Wisdom::of_process().generation(),
                                      programs == Programs::general ? ", general" : "");
  return device.shared_objects().get<plan::PlanNode>(key, text_bytes(callbacks), [&] {
    return std::make_shared<plan::PlanNode>(
        best_known_plan(device.info(), device.caps(), problem, callbacks, programs));
  });
}

std::shared_ptr<const plan::ConvolutionPlan> decide(runtime::Device& device, const ConvolutionProblem& problem,
                                                    const Callbacks& callbacks) {
  return device.shared_objects().get<plan::ConvolutionPlan>(key_of(problem, callbacks), text_bytes(callbacks), [&] {
    return std::make_shared<plan::ConvolutionPlan>(plan::plan_convolution(problem, device.caps(), callbacks));
  });
}

}  // namespace papilio::api
