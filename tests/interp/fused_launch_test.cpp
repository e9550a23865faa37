// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Fused two-pass launches (spec/fused_launch.hpp), work-group by work-group in index order.
#include "spec/fused_launch.hpp"

#include <gmock/gmock.h>

#include "ir/verify.hpp"
#include "kernel/fused_kernel.hpp"
#include "plan/fused_launches.hpp"
#include "support/expect_interpreted.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio {
namespace {

/// Like an H200, but with so little local memory and cache that small 2-D arrays are units.
DeviceCaps small_cache() {
  DeviceCaps caps = h200_preset();
  caps.local_memory = 24 * 1024;
  caps.l2_memory = 1024 * 1024;
  caps.compute_units = 4;
  caps.bandwidth = 5e9;
  caps.cluster = 1;
  return caps;
}

TEST(FusedLaunch, ManyImagesOfWhichTwoAreRun) {
  for (const char* token :
       {"c2c:f32:512x512*%", "c2c:f32:720x720*%", "c2r:f32:512x512*%", "c2c:f64:256x512*%", "c2c:f32:2^18*%",
        "c2c:f32:2^17*%", "c2c:f32:30030*%:inverse", "c2c:f16:256x256*%:scratch=f16:scale=1/sqrt(n)",
        "c2c:f16:2^16*%:scratch=f16:scale=1/sqrt(n)"}) {
    const FewOfMany few = few_of_many(token, h200_preset());
    EXPECT_TRUE(plan::has_fused_launches(few.plan)) << few.plan.to_string();
    expect_interpreted(few.problem, few.plan);
    if (HasFailure()) return;
  }
}

/// 2-D arrays, volumes whose planes take one kernel, half spectra, in place, both directions and precisions.
const char* const small_ones[] = {
    "c2c:f32:64x128*16",         "c2c:f64:48x96*16:inverse", "c2c:f32:20x20x20*16:scale=1/n",
    "c2c:f32:64x128*16:inplace", "r2c:f32:100x140*16",       "c2c:f16:64x128*16",
    "c2r:f64:20x20x20*16"};

TEST(FusedLaunch, SmallOnesAreCorrect) {
  for (const char* token : small_ones) {
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, small_cache());
    ASSERT_TRUE(plan::has_fused_launches(plan)) << plan.to_string();
    expect_interpreted(problem, plan);
    if (HasFailure()) return;
  }
}

/// A transform that the cache does not hold, in three passes: the last two of them chunk by chunk.
plan::PlanNode in_chunks(const Problem& problem) {
  DeviceCaps caps = small_cache();
  caps.local_memory = 16 * 1024;
  caps.l2_memory = 896 * 1024;
  const char* const shapes =
      "16x2:threads=64:tile=16:interleaved,8x4:threads=64:tile=16:interleaved+4x8:threads=64:tile=8:interleaved";
  return plan::make_plan(problem, caps, {}, plan::parse_shape_tokens(shapes, caps.compute_units));
}

TEST(FusedLaunch, InChunksOfATransform) {
  for (const char* token : {"c2c:f32:32768", "c2c:f32:32768*3:inverse:scale=1/n", "c2c:f32:32768*2:inplace",
                            "c2c:f32:32768*2:ioffset=5:odist=32771:ooffset=3"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = in_chunks(problem);
    ASSERT_TRUE(plan::has_fused_launches(plan)) << plan.to_string();
    EXPECT_EQ(plan.passes().at(1)->fused->chunks, 2) << plan.to_string();
    expect_interpreted(problem, plan);
    const test::InterpretedRun run =
        test::run_interpreted(problem, plan, test::random_input(problem, 1), test::run_as_ptx_too);
    for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
  }
}

TEST(FusedLaunch, AsPtxTheyDoWhatTheirIrSays) {
  for (const char* token : {"c2c:f32:64x128*16", "c2r:f64:20x20x20*16", "c2c:f64:48x96*16:inverse"}) {
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, small_cache());
    ASSERT_TRUE(plan::has_fused_launches(plan)) << plan.to_string();
    const test::InterpretedRun run =
        test::run_interpreted(problem, plan, test::random_input(problem, 1), test::run_as_ptx_too);
    for (const std::string& fault : run.faults) ADD_FAILURE() << token << ": " << fault;
  }
}

// Only the counters keep the second pass from reading too early: without a signal the interpreter reports a fault
// instead of a result.
TEST(FusedLaunch, WhoWouldWaitForEverIsReported) {
  const Problem problem = Problem::parse("c2c:f32:64x128*16").normalised();
  plan::PlanNode plan = plan::make_plan(problem, small_cache());
  const auto late = [](const ir::Module& module, std::span<const ir::Binding> buffers,
                       std::span<const std::int64_t> scalars,
                       std::int64_t groups) { return ir::interpret(module, buffers, scalars, 1, groups - 1).faults; };
  const test::InterpretedRun run = test::run_interpreted(problem, plan, test::random_input(problem, 1), late);
  ASSERT_FALSE(run.faults.empty());
  EXPECT_THAT(run.faults.front(), testing::HasSubstr("it would wait for ever"));
}

