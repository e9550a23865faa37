// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/transform_error.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "plan/plan.hpp"
#include "support/interpreted_plan.hpp"
#include "support/reference.hpp"

namespace papilio::test {
namespace {

/// Of one transform, relative to its exact result's.
double squared_error(const Problem& problem, const Places& from, const Places& to, const Numbers& input,
                     const Numbers& output) {
  std::vector<long double> x;
  for (const std::int64_t at : from) x.push_back(input[static_cast<std::size_t>(at)]);
  const std::vector<long double> exact = reference_transform(problem, x);
  long double wrong = 0;
  long double norm = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const long double difference = output[static_cast<std::size_t>(to[i])] - exact[i];
    wrong += difference * difference;
    norm += exact[i] * exact[i];
  }
  return static_cast<double>(wrong / norm);
}

}  // namespace

double transform_error(const Problem& problem, const DeviceCaps& caps, std::int64_t transforms) {
  const plan::PlanNode plan = plan::make_plan(problem, caps);
  const Places from = places_of(problem, End::input).front();
  const Places to = places_of(problem, End::output).front();
  double sum = 0;
  for (std::int64_t seed = 1; seed <= transforms; ++seed) {
    const Numbers input = random_input(problem, static_cast<std::uint64_t>(seed));
    sum += squared_error(problem, from, to, input, run_interpreted(problem, plan, input).output);
  }
  return std::sqrt(sum / static_cast<double>(transforms));
}

std::int64_t transforms_for(std::int64_t n) { return std::clamp<std::int64_t>(16384 / n, 4, 2048); }

}  // namespace papilio::test
