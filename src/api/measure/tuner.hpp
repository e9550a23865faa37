// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The search for the fastest plan of a problem, by measurements. Each plan is timed in turns with the best one so far,
// so that a busy machine or a changing clock affects both; only their ratios count. A plan replaces the best one when
// it wins by a margin in the race and again in measurements of its own, and its results are right.
#pragma once

#include <functional>
#include <papilio/device.hpp>
#include <papilio/effort.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "core/race.hpp"
#include "plan/plan_node.hpp"
#include "plan/tuned/tuned_text.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

struct TuneProgress {
  double share = 0;      ///< of the time
  int tried = 0;         ///< plans measured
  double speed = 1;      ///< of the best plan so far, relative to the untuned one
  std::string_view now;  ///< "compiling", "measuring" …
};

struct TuneLimits {
  double seconds = 60;  ///< from call to return, but for a compiler that takes longer
  Effort effort = Effort::exhaustive;
  std::function<bool()> stopped = [] { return false; };  ///< polled often; ends the search with the best plan so far
  std::function<void(const TuneProgress&)> progress = [](const TuneProgress&) {};
};

/// A plan that was measured.
struct TriedPlan {
  std::string shapes;
  double estimated_seconds = 0;  ///< by the model
  double speed = 0;              ///< relative to the untuned plan; 0 where the search was stopped before
};

struct TuneResult {
  plan::TunedPlan line;         ///< for wisdom; the untuned shapes where none is faster
  double speed = 1;             ///< relative to the untuned plan, by the last measurement of the two
  double untuned_seconds = 0;   ///< of one execution
  double untuned_estimate = 0;  ///< the same, by the model
  std::vector<TriedPlan> tried;
  int wrong = 0;          ///< plans with wrong results, which cannot win
  bool better = false;    ///< than the untuned plan
  bool complete = false;  ///< the search ended before the time did
};

/// Tunes a valid, normalised problem without callbacks, in device memory of its own. One search runs at a time in a
/// process. Throws what planning and executing the untuned plan throw.
TuneResult tune(const Device& device, const Problem& problem, const TuneLimits& limits);

/// Two plans in turns, as far as there is memory in three places of it: where arrays lie makes some plans faster and
/// others slower, and another process has them elsewhere. `low` and `high` are the least and the highest speed in a
/// place, `speed` is the median. `count` samples of each are taken in a place.
Comparison compare(const Device& device, const Problem& problem, const plan::PlanNode& first,
                   const plan::PlanNode& second, int count);

}  // namespace papilio::api
