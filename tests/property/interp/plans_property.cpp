// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <papilio/error.hpp>
#include <set>

#include "plan/plan.hpp"
#include "support/draw_problem.hpp"
#include "support/interpreted_plan.hpp"

namespace papilio {
namespace {

using test::End;
using test::Numbers;

/// A NaN in one transform must not change a bit of the others, but for those that share an element of the input. A
/// transform that a compact output leaves out has the places of another.
std::vector<std::string> faults_of_isolation(const Problem& problem, const plan::PlanNode& plan, Numbers input,
                                             const Numbers& output) {
  const auto from = test::places_of(problem, End::input);
  const auto to = test::places_of(problem, End::output);
  const std::size_t ill = from.size() / 2;
  const std::set<std::int64_t> poisoned(from[ill].begin(), from[ill].end());
  for (const std::int64_t at : poisoned) input[at] = std::nan("");
  const Numbers again = test::run_interpreted(problem, plan, input).output;
  const std::vector<bool> removed = test::removed_transforms(problem, End::output);
  for (std::size_t t = 0; t < to.size(); ++t) {
    if (removed[t]) continue;
    if (std::ranges::any_of(from[t], [&](std::int64_t at) { return poisoned.contains(at); })) continue;
    for (const std::int64_t at : to[t]) {
      if (std::bit_cast<std::uint64_t>(output[at]) != std::bit_cast<std::uint64_t>(again[at])) {
        return {fmt::format("a NaN in transform {} changes transform {}", ill, t)};
      }
    }
  }
  return {};
}

std::vector<std::string> faults_of(const Problem& problem, const DeviceCaps& caps) {
  try {
    const plan::PlanNode plan = plan::make_plan(problem, caps);
    const Numbers input = test::random_input(problem, 1);
    test::InterpretedRun run = test::run_interpreted(problem, plan, input);
    const auto wrong = test::faults_of_output(problem, input, run.output, plan.roundings);
    run.faults.insert(run.faults.end(), wrong.begin(), wrong.end());
    const auto mixed = faults_of_isolation(problem, plan, input, run.output);
    run.faults.insert(run.faults.end(), mixed.begin(), mixed.end());
    return run.faults;
  } catch (const Error& error) {
    return {error.what()};
  }
}

TEST(PlansProperty, AnyProblemIsRightOnAnyDevice) {
  test::TimeBox time;
  const auto property = [&time] {
    if (!time.open()) return;
    Problem problem = test::draw_problem({{600, 40, 12, 6}, 5});
    const DeviceCaps caps =
        test::every_device()[*rc::gen::inRange<std::size_t>(0, test::every_device().size()).as("device")];
    if (!caps.f64) {
      problem.precision = Precision::f32;
      for (Storage* storage : {&problem.in_storage, &problem.out_storage}) {
        if (*storage == Storage::f64) *storage = Storage::native;
      }
      if (problem.scratch_storage == Storage::f32) problem.scratch_storage = Storage::native;
    }
    problem.validate();
    const std::vector<std::string> faults = faults_of(problem.normalised(), caps);
    if (faults.empty()) return;
    time.failed();
    RC_FAIL(fmt::format("{} on {}: {}", problem.token(), caps.name, fmt::join(faults, "; ")));
  };
  bool right = true;
  while (right && time.open()) right = rc::check(property);
  EXPECT_TRUE(right);
}

}  // namespace
}  // namespace papilio
