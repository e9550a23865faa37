// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "core/device_caps.hpp"
#include "plan/convolution.hpp"

namespace papilio::plan {
namespace {

// On GPUs with much local memory, and on CPUs for complex signals.
TEST(Convolutions, ThatFitAWorkGroupAreOneKernel) {
  const auto passes = [](const char* token, const DeviceCaps& caps, const Callbacks& callbacks = {}) {
    return plan_convolution(ConvolutionProblem::parse(token), caps, callbacks).tree.passes().size();
  };
  for (const DeviceCaps& caps : {cpu_preset(), h200_preset()}) {
    for (const char* token :
         {"conv:f32:1000*64:kernel=25:same:complex", "corr:f32:1000x8*20:kernel=25x8:axes=0:complex:planar",
          "conv:f64:512*64:kernel=512*64:circular:complex:in=f32"}) {
      const ConvolutionPlan plan = plan_convolution(ConvolutionProblem::parse(token), caps);
      if (caps.name == cpu_preset().name && plan.tree.passes().size() > 1) continue;  // as fast for inner batches
      ASSERT_EQ(plan.tree.passes().size(), 1U) << token << " on " << caps.name;
      EXPECT_EQ(plan.tree.passes().front()->kernel.algorithm, Algorithm::filter);
      EXPECT_EQ(plan.tree.scratch_elements, 0);
      EXPECT_EQ(plan.kernel.kind, Kind::c2c);
    }
    EXPECT_EQ(passes("conv:f32:1000*64:kernel=25:same:complex", caps), 1U) << caps.name;
    EXPECT_EQ(passes("conv:f32:1000*64:kernel=25:same:complex:inplace", caps), 2U) << "others' signals are there";
    EXPECT_EQ(passes("conv:f32:1000*64:kernel=25:same:complex:channels=1x2", caps), 2U);
    EXPECT_EQ(passes("conv:f32:1000*64:kernel=25:same:complex", caps, {"a load callback", {}, {}}), 2U);
  }
}

// The bytes of three trips through memory, and of the filter.
TEST(Convolutions, OfSeveralAxesHaveOneAxisInOneKernel) {
  for (const DeviceCaps& caps : {cpu_preset(), h200_preset()}) {
    for (const char* token : {"conv:f32:512x512*32:kernel=512x512:circular:complex",
                              "conv:f32:200x256*20:kernel=200x256:circular", "conv:f64:40x100x100:kernel=3x3x5:same"}) {
      const ConvolutionProblem problem = ConvolutionProblem::parse(token);
      const ConvolutionPlan plan = plan_convolution(problem, caps);
      const std::vector<const Pass*> passes = plan.tree.passes();
      const auto filters = [](const Pass* pass) { return pass->kernel.algorithm == Algorithm::filter; };
      ASSERT_EQ(std::ranges::count_if(passes, filters), 1) << token << " on " << caps.name;
      const Pass& middle = **std::ranges::find_if(passes, filters);
      EXPECT_EQ(middle.source.slot, Slot::scratch);
      EXPECT_EQ(middle.target.slot, Slot::scratch);
      EXPECT_TRUE(middle.kernel.in_place);
      EXPECT_EQ(middle.kernel.length, plan.padded.front()) << token;
    }
    const ConvolutionPlan channels = plan_convolution(
        ConvolutionProblem::parse("conv:f32:64x64*9:kernel=64x64:circular:complex:channels=2x2"), caps);
    for (const Pass* pass : channels.tree.passes()) EXPECT_NE(pass->kernel.algorithm, Algorithm::filter);
  }
  const ConvolutionProblem square = ConvolutionProblem::parse("conv:f32:1024x1024*8:kernel=1024x1024:circular:complex");
  const ConvolutionPlan plan = plan_convolution(square, h200_preset());
  std::int64_t bytes = 0;
  for (const Pass* pass : plan.tree.passes()) bytes += pass->read_bytes + pass->written_bytes;
  EXPECT_EQ(bytes, (48 + 8) * 1024 * 1024 * 8);
  EXPECT_EQ(plan.tree.scratch_elements, 1024 * 1024 * 8);
}

}  // namespace
}  // namespace papilio::plan
