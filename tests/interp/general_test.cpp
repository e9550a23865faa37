// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans of the general program (spec/general_kernel.hpp): results compared with long double, no access out of bounds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "spec/general_kernel.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

/// Expects that the plan has the general program in all passes, and that it is correct.
void expect_general(const Problem& wanted, const DeviceCaps& caps = cpu_preset()) {
  const Problem problem = wanted.normalised();
  const plan::PlanNode plan = plan::make_plan(problem, caps, Programs::general);
  for (const plan::Pass* pass : plan.passes())
    EXPECT_EQ(pass->kernel.algorithm, Algorithm::general) << problem.token() << "\n" << plan.to_string();
  expect_interpreted(problem, plan);
}

void expect_general(const std::string& token) { expect_general(Problem::parse(token)); }

TEST(GeneralProgram, TransformsEveryShortLength) {
  for (int n = 1; n <= 140; ++n) {
    for (const char* format :
         {"c2c:f32:{}", "c2c:f64:{}:inverse", "r2c:f64:{}", "r2c:f32:{}", "c2r:f64:{}", "c2r:f32:{}"})
      expect_general(fmt::format(fmt::runtime(format), n));
    if (HasFailure()) return;
  }
}

// One of each combination of first radices, and the longest of each kind.
TEST(GeneralProgram, TransformsLongerLengths) {
  for (const int n : {169, 243, 256, 509, 512, 1000, 1001, 1009, 1024, 1331, 2018, 2047, 2187, 2491, 3449, 4096}) {
    for (const char* format : {"c2c:f32:{}:inverse", "c2c:f64:{}"})
      expect_general(fmt::format(fmt::runtime(format), n));
    if (HasFailure()) return;
  }
}

// Even lengths have DFTs of half the length, those of 1018 and 2018 points have Bluestein's algorithm.
TEST(GeneralProgram, TransformsLongerRealSignals) {
  for (const int n : {256, 511, 512, 1000, 1018, 1009, 2018, 2187, 3600, 4096}) {
    for (const char* format : {"r2c:f32:{}", "c2r:f64:{}", "r2c:f64:{}:zero=[150,{})", "r2c:f64:{}:zero=[151,{})"})
      expect_general(fmt::format(fmt::runtime(format), n, n));
    if (HasFailure()) return;
  }
}

TEST(GeneralProgram, HalvesEvenRealTransforms) {
  const auto radices = [](const std::string& token) {
    return plan::make_plan(Problem::parse(token), cpu_preset(), Programs::general).passes().front()->kernel.radices;
  };
  EXPECT_EQ(radices("r2c:f64:4096"), (std::vector<int>{8, 8, 8, 4}));
  EXPECT_EQ(radices("c2r:f64:1000"), (std::vector<int>{4, 5, 5, 5}));
  EXPECT_EQ(radices("r2c:f64:999"), (std::vector<int>{3, 3, 3, 37}));
  EXPECT_EQ(radices("c2c:f64:4096"), (std::vector<int>{8, 8, 8, 8}));
  EXPECT_EQ(radices("c2c:f64:1024"), (std::vector<int>{8, 8, 4, 4}));
}

TEST(GeneralProgram, ServesVectorsOfOtherWidths) {
  for (const int lanes : {2, 4, 8, 16}) {
    DeviceCaps caps = cpu_preset();
    caps.lanes_f64 = caps.lanes_f32 = lanes;
    for (const int n : {1, 2, 3, 6, 8, 15, 17, 30, 49, 61, 67, 128, 360, 1001})
      expect_general(Problem::c2c(Precision::f64, n, 2), caps);
    for (const int n : {4 * lanes - 2, 4 * lanes, 4 * lanes + 2, 6 * lanes, 134, 360}) {
      expect_general(Problem::parse(fmt::format("r2c:f64:{}*2", n)), caps);
      expect_general(Problem::parse(fmt::format("c2r:f64:{}*2", n)), caps);
    }
  }
}

TEST(GeneralProgram, ServesOtherLayouts) {
  for (const char* token :
       {"c2c:f64:30*7:scale=1/n", "c2c:f64:30*7:idist=33:odist=37", "c2c:f64:12:istrides=3",
        "c2c:f64:12:ostrides=-1:ooffset=11", "c2c:f64:12x10", "c2c:f64:12x10:axes=0", "r2c:f64:12x10:inplace",
        "c2c:f32:30x5:inplace", "c2c:f32:71*3:inplace", "c2r:f32:9x8", "c2c:f64:20:zero=[13,20)",
        "r2c:f64:67:zero=[50,67)", "r2c:f64:96:istrides=3", "c2r:f64:96:ostrides=-2:ooffset=190",
        "r2c:f64:50x64:inplace", "c2r:f32:50x64:inplace", "r2c:f64:96x20:axes=0", "c2r:f64:96*3:scale=1/n"})
    expect_general(token);
}

TEST(GeneralProgram, IsOneForAllProblemsOfAPrecision) {
  std::set<std::string> programs;
  for (const char* token :
       {"c2c:f64:7", "c2c:f64:1009:inverse", "r2c:f64:100*3", "c2r:f64:64:scale=1/n", "c2c:f64:12x10:inplace"}) {
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token), cpu_preset(), Programs::general);
    for (const plan::PassLaunch& launch : plan.launches()) programs.insert(key_of(launch.kernel()));
  }
  EXPECT_EQ(programs.size(), 1u);
}

TEST(GeneralProgram, IsLeftWhereItDoesNotServe) {
  const auto serves = [](const std::string& token, const DeviceCaps& caps) {
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token), caps, Programs::general);
    return std::ranges::any_of(plan.passes(),
                               [](const plan::Pass* pass) { return pass->kernel.algorithm == Algorithm::general; });
  };
  EXPECT_TRUE(serves("c2c:f64:64x64", cpu_preset()));
  EXPECT_FALSE(serves("c2c:f64:8192", cpu_preset())) << "large";
  EXPECT_FALSE(serves("c2c:f64:4093", cpu_preset())) << "a convolution beyond the work array";
  EXPECT_FALSE(serves("c2c:f64:4*1000", cpu_preset())) << "many transforms";
  EXPECT_FALSE(serves("c2c:f64:1000x4", cpu_preset())) << "many transforms along one axis";
  EXPECT_FALSE(serves("c2c:f64:16", gpu_preset())) << "a GPU";
  EXPECT_FALSE(serves("dct2:f64:16", cpu_preset())) << "no Fourier transform";
  EXPECT_FALSE(serves("c2c:f64:16", test::tiny_cpu_caps())) << "little local memory";
}

}  // namespace
}  // namespace papilio
