// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans of pruned problems beside those of the same problems without ranges.
#include <gtest/gtest.h>

#include <papilio/problem.hpp>

#include "plan/plan.hpp"

namespace papilio::plan {
namespace {

struct PlanCost {
  std::int64_t bytes = 0;
  double seconds = 0;
};

PlanCost cost_of(const Problem& problem, const DeviceCaps& caps) {
  const PlanNode plan = make_plan(problem, caps);
  PlanCost cost{0, plan.seconds};
  for (const Pass* pass : plan.passes()) cost.bytes += pass->read_bytes + pass->written_bytes;
  return cost;
}

TEST(PrunedPlans, OneKernelForSeveralAxesLeavesOutTheRanges) {
  const auto bytes = [](const char* token) { return cost_of(Problem::parse(token), h200_preset()).bytes; };
  constexpr std::int64_t element = 8;
  EXPECT_EQ(bytes("c2c:f32:64x64*1024:skip=[16,48)x-"), 1024 * element * (64 * 64 + 32 * 64));
  EXPECT_EQ(bytes("c2c:f32:64x64*1024:skip=[32,64)x[32,64)"), 1024 * element * (64 * 64 + 32 * 32));
  EXPECT_EQ(bytes("c2c:f32:16x16x16*999:zero=[8,16)x[4,12)x[8,16)"), 999 * element * (8 * 8 * 8 + 16 * 16 * 16));
  EXPECT_EQ(bytes("r2c:f32:256x256*1024:skip=[64,256)x-"), 1024 * (4 * 256 * 256 + element * 64 * 129));
}

}  // namespace
}  // namespace papilio::plan
