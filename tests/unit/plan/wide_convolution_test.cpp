// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/wide_convolution.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "plan/plan.hpp"

namespace papilio::plan {
namespace {

PlanNode plan_for(const char* token, const DeviceCaps& caps = cpu_preset()) {
  return make_plan(Problem::parse(token).normalised(), caps);
}

bool notes_f64(const PlanNode& node) { return std::ranges::find(node.notes, "in-f64") != node.notes.end(); }

TEST(WideConvolution, ComputesInF64AndStoresF32BetweenPassesToo) {
  const PlanNode plan = plan_for("c2c:f32:3721");
  ASSERT_EQ(plan.solver, "long-bluestein");
  EXPECT_TRUE(notes_f64(plan));
  ASSERT_EQ(plan.children.size(), 3);
  for (const PlanNode& leaf : plan.children) {
    EXPECT_EQ(leaf.pass->kernel.precision, Precision::f64);
    EXPECT_EQ(leaf.pass->kernel.in.storage, Storage::f32);
    EXPECT_EQ(leaf.pass->kernel.out.storage, Storage::f32);
  }
  EXPECT_EQ(plan.children.front().pass->read_bytes, 3721 * 8);
  EXPECT_EQ(plan.children.back().pass->written_bytes, 3721 * 8);
}

TEST(WideConvolution, CountsTheBytesOfOneKernelInF32) {
  const PlanNode plan = plan_for("r2c:f32:1065");
  EXPECT_TRUE(notes_f64(plan));
  EXPECT_EQ(plan.pass->read_bytes, 1065 * 4);
  EXPECT_EQ(plan.pass->written_bytes, 533 * 8);
}

TEST(WideConvolution, LargePrimesStorageAndDevicesWithoutF64StayInF32) {
  EXPECT_FALSE(notes_f64(plan_for("c2c:f32:10007")));
  EXPECT_FALSE(notes_f64(plan_for("c2c:f32:1009")));
  EXPECT_FALSE(notes_f64(plan_for("c2c:f32:3721:in=f16:out=f16")));
  EXPECT_FALSE(notes_f64(plan_for("c2c:f32:3721:scratch=bf16")));
  EXPECT_FALSE(notes_f64(plan_for("c2c:f32:3721", gpu_preset())));
  DeviceCaps narrow = cpu_preset();
  narrow.f64 = false;
  EXPECT_FALSE(notes_f64(plan_for("c2c:f32:3721", narrow)));
}

}  // namespace
}  // namespace papilio::plan
