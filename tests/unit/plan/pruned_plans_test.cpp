// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans of pruned problems beside those of the same problems without ranges.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <papilio/problem.hpp>
#include <random>

#include "plan/plan.hpp"
#include "spec/array_axes.hpp"

namespace papilio::plan {
namespace {

struct PlanCost {
  std::int64_t bytes = 0;
  double seconds = 0;
  bool in_slabs = false;
};

PlanCost cost_of(const Problem& problem, const DeviceCaps& caps) {
  const PlanNode plan = make_plan(problem, caps);
  PlanCost cost{0, plan.seconds};
  for (const Pass* pass : plan.passes()) {
    cost.bytes += pass->read_bytes + pass->written_bytes;
    cost.in_slabs = cost.in_slabs || is_slab(pass->kernel);
  }
  return cost;
}

void expect_no_dearer(const Problem& pruned, const DeviceCaps& caps) {
  Problem whole = pruned;
  whole.zero.clear();
  whole.skip.clear();
  whole.in_packing = whole.out_packing = Packing::whole;
  const PlanCost cost = cost_of(pruned, caps);
  const PlanCost most = cost_of(whole, caps);
  EXPECT_LE(cost.bytes, most.bytes) << pruned.token() << " on " << caps.name;
  // Slabs, and two axes of a volume in one kernel, are for whole arrays.
  if (most.in_slabs || pruned.lengths.size() > 2) return;
  // On CPUs ranges keep some numbers from being read in vectors; on GPUs short whole transforms have estimates of their
  // own.
  const double limit = caps.device_class == DeviceClass::cpu ? 1.1 : 1.03;
  EXPECT_LE(cost.seconds, most.seconds * limit) << pruned.token() << " on " << caps.name;
}

TEST(PrunedPlans, OneKernelForSeveralAxesLeavesOutTheRanges) {
  const auto bytes = [](const char* token) { return cost_of(Problem::parse(token), h200_preset()).bytes; };
  constexpr std::int64_t element = 8;
  EXPECT_EQ(bytes("c2c:f32:64x64*1024:skip=[16,48)x-"), 1024 * element * (64 * 64 + 32 * 64));
  EXPECT_EQ(bytes("c2c:f32:64x64*1024:skip=[32,64)x[32,64)"), 1024 * element * (64 * 64 + 32 * 32));
  EXPECT_EQ(bytes("c2c:f32:16x16x16*999:zero=[8,16)x[4,12)x[8,16)"), 999 * element * (8 * 8 * 8 + 16 * 16 * 16));
  EXPECT_EQ(bytes("r2c:f32:256x256*1024:skip=[64,256)x-"), 1024 * (4 * 256 * 256 + element * 64 * 129));
}

TEST(PrunedPlans, CompactArraysMoveTheBytesOfTheirElements) {
  const auto bytes = [](const char* token) { return cost_of(Problem::parse(token), h200_preset()).bytes; };
  EXPECT_EQ(bytes("c2c:f32:64x64*1024:modes=31x20"), 1024 * 8 * (64 * 64 + 31 * 20));
  EXPECT_EQ(bytes("c2c:f32:64x64*1024:inverse:modes=31x20"), 1024 * 8 * (64 * 64 + 31 * 20));
  constexpr std::int64_t n = 512;
  constexpr std::int64_t m = 256;
  EXPECT_EQ(bytes("c2c:f32:512x512x512:modes=256x256x256"), 8 * (n * n * (n + m) + n * m * (n + m) + m * m * (n + m)));
}

/// A range of an axis, or none.
Range draw_range(std::mt19937& random, std::int64_t length) {
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  if (length < 2 || below(3) == 0) return {};
  const std::int64_t size = 1 + below(length - 1);
  const std::int64_t begin = below(length - size + 1);
  return {begin, begin + size};
}

TEST(PrunedPlans, NeverCostMoreThanWithoutRanges) {
  std::mt19937 random(20261129);
  constexpr const char* kinds[] = {"r2c:f32", "c2c:f32", "c2r:f64"};
  constexpr std::int64_t lengths[] = {3, 8, 12, 16, 30, 37, 64, 100, 128, 256, 500};
  for (int i = 0; i < 400; ++i) {
    std::vector<std::int64_t> drawn;
    for (std::size_t axes = 1 + random() % 3; axes > 0; --axes) drawn.push_back(lengths[random() % 11]);
    Problem problem = Problem::parse(
        fmt::format("{}:{}*{}", kinds[i % 3], fmt::join(drawn, "x"), 1 + static_cast<int>(random() % 100)));
    if (problem.input_elements() > (1 << 26)) continue;  // scratch would be larger than a preset's buffers
    const auto ranges = [&](bool halved) {
      std::vector<Range> all;
      for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
        const std::int64_t n = problem.lengths[axis];
        all.push_back(draw_range(random, halved && axis + 1 == problem.lengths.size() ? n / 2 + 1 : n));
      }
      return all;
    };
    if (random() % 3 != 0) problem.zero = ranges(problem.kind == Kind::c2r);
    if (random() % 3 != 0) problem.skip = ranges(problem.kind == Kind::r2c);
    if (random() % 2 == 0) problem.in_packing = problem.out_packing = Packing::compact;
    problem.in_distance = problem.out_distance = 0;
    for (const DeviceCaps& caps : {h200_preset(), cpu_preset()}) expect_no_dearer(problem, caps);
  }
}

}  // namespace
}  // namespace papilio::plan
