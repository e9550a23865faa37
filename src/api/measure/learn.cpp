// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/learn.hpp"

#include <papilio/error.hpp>
#include <span>

#include "api/access.hpp"
#include "api/measure/tuner.hpp"
#include "api/measure/wisdom.hpp"

namespace papilio::api {
namespace {

constexpr double measure_seconds = 5;
constexpr double exhaustive_seconds = 60;

}  // namespace

void learn(const Device& device, const Problem& problem, Effort effort) {
  if (effort == Effort::estimate) return;
  require_device(device, "a plan");
  problem.validate();
  const Problem normal = problem.normalised();
  Wisdom& wisdom = Wisdom::of_process();
  const bool exhaustive = effort == Effort::exhaustive;
  const auto known = wisdom.find(wisdom_identity(device.info(), unwrap(device).caps()), normal.token());
  if (known && (known->exhaustive || !exhaustive)) return;
  TuneLimits limits;
  limits.seconds = exhaustive ? exhaustive_seconds : measure_seconds;
  limits.effort = effort;
  const TuneResult result = tune(device, normal, limits);
  try {
    wisdom.add(std::span(&result.line, 1), WisdomScope::file);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io) throw;  // the process keeps the wisdom anyway
  }
}

}  // namespace papilio::api
