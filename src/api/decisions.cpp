// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/decisions.hpp"

#include <fmt/format.h>

#include <string>

#include "plan/plan.hpp"

namespace papilio::api {
namespace {

/// All of a text and where it ends.
std::string sized(const std::string& text) { return fmt::format("{}:{}", text.size(), text); }

/// Equal for equal problems and callbacks alone: tokens are canonical, and numbers are written so that they read the
/// same.
template <class P>
std::string key_of(const P& problem, const Callbacks& callbacks) {
  std::string key = fmt::format("decision\n{}\n{}{}", problem.token(), sized(callbacks.load), sized(callbacks.store));
  for (const auto& [name, value] : callbacks.parameters) key += fmt::format("{}{:a};", sized(name), value);
  return key;
}

/// Every pass has the texts of its callbacks; all else is a few kilobytes.
std::size_t bytes_of(const Callbacks& callbacks) {
  constexpr std::size_t usual = 16 * 1024;
  constexpr std::size_t copies = 4;
  return usual + copies * (callbacks.load.size() + callbacks.store.size());
}

}  // namespace

std::shared_ptr<const plan::PlanNode> decide(runtime::Device& device, const Problem& problem,
                                             const Callbacks& callbacks) {
  return device.shared_objects().get<plan::PlanNode>(key_of(problem, callbacks), bytes_of(callbacks), [&] {
    return std::make_shared<plan::PlanNode>(plan::make_plan(problem, device.caps(), callbacks));
  });
}

std::shared_ptr<const plan::ConvolutionPlan> decide(runtime::Device& device, const ConvolutionProblem& problem,
                                                    const Callbacks& callbacks) {
  return device.shared_objects().get<plan::ConvolutionPlan>(key_of(problem, callbacks), bytes_of(callbacks), [&] {
    return std::make_shared<plan::ConvolutionPlan>(plan::plan_convolution(problem, device.caps(), callbacks));
  });
}

}  // namespace papilio::api
