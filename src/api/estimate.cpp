// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/error.hpp>
#include <papilio/estimate.hpp>

#include "api/access.hpp"
#include "api/measure/decisions.hpp"
#include "api/run/describe.hpp"

namespace papilio {
namespace {

runtime::Device& opened(const Device& device) {
  api::require_device(device, "an estimate");
  return api::unwrap(device);
}

}  // namespace

Estimate estimate(const Problem& problem, const Device& device) {
  runtime::Device& own = opened(device);
  problem.validate();
  return api::estimate_of(*api::decide(own, problem.normalised(), {}), problem);
}

Estimate estimate(const ConvolutionProblem& problem, const Device& device) {
  runtime::Device& own = opened(device);
  problem.validate();
  const auto decided = api::decide(own, problem.normalised(), {});
  return api::estimate_of(decided->tree, decided->kernel.element_bytes());
}

}  // namespace papilio
