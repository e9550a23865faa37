// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/ragged_classes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio::plan {
namespace {

constexpr const char* octahedral_640 = "r2c:f32:ragged=20..2576/4,2576..20/4*32";
constexpr const char* healpix_512 = "r2c:f64:ragged=4..2044/4,2048x1025,2044..4/4";

/// Every length is in one class, whose kernel computes so many points.
void expect_whole(const RaggedProblem& problem, const std::vector<RaggedClass>& classes) {
  std::vector<int> found(problem.lengths.size());
  for (const RaggedClass& own : classes) {
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
      std::vector<RaggedClass> classes;
      const bool small = caps.local_memory < 65536 && problem.lengths.size() > 600;
      try {
        classes = ragged_classes(problem, caps);
      } catch (const Error& error) {
        EXPECT_TRUE(small) << error.what();
        EXPECT_EQ(error.code(), ErrorCode::unsupported);
        const std::string longest = std::to_string(std::ranges::max(problem.lengths));
        EXPECT_NE(std::string(error.what()).find("length " + longest + " of"), std::string::npos) << error.what();
        continue;
      }
      EXPECT_LE(classes.size(), static_cast<std::size_t>(max_ragged_launches));
      expect_whole(problem, classes);
    }
  }
}

TEST(RaggedClasses, ManyOfOneLengthHaveAKernelWithoutAConvolution) {
  const RaggedProblem problem = RaggedProblem::parse(healpix_512);
  for (const DeviceCaps& caps : {cpu_preset(), h200_preset()}) {
    const std::vector<RaggedClass> classes = ragged_classes(problem, caps);
    EXPECT_TRUE(std::ranges::any_of(classes, [](const RaggedClass& own) {
      return !own.spec.convolves && own.spec.dft.length == 1024 && own.members.size() == 1025;
    }));
  }
}

/// O640: padded lengths are together at most 2.4 times the points of the transforms.
TEST(RaggedClasses, PadsLittle) {
  const RaggedProblem problem = RaggedProblem::parse(octahedral_640);
  std::int64_t points = 0;
  std::int64_t padded = 0;
  for (const RaggedClass& own : ragged_classes(problem, h200_preset())) {
    for (const std::size_t i : own.members) {
      points += ragged_points(problem.kind, problem.lengths[i]);
      padded += own.spec.dft.length;
    }
  }
  EXPECT_LE(static_cast<double>(padded), 2.4 * static_cast<double>(points));
}

TEST(RaggedClasses, NameTheLengthThatDoesNotFit) {
  const auto message = [](const char* token, const DeviceCaps& caps) {
    return test::message_of(ErrorCode::unsupported, [&] { ragged_classes(RaggedProblem::parse(token), caps); });
  };
  EXPECT_NE(message("c2c:f32:ragged=5,8209,12", cpu_preset()).find("length 8209"), std::string::npos);
  EXPECT_NE(message("c2c:f32:ragged=5,1009,2003,12", v3d_preset()).find("length 2003"), std::string::npos);
}

// A convolution of 8192 points in f64 takes 128 KiB, the DFT of 4096 half as many.
TEST(RaggedClasses, LengthsWhoseConvolutionDoesNotFitAreComputedWhole) {
  const RaggedProblem problem = RaggedProblem::parse("c2c:f64:ragged=4096,5");
  DeviceCaps caps = gpu_preset();
  caps.f64 = true;
  caps.local_memory = 65536;
  const std::vector<RaggedClass> classes = ragged_classes(problem, caps);
  expect_whole(problem, classes);
  EXPECT_FALSE(classes.front().spec.convolves);
  EXPECT_EQ(classes.front().spec.dft.length, 4096);
}

}  // namespace
}  // namespace papilio::plan