TEST(FusedLaunch, PlansOfCounterlessDevicesHaveNone) {
  DeviceCaps caps = small_cache();
  caps.fused_launches = false;
  for (const char* token : small_ones) {
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token).normalised(), caps);
    EXPECT_FALSE(plan::has_fused_launches(plan));
    EXPECT_EQ(plan.launches().size(), plan.passes().size());
  }
}

TEST(FusedLaunch, WhatCannotRelayDoesNot) {
  for (const char* token : {"c2c:f32:512x512*256:planar", "c2r:f32:512x512*256:inplace", "c2c:f32:512x512*2",
                            "c2c:f32:4096x4096*16", "c2c:f32:512x512*256:axes=1", "c2c:f16:1024x1024*128"}) {
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token).normalised(), h200_preset());
    EXPECT_FALSE(plan::has_fused_launches(plan)) << token;
  }
}

// Measured launches, and some estimated ones.
TEST(FusedLaunch, OfLargeBatchesVerify) {
  for (const char* token :
       {"c2c:f32:300x400*999",  "c2c:f32:400x400*999",  "c2c:f32:512x512*999",  "c2c:f32:640x640*999",
        "c2c:f32:720x720*999",  "c2c:f32:600x800*999",  "c2c:f32:1024x1024*99", "c2c:f32:768x1024*99",
        "c2c:f32:1000x1000*99", "c2c:f32:960x540*99",   "c2c:f32:1024x512*99",  "c2c:f64:256x256*999",
        "c2c:f64:512x512*999",  "c2c:f64:640x640*999",  "c2c:f64:720x720*999",  "r2c:f32:720x720*999",
        "c2c:f32:64x64x64*999", "c2c:f32:80x80x80*999", "c2c:f64:64x64x64*999", "c2c:f32:2^17*999",
        "c2c:f32:2^18*999",     "c2c:f32:2^19*999",     "c2c:f32:2^20*999",     "c2c:f32:200000*999",
        "c2c:f64:2^16*999",     "c2c:f64:2^17*999",     "c2c:f64:2^18*999",     "c2c:f32:30030*999",
        "c2c:f16:512x512*999",  "c2r:f64:512x512*999",  "r2c:f32:512x512*999",  "c2c:f32:512x512x512",
        "c2c:f32:2^25*2",       "c2c:f32:2^26",         "c2c:f32:2^26:inplace", "c2c:f64:2^24*2"}) {
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token).normalised(), h200_preset());
    EXPECT_TRUE(plan::has_fused_launches(plan)) << plan.to_string();
    for (const plan::PassLaunch& launch : plan.launches())
      EXPECT_THAT(ir::verify(kernel::build_kernel(launch.kernel())), testing::IsEmpty()) << token;
  }
}

// The data between the passes need not go to memory. As separate launches they would be in scratch.
TEST(FusedLaunch, ThroughTheOutputWhereItCan) {
  for (const char* token : {"c2c:f32:1024x1024*64", "c2c:f32:1024x512*128"}) {
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token).normalised(), h200_preset());
    EXPECT_TRUE(plan::has_fused_launches(plan)) << token;
    for (const plan::Pass* pass : plan.passes()) EXPECT_EQ(pass->target.slot, plan::Slot::output) << token;
    DeviceCaps caps = h200_preset();
    caps.fused_launches = false;
    EXPECT_EQ(plan::make_plan(Problem::parse(token).normalised(), caps).passes().front()->target.slot,
              plan::Slot::scratch)
        << token;
  }
}

// Butterfly-groups of a launch are counted with 32 bits. The counters follow the rest of the scratch, one per sector.
TEST(FusedLaunch, CountersAreInTheScratch) {
  const plan::PlanNode plan = plan::make_plan(Problem::parse("c2c:f32:512x512*256").normalised(), h200_preset());
  ASSERT_EQ(plan.launches().size(), 1U);
  const plan::Handover& fused = *plan.passes().front()->fused;
  EXPECT_EQ(fused.units, 256);
  EXPECT_EQ(fused.counters * 8 + fused.units * counter_bytes, plan.scratch_elements * 8);
  const FusedLaunch both = std::get<FusedLaunch>(plan.launches().front().kernel());
  EXPECT_EQ(both.groups(fused.units), (both.first_groups + both.second_groups) * (256 + fused.lag));
}

}  // namespace
}  // namespace papilio
