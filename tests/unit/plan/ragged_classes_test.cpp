// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/ragged_classes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace papilio::plan {
namespace {

constexpr const char* octahedral_640 = "r2c:f32:ragged=20..2576/4,2576..20/4*32";
constexpr const char* healpix_512 = "r2c:f64:ragged=4..2044/4,2048x1025,2044..4/4";

/// Every length is in one class, whose kernel computes so many points, or beyond.
void expect_whole(const RaggedProblem& problem, const RaggedClasses& chosen) {
  std::vector<int> found(problem.lengths.size());
  for (const std::size_t i : chosen.beyond) ++found[i];
  for (const RaggedClass& own : chosen.classes) {
    EXPECT_FALSE(own.members.empty());
    for (const std::size_t i : own.members) {
      ++found[i];
      const std::int64_t points = ragged_points(problem.kind, problem.lengths[i]);
      EXPECT_TRUE(own.spec.convolves ? points <= own.spec.max_points() : points == own.spec.dft.length) << points;
    }
    EXPECT_TRUE(std::ranges::is_sorted(own.members, std::ranges::greater{},
                                       [&](std::size_t i) { return ragged_points(problem.kind, problem.lengths[i]); }));
  }
  EXPECT_TRUE(std::ranges::all_of(found, [](int times) { return times == 1; }));
}

TEST(RaggedClasses, GridsOfTheSphereTakeEightLaunches) {
  for (const char* token : {octahedral_640, healpix_512, "c2c:f32:ragged=1..600", "c2r:f64:ragged=3,7,4096x50,5"}) {
    const RaggedProblem problem = RaggedProblem::parse(token);
    for (const DeviceCaps& caps : {cpu_preset(), h200_preset(), gpu_preset()}) {
      SCOPED_TRACE(std::string(token) + " on " + caps.name);
      const RaggedClasses chosen = ragged_classes(problem, caps);
      EXPECT_TRUE(chosen.beyond.empty() || caps.local_memory < 65536) << problem.lengths[chosen.beyond.front()];
      EXPECT_LE(chosen.classes.size(), static_cast<std::size_t>(max_ragged_launches));
      expect_whole(problem, chosen);
    }
  }
}

TEST(RaggedClasses, ManyOfOneLengthHaveAKernelWithoutAConvolution) {
  const RaggedProblem problem = RaggedProblem::parse(healpix_512);
  for (const DeviceCaps& caps : {cpu_preset(), h200_preset()}) {
    const RaggedClasses chosen = ragged_classes(problem, caps);
    EXPECT_TRUE(std::ranges::any_of(chosen.classes, [](const RaggedClass& own) {
      return !own.spec.convolves && own.spec.dft.length == 1024 && own.members.size() == 1025;
    }));
  }
}

/// O640: padded lengths are together at most 2.4 times the points of the transforms.
TEST(RaggedClasses, PadsLittle) {
  const RaggedProblem problem = RaggedProblem::parse(octahedral_640);
  std::int64_t points = 0;
  std::int64_t padded = 0;
  for (const RaggedClass& own : ragged_classes(problem, h200_preset()).classes) {
    for (const std::size_t i : own.members) {
      points += ragged_points(problem.kind, problem.lengths[i]);
      padded += own.spec.dft.length;
    }
  }
  EXPECT_LE(static_cast<double>(padded), 2.4 * static_cast<double>(points));
}

/// The lengths that have plans of their own.
std::vector<std::int64_t> lengths_beyond(const RaggedProblem& problem, const DeviceCaps& caps) {
  const RaggedClasses chosen = ragged_classes(problem, caps);
  expect_whole(problem, chosen);
  std::vector<std::int64_t> lengths;
  for (const std::size_t i : chosen.beyond) lengths.push_back(problem.lengths[i]);
  return lengths;
}

TEST(RaggedClasses, LengthsBeyondAWorkGroupHavePlans) {
  using Lengths = std::vector<std::int64_t>;
  const auto beyond = [](const char* token, const DeviceCaps& caps) {
    return lengths_beyond(RaggedProblem::parse(token), caps);
  };
  EXPECT_EQ(beyond("c2c:f32:ragged=5,8209,12", cpu_preset()), Lengths{8209});
  EXPECT_EQ(beyond("c2c:f32:ragged=5,1009,2003,12", v3d_preset()), (Lengths{2003, 1009}));
  EXPECT_EQ(beyond("r2c:f32:ragged=1000003,5,2000006x2", cpu_preset()), (Lengths{1000003, 2000006, 2000006}));
  EXPECT_EQ(beyond("c2c:f32:ragged=100003", h200_preset()), Lengths{100003});
}

TEST(RaggedClasses, NeighboursOfOneLengthShareAPlan) {
  const auto problems = [](const char* token, const std::vector<std::size_t>& beyond) {
    std::vector<std::string> tokens;
    for (const Problem& problem : problems_beyond(RaggedProblem::parse(token), beyond)) {
      problem.validate();
      tokens.push_back(problem.token());
    }
    return tokens;
  };
  using Tokens = std::vector<std::string>;
  EXPECT_EQ(problems("c2c:f32:ragged=3,50x3,40,50*2", {1, 2, 3, 5, 4}),
            (Tokens{"c2c:f32:3x50*2:axes=1:idist=243:odist=243:ioffset=3:ooffset=3",
                    "c2c:f32:50*2:idist=243:odist=243:ioffset=193:ooffset=193",
                    "c2c:f32:40*2:idist=243:odist=243:ioffset=153:ooffset=153"}));
  EXPECT_EQ(problems("r2c:f64:ragged=50x2,51*3:scale=1/n:odist=200", {2, 0, 1}),
            (Tokens{"r2c:f64:51*3:scale=1/n:idist=151:odist=200:ioffset=100:ooffset=52",
                    "r2c:f64:2x50*3:scale=1/n:axes=1:idist=151:odist=200"}));
  EXPECT_EQ(problems("c2r:f32:ragged=50x4:ioffsets=0,1,2,5:istride=6:ooffsets=0,50,100,150", {0, 1, 2, 3}),
            (Tokens{"c2r:f32:3x50:axes=1:istrides=1,6:idist=156:odist=200",
                    "c2r:f32:50:istrides=6:idist=156:odist=200:ioffset=5:ooffset=150"}));
}

// A convolution of 8192 points in f64 takes 128 KiB, the DFT of 4096 half as many.
TEST(RaggedClasses, LengthsWhoseConvolutionDoesNotFitAreComputedWhole) {
  const RaggedProblem problem = RaggedProblem::parse("c2c:f64:ragged=4096,5");
  DeviceCaps caps = gpu_preset();
  caps.f64 = true;
  caps.local_memory = 65536;
  const RaggedClasses chosen = ragged_classes(problem, caps);
  expect_whole(problem, chosen);
  const std::vector<RaggedClass>& classes = chosen.classes;
  EXPECT_FALSE(classes.front().spec.convolves);
  EXPECT_EQ(classes.front().spec.dft.length, 4096);
}

}  // namespace
}  // namespace papilio::plan
