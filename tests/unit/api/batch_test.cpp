// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/batch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>

#include "core/layout.hpp"
#include "plan/plan.hpp"
#include "verify/draw/draw_problem.hpp"

namespace papilio::api {
namespace {

Problem with_batch(Problem problem, std::int64_t batch) {
  problem.batch = batch;
  return problem;
}

bool is_valid(const Problem& problem) {
  try {
    problem.validate();
    return true;
  } catch (const Error&) {
    return false;
  }
}

struct LimitsCase {
  const char* token;
  std::int64_t least;
  std::int64_t most;  ///< 0: as large as 2^56 bytes permit
};

class Limits : public testing::TestWithParam<LimitsCase> {};

TEST_P(Limits, AreThoseOfTheLayout) {
  const auto& [token, least, most] = GetParam();
  const Problem problem = Problem::parse(token).normalised();
  const BatchLimits limits = batch_limits(plan::make_plan(problem, cpu_preset()), problem);
  EXPECT_EQ(limits.least, least) << token;
  if (most == 0) {
    EXPECT_GT(limits.most, std::int64_t{1} << 40) << token;
  } else {
    EXPECT_EQ(limits.most, most) << token;
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, Limits,
                         testing::Values(LimitsCase{"c2c:f32:64*3", 1, 0}, LimitsCase{"c2c:f32:64", 1, 1},
                                         // Array 3 would begin where element (0,1) of array 0 is.
                                         LimitsCase{"c2c:f32:4x8*3:axes=1:ostrides=24,3:odist=1", 1, 3},
                                         LimitsCase{"c2c:f32:8x8*3:axes=1:ostrides=40,5:odist=1", 1, 5},
                                         LimitsCase{"c2c:f32:8x8*2:axes=1:ostrides=40,5:odist=-1:ooffset=9", 1, 5},
                                         LimitsCase{"c2c:f32:64*8:idist=1:odist=1:istrides=8:ostrides=8", 8, 8},
                                         // The input may share addresses, the output may not.
                                         LimitsCase{"c2c:f32:64*8:idist=1", 1, 0},
                                         LimitsCase{"c2c:f32:8*3:idist=-8:ioffset=16", 1, 3},
                                         LimitsCase{"c2c:f32:8*3:idist=-8:ioffset=31", 1, 4},
                                         LimitsCase{"c2c:f32:8*3:odist=-8:ooffset=80", 1, 11},
                                         LimitsCase{"c2c:f32:8x8*3:axes=0:inplace", 1, 0}));

/// Whatever the layout: the largest batch is that of the largest valid problem, and an execution needs the memory that
/// a problem of its batch says.
TEST(Limits, OfRandomLayoutsAreThoseOfValidProblems) {
  int larger = 0;
  int bounded = 0;
  for (std::uint64_t index = 0; index < 1500; ++index) {
    verify::SeededChoices choices(49, index);
    const Problem problem = verify::draw_problem(choices, {{12, 6, 4, 3}, 5}).normalised();
    const plan::PlanNode tree = plan::make_plan(problem, cpu_preset());
    const BatchLimits limits = batch_limits(tree, problem);
    ASSERT_LE(limits.least, problem.batch);
    ASSERT_GE(limits.most, problem.batch);
    EXPECT_TRUE(is_valid(with_batch(problem, limits.most))) << problem.token() << " takes " << limits.most;
    if (limits.least < problem.batch && tree.scratch_elements == 0 && limits.most < std::int64_t{1} << 32) {
      EXPECT_FALSE(is_valid(with_batch(problem, limits.most + 1))) << problem.token() << " stops at " << limits.most;
      ++bounded;
    }
    const SideExtent in(input_side(problem), problem);
    const SideExtent out(output_side(problem), problem);
    const std::int64_t largest = std::min(limits.most, problem.batch + 3);
    if (largest > problem.batch) ++larger;
    for (std::int64_t run = limits.least; run <= largest; ++run) {
      const Problem own = with_batch(problem, run);
      const Batch batch{problem.batch, run};
      EXPECT_EQ(in.elements(batch), own.input_elements()) << problem.token() << " with a batch of " << run;
      EXPECT_EQ(out.elements(batch), own.output_elements()) << problem.token() << " with a batch of " << run;
      EXPECT_EQ(in.unused_bytes(batch), *input_side(own).unused(run) * own.input_element_bytes()) << problem.token();
      EXPECT_EQ(out.unused_bytes(batch), *output_side(own).unused(run) * own.output_element_bytes()) << problem.token();
    }
  }
  EXPECT_GT(larger, 100);
  EXPECT_GT(bounded, 20);
}

TEST(Batch, BeyondTheLimitsIsRefusedWithThem) {
  const Problem problem = Problem::parse("c2c:f32:4x8*3:axes=1:ostrides=24,3:odist=1").normalised();
  const BatchLimits limits = batch_limits(plan::make_plan(problem, cpu_preset()), problem);
  EXPECT_EQ(checked_batch(0, problem, limits).run, 3);
  EXPECT_EQ(checked_batch(2, problem, limits).run, 2);
  for (const std::int64_t wrong : {-1, 4, 5}) {
    try {
      checked_batch(wrong, problem, limits);
      ADD_FAILURE() << wrong << " is accepted";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("takes 1 to 3"));
    }
  }
}

}  // namespace
}  // namespace papilio::api
