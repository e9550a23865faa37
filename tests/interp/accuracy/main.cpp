// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// accuracy_table DEVICE KIND PRECISION FIRST LAST [STEP]: the relative L2 error of Papilio's plans for a preset of a
// device, in the interpreter, which rounds as devices do: lines of "LENGTH ERROR", the root of the mean of the squares
// over some transforms of random numbers. scripts/accuracy compares them with pocketfft.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <papilio/problem.hpp>

#include "core/device_caps.hpp"
#include "plan/plan.hpp"
#include "support/interpreted_plan.hpp"
#include "support/reference.hpp"

namespace papilio {
namespace {

/// Of one transform, relative to its exact result's.
double squared_error(const Problem& problem, const test::Places& from, const test::Places& to,
                     const test::Numbers& input, const test::Numbers& output) {
  std::vector<long double> x;
  for (const std::int64_t at : from) x.push_back(input[static_cast<std::size_t>(at)]);
  const std::vector<long double> exact = test::reference_transform(problem, x);
  long double wrong = 0;
  long double norm = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const long double difference = output[static_cast<std::size_t>(to[i])] - exact[i];
    wrong += difference * difference;
    norm += exact[i] * exact[i];
  }
  return static_cast<double>(wrong / norm);
}

/// Of a batch of one, which is planned like no other.
double error_of(const Problem& problem, const DeviceCaps& caps, std::int64_t transforms) {
  const plan::PlanNode plan = plan::make_plan(problem, caps);
  const test::Places from = test::places_of(problem, test::End::input).front();
  const test::Places to = test::places_of(problem, test::End::output).front();
  double sum = 0;
  for (std::int64_t seed = 1; seed <= transforms; ++seed) {
    const test::Numbers input = test::random_input(problem, static_cast<std::uint64_t>(seed));
    sum += squared_error(problem, from, to, input, test::run_interpreted(problem, plan, input).output);
  }
  return std::sqrt(sum / static_cast<double>(transforms));
}

int run(int count, char** arguments) {
  if (count < 6) {
    fmt::print(stderr, "usage: accuracy_table DEVICE KIND PRECISION FIRST LAST [STEP]\n");
    return 2;
  }
  const DeviceCaps caps = caps_preset(arguments[1]);
  const std::int64_t step = count > 6 ? std::atoll(arguments[6]) : 1;
  for (std::int64_t n = std::atoll(arguments[4]); n <= std::atoll(arguments[5]); n += std::max<std::int64_t>(step, 1)) {
    const Problem problem = Problem::parse(fmt::format("{}:{}:{}", arguments[2], arguments[3], n));
    fmt::print("{} {:.4e}\n", n, error_of(problem, caps, std::clamp<std::int64_t>(16384 / n, 4, 2048)));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace papilio

int main(int count, char** arguments) {
  try {
    return papilio::run(count, arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "accuracy_table: {}\n", error.what());
    return 1;
  }
}
