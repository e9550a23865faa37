// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Executions of random layouts with every batch that the plan takes, larger or smaller than its own, beside plans that
// were made for that batch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <papilio/papilio.hpp>
#include <vector>

#include "device/fixture.hpp"
#include "verify/draw/draw_problem.hpp"

namespace papilio::test {
namespace {

using Bytes = std::vector<std::byte>;

Problem with_batch(Problem problem, std::int64_t batch) {
  problem.batch = batch;
  return problem;
}

/// The bytes of floats in which no layout leaves two equal neighbours.
Bytes numbers(std::int64_t bytes) {
  Bytes result(static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < result.size() / 4; ++i) {
    const auto value = static_cast<float>(std::sin(1.0 + 0.7 * static_cast<double>(i)));
    std::memcpy(result.data() + 4 * i, &value, 4);
  }
  return result;
}

struct Sides {
  std::int64_t in = 0;
  std::int64_t out = 0;
};

Sides bytes_of(const Problem& problem) {
  return {problem.input_elements() * problem.input_element_bytes(),
          problem.output_elements() * problem.output_element_bytes()};
}

/// The whole output buffer, gaps included, of one execution on host memory of these sizes.
Bytes output_of(const Plan& plan, std::int64_t batch, const Sides& bytes) {
  HostOperands operands;
  operands.batch = batch;
  if (plan.problem().placement == Placement::in_place) {
    Bytes both = numbers(std::max(bytes.in, bytes.out));
    operands.out = both;
    plan.execute(operands);
    return both;
  }
  const Bytes in = numbers(bytes.in);
  Bytes out = numbers(bytes.out);
  operands.in = in;
  operands.out = out;
  plan.execute(operands);
  return out;
}

double distance(const Bytes& a, const Bytes& b) {
  double difference = 0;
  double norm = 0;
  for (std::size_t i = 0; i < a.size() / 4; ++i) {
    float x = 0;
    float y = 0;
    std::memcpy(&x, a.data() + 4 * i, 4);
    std::memcpy(&y, b.data() + 4 * i, 4);
    difference += std::pow(static_cast<double>(x) - static_cast<double>(y), 2);
    norm += std::pow(static_cast<double>(y), 2);
  }
  return std::sqrt(difference / std::max(norm, 1e-30));
}

/// A problem of f32 whose numbers are floats on both sides.
Problem drawn(std::uint64_t index) {
  verify::SeededChoices choices(7, index);
  Problem problem = verify::draw_problem(choices, {{9, 5, 4, 3}, 4});
  problem.precision = Precision::f32;
  problem.in_storage = problem.out_storage = problem.scratch_storage = Storage::native;
  return problem.normalised();
}

using RandomBatches = OnDevice;

TEST_F(RandomBatches, AreThoseOfTheirOwnPlans) {
  int others = 0;
  for (std::uint64_t index = 0; others < 60 && index < 400; ++index) {
    const Problem problem = drawn(index);
    if (problem.batch == 1) continue;
    const Plan plan(device_, problem);
    const auto [least, most] = plan.batch_limits();
    for (std::int64_t batch = least; batch <= std::min(most, problem.batch + 2); ++batch) {
      if (batch == problem.batch) continue;
      const Problem own = with_batch(problem, batch);
      const Sides bytes = bytes_of(own);
      EXPECT_LT(distance(output_of(plan, batch, bytes), output_of(Plan(device_, own), 0, bytes)), 1e-5)
          << problem.token() << " with a batch of " << batch;
      const bool in_place = problem.placement == Placement::in_place;
      const Sides smaller{bytes.in - (in_place ? 4 : 0), bytes.out - 4};
      EXPECT_EQ(code_of([&] { output_of(plan, batch, smaller); }), ErrorCode::invalid_argument) << problem.token();
      ++others;
    }
    if (most < problem.batch + 2) {
      EXPECT_EQ(code_of([&] { output_of(plan, most + 1, bytes_of(problem)); }), ErrorCode::invalid_argument)
          << problem.token() << " with a batch of " << most + 1;
    }
  }
  EXPECT_GE(others, 40);
}

/// Four arrays were once accepted, and overwrote each other.
TEST_F(RandomBatches, OfInterleavedOutputsDoNotOverlap) {
  const Plan plan(device_, Problem::parse("c2c:f32:4x8*3:axes=1:ostrides=24,3:odist=1"));
  EXPECT_EQ(plan.batch_limits().most, 3);
  EXPECT_EQ(code_of([&] { output_of(plan, 4, {4 * 32 * 8, 97 * 8}); }), ErrorCode::invalid_argument);
}

/// One array of a batch that descends in memory needs no more than that array.
TEST_F(RandomBatches, OfNegativeDistancesNeedWhatTheirProblemNeeds) {
  const Plan plan(device_, Problem::parse("c2c:f32:8*3:idist=-8:ioffset=16"));
  const Problem one = Problem::parse("c2c:f32:8:ioffset=16");
  EXPECT_LT(distance(output_of(plan, 1, bytes_of(one)), output_of(Plan(device_, one), 0, bytes_of(one))), 1e-6);
}

}  // namespace
}  // namespace papilio::test
