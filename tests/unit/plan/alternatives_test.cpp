// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/alternatives.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>

#include "plan/plan.hpp"

namespace papilio::plan {
namespace {

using ::testing::Contains, ::testing::ElementsAre, ::testing::Ge;

constexpr std::size_t most = 24;

std::vector<std::int64_t> lengths_of(const PlanNode& plan) {
  std::vector<std::int64_t> lengths;
  for (const Pass* pass : plan.passes()) lengths.push_back(pass->kernel.work_length());
  return lengths;
}

/// None twice, none the plan's own, and each made again from its tokens.
void expect_sound(const Problem& problem, const DeviceCaps& caps, const PlanNode& plan,
                  const std::vector<PlanNode>& others) {
  std::set<std::string> seen = {shape_tokens(plan, caps.compute_units)};
  EXPECT_LE(others.size(), most);
  for (const PlanNode& other : others) {
    const std::string shapes = shape_tokens(other, caps.compute_units);
    EXPECT_TRUE(seen.insert(shapes).second) << shapes;
    EXPECT_EQ(make_plan(problem, caps, {}, parse_shape_tokens(shapes, caps.compute_units)).to_string(),
              other.to_string());
  }
}

TEST(Alternatives, AreOtherPlansOfTheProblem) {
  for (const char* token :
       {"c2c:f32:1000*64", "c2c:f32:2^16", "c2c:f64:2^18*8:inplace", "r2c:f32:4096*64", "c2r:f64:1000*64",
        "dct2:f32:1024*64", "c2c:f32:1009*256", "c2c:f32:2039*100", "c2c:f32:256x256*16", "r2c:f32:100x30*7"}) {
    for (const char* preset : {"cpu", "gpu", "h200"}) {
      SCOPED_TRACE(std::string(token) + " " + preset);
      const DeviceCaps caps = caps_preset(preset);
      const Problem problem = Problem::parse(token);
      const PlanNode plan = make_plan(problem, caps);
      expect_sound(problem, caps, plan, other_splits(problem, caps, plan, most));
      for (std::size_t i = 0; i < plan.passes().size(); ++i) {
        const std::vector<PlanNode> others = other_shapes(problem, caps, plan, i, most);
        EXPECT_FALSE(others.empty()) << i;
        expect_sound(problem, caps, plan, others);
      }
    }
  }
}

TEST(Alternatives, HaveOtherSplits) {
  const DeviceCaps caps = cpu_preset();
  const Problem problem = Problem::parse("c2c:f32:2^16");
  std::vector<std::vector<std::int64_t>> lengths;
  for (const PlanNode& other : other_splits(problem, caps, make_plan(problem, caps), most))
    lengths.push_back(lengths_of(other));
  EXPECT_THAT(lengths, Contains(ElementsAre(512, 128)));
  EXPECT_THAT(lengths, Contains(ElementsAre(128, 512)));
  EXPECT_THAT(lengths, Contains(ElementsAre(32, 64, 32)));
}

/// Strategies and numbers of lanes that are tried for a problem of one kernel.
std::set<std::pair<Strategy, int>> kinds_of(const char* token) {
  const DeviceCaps caps = cpu_preset();
  const Problem problem = Problem::parse(token);
  std::set<std::pair<Strategy, int>> kinds;
  for (const PlanNode& other : other_shapes(problem, caps, make_plan(problem, caps), 0, most)) {
    const Shape& shape = other.passes().front()->kernel.shape;
    kinds.insert({shape.strategy, shape.lanes});
  }
  return kinds;
}

TEST(Alternatives, OnProcessorsHaveBothStrategiesAndOtherWidths) {
  EXPECT_EQ(kinds_of("c2c:f32:1024*64").size(), 4U);  // 8 and 4 lanes: no vector holds 16 complex numbers
  EXPECT_EQ(kinds_of("c2c:f64:1024*64").size(), 6U);  // 4, 8 and 2
}

TEST(Alternatives, OfALargePrimeHaveConvolutionsOfOtherLengths) {
  const DeviceCaps caps = cpu_preset();
  const Problem problem = Problem::parse("c2c:f32:1433*100");
  const std::vector<PlanNode> others = other_splits(problem, caps, make_plan(problem, caps), most);
  EXPECT_GE(others.size(), 2U);
  for (const PlanNode& other : others) EXPECT_GE(lengths_of(other).front(), 2 * 1433 - 2);
}

TEST(Alternatives, KernelsOfALargePrimeHavePasses) {
  const DeviceCaps caps = cpu_preset();
  const auto others_of = [&](const char* token) {
    const Problem problem = Problem::parse(token);
    std::set<std::vector<std::int64_t>> lengths;
    for (const PlanNode& other : other_splits(problem, caps, make_plan(problem, caps), most))
      lengths.insert(lengths_of(other));
    return lengths;
  };
  // 6740 = 20 * 337: Rader's algorithm has 336 points, and a convolution of the whole length at least 13478.
  const std::set<std::vector<std::int64_t>> lengths = others_of("c2c:f32:6740*64");
  EXPECT_THAT(lengths, Contains(ElementsAre(20, 336)));
  EXPECT_THAT(lengths, Contains(ElementsAre(Ge(13478))));
}

TEST(Choice, APassMayBeGivenItsLengthAlone) {
  const DeviceCaps caps = h200_preset();
  const std::vector<ChosenPass> lengths = {{{}, false, 256}, {{}, false, 1024}};
  const PlanNode plan = make_plan(Problem::parse("c2c:f32:2^18*512"), caps, {}, lengths);
  EXPECT_THAT(lengths_of(plan), ElementsAre(256, 1024));
}

}  // namespace
}  // namespace papilio::plan
