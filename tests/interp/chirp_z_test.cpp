// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Chirp z-transforms, in one kernel and in passes, compared with their defining sum.
#include <gtest/gtest.h>

#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

/// More results than inputs, fewer, one of each; along an axis between others; parts of an array; storages; spirals.
const std::vector<std::string> tokens = {"c2c:f32:100*3:crop=17:band=0.1,0.2",
                                         "c2c:f64:100*3:pad=17:band=-3.25,0.75,8",
                                         "c2c:f32:64*5:band=0,1",
                                         "c2c:f64:97*2:band=0,0.5,1,endpoint:inplace",
                                         "c2c:f32:1*2:band=0.25,0.5",
                                         "c2c:f64:9*2:crop=1:band=0.25,0.5,1,endpoint",
                                         "c2c:f64:9*2:pad=1:band=0.25,0.5",
                                         "c2c:f32:3x40x5:axes=1:crop=-x7x-:band=0.3,0.31",
                                         "c2c:f32:40x8:axes=0:pad=11x-:band=0.3,0.31:factor=0.5",
                                         "c2c:f32:30*2:zero=[10,30):skip=[25,30):band=0.3,0.4",
                                         "c2c:f16:50*2:crop=20:band=0,0.25",
                                         "c2c:f32:50*2:crop=20:band=0,0.25:planar",
                                         "c2c:f64:60*2:crop=40:spiral=0.98534,0.17055,1.1,0",
                                         "c2c:f64:60:pad=20:spiral=0.999,-0.1",
                                         "c2c:f64:101:crop=8:spiral=0.98534,0.17055,2,0",
                                         "c2c:f64:101*2:crop=8:spiral=0.98534,0.17055,0.5,0",
                                         "c2c:f32:60*2:pad=40:spiral=0,1,0.5,0"};

class ChirpZ : public InterpretedPlans {};

TEST_P(ChirpZ, IsCorrect) { expect_all_correct(tokens); }

INSTANTIATE_TEST_SUITE_P(Devices, ChirpZ,
                         ::testing::Values(cpu_preset(), gpu_preset(), h200_preset(), test::narrow_gpu_caps(),
                                           test::tiny_gpu_caps()),
                         name_of_device);

/// Several kernels: of GPUs with little local memory, and of CPUs with chirps in vectors and one by one.
TEST(ChirpZ, InPasses) {
  DeviceCaps cpu = cpu_preset();
  cpu.local_memory = 16 * 1024;
  for (const DeviceCaps& caps : {cpu, test::narrow_gpu_caps()}) {
    for (const char* token : {"c2c:f32:1021*2:crop=300:band=0.1,0.2", "c2c:f32:1021:pad=300:band=0.1,0.2",
                              "c2c:f64:700x3:axes=0:crop=500x-:band=0.1,0.2", "c2c:f64:700:spiral=0.9999,0.01"}) {
      const Problem problem = Problem::parse(token);
      const plan::PlanNode plan = plan::make_plan(problem, caps);
      EXPECT_GT(plan.passes().size(), 1U) << plan.to_string();
      expect_interpreted(problem, plan);
    }
  }
}

/// Contours are in tables, not in kernels: another band compiles nothing.
TEST(ChirpZ, ContoursShareKernels) {
  const auto key = [](const char* token) {
    return plan::make_plan(Problem::parse(token), cpu_preset()).passes().front()->kernel.key();
  };
  EXPECT_EQ(key("c2c:f32:100:crop=17:band=0.1,0.2"), key("c2c:f32:100:crop=17:spiral=0.999,-0.04"));
  EXPECT_NE(key("c2c:f32:100:crop=17:band=0.1,0.2"), key("c2c:f32:100:crop=18:band=0.1,0.2"));
}

}  // namespace
}  // namespace papilio
