// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which axes one kernel transforms together.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <papilio/problem.hpp>

#include "plan/plan.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"

namespace papilio::plan {
namespace {

using Lengths = std::vector<std::int64_t>;

/// KernelSpec::axis_lengths of every pass of a problem.
std::vector<Lengths> axes_of(const std::string& token, const DeviceCaps& caps = h200_preset()) {
  const PlanNode plan = make_plan(Problem::parse(token), caps);
  std::vector<Lengths> result;
  for (const Pass* pass : plan.passes()) result.push_back(pass->kernel.axis_lengths);
  return result;
}

DeviceCaps without_clusters() {
  DeviceCaps caps = h200_preset();
  caps.cluster = 1;
  return caps;
}

std::vector<Lengths> apart(std::size_t passes) { return std::vector<Lengths>(passes); }

TEST(SeveralAxes, SmallImagesAndVolumesTakeOnePass) {
  for (const Lengths& lengths : {Lengths{16, 16}, Lengths{32, 32}, Lengths{64, 64}, Lengths{128, 128}, Lengths{24, 40},
                                 Lengths{100, 100}, Lengths{8, 8, 8}, Lengths{16, 16, 16}, Lengths{3, 4, 5, 6}}) {
    Problem problem = Problem::c2c(Precision::f32, lengths.back(), 1);
    problem.lengths = lengths;
    problem.batch = (64 << 20) / (problem.normalised().in_distance);
    for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
      problem.placement = placement;
      EXPECT_THAT(axes_of(problem.token()), testing::ElementsAre(lengths)) << problem.token();
    }
  }
}

TEST(SeveralAxes, ClustersTakeLargerOnes) {
  for (const char* token : {"c2c:f32:256x256*1024", "c2c:f16:256x256*2048", "c2c:f32:32x32x32*2048",
                            "c2c:f64:128x256*1024", "c2c:f32:160x160*2048:inplace"}) {
    const PlanNode plan = make_plan(Problem::parse(token), h200_preset());
    ASSERT_EQ(plan.passes().size(), 1U) << token;
    EXPECT_GT(plan.passes().front()->kernel.shape.cluster, 1) << token;
    EXPECT_EQ(make_plan(Problem::parse(token), without_clusters()).passes().size(), 2U) << token;
  }
}

// The measured shapes are for the local memory of an H200; other devices use the estimate.
TEST(SeveralAxes, ClustersOfLessLocalMemoryHoldLess) {
  DeviceCaps caps = h200_preset();
  caps.local_memory = caps.unit_local_memory = 99 * 1024;
  for (const char* token : {"c2c:f32:256x256*1024", "c2c:f32:2^16*1024", "c2c:f32:40000*1677", "c2c:f32:2^24*4"}) {
    const PlanNode plan = make_plan(Problem::parse(token), caps);
    for (const Pass* pass : plan.passes()) EXPECT_LE(exchange_bytes(pass->kernel), caps.local_memory) << token;
  }
}

struct AxesOfPasses {
  const char* token;
  std::vector<Lengths> axes;
};

TEST(SeveralAxes, OfEveryPass) {
  for (const auto& [token, axes] :
       std::vector<AxesOfPasses>{{"c2c:f32:3200x16x16:axes=1,2", {{16, 16}}},
                                 {"c2c:f32:64x64x64*200", {{64, 64}, {}}},
                                 {"c2c:f32:512x512x512", apart(3)},
                                 // Axes of one point, distances and scales do not count.
                                 {"c2c:f32:16x1x16*9999", {{16, 16}}},
                                 {"c2c:f32:16x16*9999:idist=300:odist=257:scale=1/n", {{16, 16}}},
                                 // A few channels.
                                 {"c2c:f32:16x16x3*9999:axes=0,1", {{16, 16}}},
                                 {"c2c:f32:16x16*9999:istrides=32,2:idist=512:ostrides=32,2:odist=512", {{16, 16}}},
                                 // Gaps, primes, large arrays and a single image keep axes apart.
                                 {"c2c:f32:16x16*9999:istrides=17,1", apart(2)},
                                 {"c2c:f32:16x16*9999:ostrides=17,1", apart(2)},
                                 {"c2c:f32:16x9x16*999:axes=0,2", apart(2)},
                                 {"c2c:f32:37x16*9999", apart(2)},
                                 {"c2c:f32:512x512*99", apart(2)},
                                 {"c2c:f32:128x128", apart(2)},
                                 // Planes of volumes of real numbers, and complex axes of a real array.
                                 {"r2c:f32:64x64x64*200", {{64, 32}, {}}},
                                 {"c2r:f32:64x64x64*200", {{}, {64, 32}}},
                                 {"r2c:f32:16x16x15*999", {{}, {16, 16}}},
                                 {"c2r:f32:16x16x15*999", {{16, 16}, {}}},
                                 // Real axes that do not fold.
                                 {"r2c:f32:16x15*9999", apart(2)},
                                 {"c2r:f32:16x15*9999", apart(2)},
                                 {"dct2:f32:16x16*9999", apart(2)},
                                 {"r2c:f32:16x16*9999:inplace", apart(2)},
                                 {"c2r:f32:16x16*9999:inplace", apart(2)},
                                 {"r2c:f32:16x16x3*9999:axes=0,1", apart(2)},
                                 {"r2c:f32:16x16*9999:istrides=18,1:idist=288", apart(2)}})
    EXPECT_EQ(axes_of(token), axes) << token;
  EXPECT_EQ(axes_of("c2c:f32:16x1*9999").front(), Lengths{});
  EXPECT_EQ(axes_of("c2c:f32:16x16*99", cpu_preset()), (std::vector<Lengths>{{16, 16}}));
  EXPECT_EQ(axes_of("c2c:f32:16x16*3", cpu_preset()), apart(2));  // fewer arrays than lanes
  const PlanNode scaled = make_plan(Problem::parse("c2c:f64:16x16*9999:scale=1/n"), h200_preset());
  EXPECT_DOUBLE_EQ(scaled.passes()[0]->kernel.scale, 1.0 / 256);
}

TEST(SeveralAxes, SlabsOfPlanesThatAreTooLarge) {
  const PlanNode plan = make_plan(Problem::parse("c2c:f32:256x192x240*4:idist=12000000:scale=1/n"), h200_preset());
  ASSERT_EQ(plan.passes().size(), 2U) << plan.to_string();
  const KernelSpec& slab = plan.passes()[0]->kernel;
  const KernelSpec& across = plan.passes()[1]->kernel;
  EXPECT_EQ(slab.axis_lengths.front() * slab.outer, 192);
  EXPECT_EQ(slab.axis_lengths.back(), 240);
  EXPECT_EQ(slab.scale, 1.0);
  EXPECT_EQ(across.axis_lengths, (Lengths{256, slab.outer}));
  EXPECT_EQ(across.interleaved, slab.length);
  EXPECT_DOUBLE_EQ(across.scale, 1.0 / (256 * 192 * 240));
  EXPECT_EQ(plan.scratch_elements, 0);
  // In place they would need scratch, but a cluster has room for a plane.
  EXPECT_THAT(axes_of("c2c:f32:256x192x240*4:inplace"), testing::ElementsAre(Lengths{192, 240}, Lengths{}));
  EXPECT_EQ(axes_of("c2c:f32:256x192x240*4:inplace", without_clusters()), apart(3));
}

// Half spectra in slabs, whose rows start at multiples of a sector; c2r starts with what the slabs of r2c leave.
TEST(SeveralAxes, SlabsOfRealImages) {
  const PlanNode there = make_plan(Problem::parse("r2c:f32:4096x4096*8:scale=1/n"), h200_preset());
  ASSERT_EQ(there.passes().size(), 2U) << there.to_string();
  const KernelSpec& slab = there.passes()[0]->kernel;
  const KernelSpec& columns = there.passes()[1]->kernel;
  EXPECT_TRUE(is_slab(slab) && post_processes(slab));
  EXPECT_EQ(slab.axis_lengths.front() * slab.outer, 4096);
  EXPECT_EQ(slab.axis_lengths.back(), 2048);
  EXPECT_EQ(columns.length, slab.outer);
  EXPECT_EQ(columns.interleaved, slab.axis_lengths.front() * 2049);
  EXPECT_EQ(columns.interleaved % 4, 0);
  EXPECT_EQ(slab.scale, 1.0);
  EXPECT_DOUBLE_EQ(columns.scale, 1.0 / (4096 * 4096));
  EXPECT_EQ(there.scratch_elements, 0);
  EXPECT_EQ(there.passes()[0]->written_bytes, 8LL * 8 * 4096 * 2049);

  const PlanNode back = make_plan(Problem::parse("c2r:f32:4096x4096*8:scale=1/n"), h200_preset());
  ASSERT_EQ(back.passes().size(), 2U) << back.to_string();
  EXPECT_TRUE(is_slab_back(back.passes()[1]->kernel));
  EXPECT_EQ(back.passes()[0]->kernel.interleaved, back.passes()[1]->kernel.axis_lengths.front() * 2049);
  EXPECT_EQ(back.passes()[0]->target.slot, Slot::scratch);
  EXPECT_EQ(back.passes()[1]->source.slot, Slot::scratch);
  EXPECT_EQ(back.passes()[1]->kernel.scale, 1.0 / (4096 * 4096));
  EXPECT_EQ(back.scratch_elements, 8LL * 4096 * 2049);

  for (const char* token : {"r2c:f32:4096x4096*8:inplace", "c2r:f32:4096x4096*8:inplace"})
    EXPECT_FALSE(is_slab(make_plan(Problem::parse(token), h200_preset()).passes()[0]->kernel)) << token;
}

// Two real numbers are treated as one complex number.
TEST(SeveralAxes, ImagesOfRealNumbersFold) {
  for (const std::string kind : {"r2c", "c2r"}) {
    for (const Lengths& lengths :
         {Lengths{16, 16}, Lengths{32, 32}, Lengths{64, 64}, Lengths{128, 128}, Lengths{15, 6}}) {
      const std::string token = fmt::format("{}:f32:{}*20000", kind, fmt::join(lengths, "x"));
      EXPECT_THAT(axes_of(token), testing::ElementsAre(Lengths{lengths[0], lengths[1] / 2})) << token;
    }
  }
  const PlanNode plan = make_plan(Problem::parse("c2r:f32:16x16*9999:scale=1/n"), h200_preset());
  EXPECT_EQ(plan.scratch_elements, 0);
  EXPECT_DOUBLE_EQ(plan.passes()[0]->kernel.scale, 1.0 / 256);
  EXPECT_EQ(plan.passes()[0]->read_bytes, 9999 * 16 * 9 * 8);
  EXPECT_EQ(plan.passes()[0]->written_bytes, 9999 * 16 * 16 * 4);
}

}  // namespace
}  // namespace papilio::plan
