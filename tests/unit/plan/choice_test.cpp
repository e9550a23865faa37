// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/choice.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "plan/plan.hpp"
#include "support/error_of.hpp"
#include "support/words.hpp"

namespace papilio::plan {
namespace {

using ::testing::HasSubstr;

PlanNode plan_of(const std::string& token, const DeviceCaps& caps, const std::string& shapes) {
  return make_plan(Problem::parse(token), caps, {}, parse_shape_tokens(shapes, caps.compute_units));
}

// Every solver, array solver and strategy; one kernel, several, and fused launches.
TEST(Choice, TheShapesOfAPlanMakeTheSamePlan) {
  for (const std::string& token :
       test::words("c2c:f32:1 c2c:f32:16*4 c2c:f32:1000*64 c2c:f32:4096*512:inplace c2c:f32:2^16 c2c:f32:2^20*64 "
                   "c2c:f32:2^24 c2c:f64:2^18*8 c2c:f32:1009*256 c2c:f32:127*64 c2c:f32:1517*64 c2c:f32:2039*100 "
                   "c2c:f32:65537 c2c:f32:1000003*2 c2c:f16:512*4096 c2c:f32:100000*70 r2c:f32:64*9 r2c:f32:4096*64 "
                   "r2c:f32:2^20*16 c2r:f32:2^20*16 c2r:f64:1000*64 r2c:f32:15*64 dct2:f32:1024*64 dct3:f32:60*5 "
                   "dct1:f32:513*64 dst4:f32:512*64 dht:f32:1000 c2c:f32:64x64*64 c2c:f32:256x256*256 c2c:f32:100x30 "
                   "c2c:f32:1024x1024*64 c2c:f32:200x200 c2c:f32:41x43*3 c2c:f32:128x128x128*4 r2c:f32:256x256*64 "
                   "c2r:f32:512x512*64 r2c:f32:3000x3000*14 c2c:f32:512x512*200:zero=0:100..200,1:50..60")) {
    for (const NamedPreset& preset : caps_presets()) {
      SCOPED_TRACE(std::string(token) + " " + std::string(preset.name));
      const DeviceCaps caps = preset.caps();
      std::optional<PlanNode> plan;
      try {
        plan = make_plan(Problem::parse(token), caps);
      } catch (const Error&) {
        continue;  // f64 on a V3D
      }
      const std::string shapes = shape_tokens(*plan, caps.compute_units);
      EXPECT_EQ(plan_of(token, caps, shapes).to_string(), plan->to_string());
    }
  }
}

// Shapes of the model, chunk by chunk, and of lines from measurements.
TEST(Choice, ChosenRelaysTakeAsLongAsThePlannersOwn) {
  const DeviceCaps caps = h200_preset();
  for (const char* token : {"c2c:f32:48000000", "c2c:f64:40960000", "c2c:f32:2^26"}) {
    const PlanNode plan = make_plan(Problem::parse(token), caps);
    ASSERT_GT(plan.passes()[1]->fused.value().chunks, 1) << token;
    EXPECT_NEAR(plan_of(token, caps, shape_tokens(plan, caps.compute_units)).seconds / plan.seconds, 1, 1e-9) << token;
  }
}

TEST(Choice, AnotherSplitThanThePlannersCanBeChosen) {
  const DeviceCaps caps = h200_preset();
  const PlanNode plan = plan_of("c2c:f32:2^18*512", caps, "16x16:threads=256:tile=16:pad=16,32x32:threads=512:tile=16");
  ASSERT_EQ(plan.passes().size(), 2);
  EXPECT_EQ(plan.passes()[0]->kernel.length, 256);
  EXPECT_EQ(plan.passes()[1]->kernel.inner, 256);
  EXPECT_EQ(plan.passes()[1]->kernel.shape.threads, 512);
  const PlanNode turned =
      plan_of("c2c:f32:2^18*512", caps, "32x32:threads=512:tile=16,16x16:threads=256:tile=16:pad=16");
  EXPECT_EQ(turned.passes()[0]->kernel.length, 1024);
}

TEST(Choice, ErrorsSayWhyAShapeDoesNotFit) {
  struct Wrong {
    const char* token;
    const char* preset;
    const char* shapes;
    const char* message;
  };
  for (const Wrong& wrong :
       {Wrong{"c2c:f32:1000", "h200", "10x10:threads=10",
              "no algorithm for 1000 points has kernels with the radices of"},
        Wrong{"c2c:f32:2^20*64", "h200", "16x8x8:threads=128:tile=8", "no algorithm for 1048576 points"},
        Wrong{"c2c:f32:1000", "h200", "10x10x10:threads=100,4:threads=4", "2 shapes are given for 1 kernels"},
        Wrong{"c2c:f32:64x1000", "h200", "10x10x10:threads=100", "no shape is left for the kernels of 64 points"},
        Wrong{"c2c:f32:4096", "gpu", "16x16x16:threads=1024",
              "the device's work-groups are smaller; use fewer threads"},
        Wrong{"c2c:f32:4096*64", "h200", "16x16x16:threads=256:tile=64", "bytes of local memory, and preset h200 has"},
        Wrong{"c2c:f32:4096", "h200", "16x16x16:threads=32", "a work-item would hold 128 points"},
        Wrong{"c2c:f32:100*20971", "h200", "10x10:threads=40:tile=8:resident=32:interleaved:staged:across",
              "32 resident work-groups leave a work-item 32 registers, and it needs 78; use a smaller resident"},
        Wrong{"c2c:f32:4096", "h200", "64x64:threads=64", "butterflies have 32 points at most; split that radix"},
        Wrong{"c2c:f32:64x64*8", "h200", "16x8x4x8:threads=64", "one axis after the other"},
        Wrong{"c2c:f32:4096", "h200", "16x16x16:threads=256:cluster=64/1", "the device has no such clusters"},
        Wrong{"c2c:f32:4096", "h200", "16x16x16:threads=256:digit-reversed", "can be digit-reversed"},
        Wrong{"c2c:f32:4096", "h200", "16x16x16:butterflies:lanes=8", "kernels of GPUs have no vectors"},
        Wrong{"c2c:f32:4096", "cpu", "16x16x16:threads=256", "add butterflies or columns"},
        Wrong{"c2c:f32:4096", "cpu", "16x16x16:butterflies:lanes=3", "vectors have 2, 4 or 8 complex numbers"},
        Wrong{"c2c:f32:4096", "cpu", "16x16x16:butterflies:lanes=8:prefetch=3", "keep nothing but lanes"},
        Wrong{"c2c:f32:1024x1024*64", "h200", "16x16x4:threads=512:tile=8+32x32:threads=256:tile=16",
              "in one launch"}}) {
    SCOPED_TRACE(std::string(wrong.token) + " " + wrong.shapes);
    const Error error = test::error_of([&] { (void)plan_of(wrong.token, caps_preset(wrong.preset), wrong.shapes); });
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_THAT(error.what(), HasSubstr(wrong.message));
  }
}

// docs/lab/pocl.md, "Long columns": they are faster with small radices, and their kernels compile in less time.
TEST(Choice, LongColumnsOfACpuHaveSmallRadices) {
  const DeviceCaps caps = caps_preset("cpu");
  for (const char* token : {"c2c:f32:3136x643:axes=0", "c2c:f64:2744x320:axes=0"}) {
    const PlanNode plan = make_plan(Problem::parse(token), caps);
    for (const int radix : plan.passes().front()->kernel.radices) EXPECT_LE(radix, 9) << token;
  }
  // Short columns, and transforms whose rows are contiguous, keep few stages.
  for (const char* token : {"c2c:f32:1000x640:axes=0"}) {
    const PlanNode plan = make_plan(Problem::parse(token), caps);
    EXPECT_EQ(plan.passes().front()->kernel.radices.size(), 3U) << token;
  }
}

// docs/lab/pocl.md, "Rows of passes": rows that share sets of the caches take passes of one stage, others one pass.
TEST(Choice, RowsThatShareSetsOfACacheTakePassesOfOneStage) {
  const DeviceCaps caps = caps_preset("cpu");
  const PlanNode shared = make_plan(Problem::parse("c2c:f32:1024x1024*16:axes=0"), caps);
  EXPECT_EQ(shared.passes().size(), 3U);
  for (const Pass* pass : shared.passes()) EXPECT_EQ(pass->kernel.radices.size(), 1U);
  EXPECT_EQ(make_plan(Problem::parse("c2c:f32:1024x1040*16:axes=0"), caps).passes().size(), 1U);
}

// docs/adr/0084: on CPUs, where other libraries compute sums.
TEST(Choice, ShortConvolutionsOfACpuAreInDoublePrecision) {
  const auto precision_of = [](const char* token, const DeviceCaps& caps) {
    const PlanNode plan = make_plan(Problem::parse(token), caps);
    const KernelSpec& kernel = plan.passes().front()->kernel;
    const Storage stored = kernel.precision == Precision::f64 ? Storage::f32 : Storage::native;
    EXPECT_EQ(kernel.in.storage, stored) << token;
    EXPECT_EQ(kernel.out.storage, stored) << token;
    return kernel.precision;
  };
  const DeviceCaps cpu = caps_preset("cpu");
  DeviceCaps single = cpu;
  single.f64 = false;
  for (const char* token : {"c2c:f32:73", "c2c:f32:101*9000", "r2c:f32:79*3", "dct2:f32:71", "c2c:f32:199x8:axes=0"}) {
    EXPECT_EQ(precision_of(token, cpu), Precision::f64) << token;
    EXPECT_EQ(precision_of(token, single), Precision::f32) << token;
    EXPECT_EQ(precision_of(token, caps_preset("h200")), Precision::f32) << token;
  }
  for (const char* token : {"c2c:f32:31", "c2c:f32:37*100", "c2r:f32:444*9404", "c2c:f32:1065*2000", "c2c:f32:64*9",
                            "c2c:f32:211", "c2c:f32:4099", "c2c:f32:1009*3"})
    EXPECT_EQ(precision_of(token, cpu), Precision::f32) << token;
  DeviceCaps small = cpu;
  small.local_memory = small.fast_memory = 256 * 1024;
  // 8192 points fit in f32 only, and would take less time than fewer points in f64.
  EXPECT_EQ(precision_of("c2c:f32:3737*64", small), Precision::f64);
}

}  // namespace
}  // namespace papilio::plan
