// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/plan.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <papilio/error.hpp>
#include <tuple>

#include "plan/kernels.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/cpu_estimate.hpp"
#include "plan/shape_rules.hpp"
#include "plan/solvers/convolution_length.hpp"
#include "spec/prime_factor.hpp"
#include "support/error_of.hpp"

namespace papilio::plan {
namespace {

/// Invariants of every plan on every device.
void expect_sound(const Problem& problem, const PlanNode& plan, const DeviceCaps& caps) {
  SCOPED_TRACE(problem.token() + "\n" + plan.to_string());
  const std::vector<const Pass*> passes = plan.passes();
  ASSERT_FALSE(passes.empty());
  EXPECT_EQ(passes.front()->source.slot, Slot::input);
  EXPECT_EQ(passes.back()->target.slot, Slot::output);
  const bool in_place = problem.placement == Placement::in_place;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const Pass& pass = *passes[i];
    const KernelSpec& k = pass.kernel;
    if (i > 0) {
      EXPECT_EQ(pass.source, passes[i - 1]->target) << "pass " << i << " reads what the last one wrote";
    }
    EXPECT_TRUE(in_place || pass.target.slot != Slot::input) << "the input is kept";
    const std::optional<Misfit> misfit = misfit_of(k, caps);
    EXPECT_FALSE(misfit) << misfit->why;
    // A pass that reads and writes the same memory must be a single kernel, or the last pass, which does not permute.
    const auto memory = [&](Slot slot) { return slot == Slot::input && in_place ? Slot::output : slot; };
    const bool same = memory(pass.source.slot) == memory(pass.target.slot) && pass.source.offset == pass.target.offset;
    if (same) {
      EXPECT_TRUE(k.in_place);
      EXPECT_EQ(k.outer, 1);
    }
    const std::int64_t product =
        std::accumulate(k.radices.begin(), k.radices.end(), std::int64_t{1}, std::multiplies<>());
    if (k.algorithm == Algorithm::prime_factor) {
      EXPECT_FALSE(factors_of(k.length, k.radices).empty());
    } else {
      EXPECT_EQ(product, k.work_length());
    }
    if (k.algorithm == Algorithm::stockham) {
      EXPECT_EQ(product, k.length);
    }
    EXPECT_LE(k.shape.threads, caps.max_threads);
    for (const Operand& operand : {pass.source, pass.target}) {
      if (operand.slot == Slot::scratch) {
        EXPECT_LE(operand.offset + operand.distance * problem.batch, plan.scratch_elements);
      }
    }
  }
}

void expect_plan(Problem problem, const DeviceCaps& caps) {
  problem = problem.normalised();
  expect_sound(problem, make_plan(problem, caps), caps);
}

/// One device and one placement per test, which ctest runs in parallel: a GPU's search takes milliseconds per length.
class PlanOn : public ::testing::TestWithParam<std::tuple<std::string_view, Placement>> {};

TEST_P(PlanOn, EveryShortLength) {
  const auto& [preset, placement] = GetParam();
  const DeviceCaps caps = caps_preset(preset);
  for (std::int64_t n = 1; n <= 2100; ++n) {
    Problem problem = Problem::c2c(Precision::f32, n, 3);
    problem.placement = placement;
    expect_plan(problem, caps);
    if (HasFailure()) return;
  }
}

TEST_P(PlanOn, SumsOfTwoFloatsOfEveryShortLength) {
  const auto& [preset, placement] = GetParam();
  const DeviceCaps caps = caps_preset(preset);
  if (preset == "webgpu") GTEST_SKIP() << "its compilers may reassociate sums";
  for (std::int64_t n = 1; n <= 70; ++n) {
    for (const Precision precision : {Precision::f32x2, Precision::f64x2}) {
      if (precision == Precision::f64x2 && !caps.f64) continue;
      Problem problem = Problem::c2c(precision, n, 3);
      problem.placement = placement;
      EXPECT_NO_THROW(make_plan(problem, caps)) << problem.token();
    }
  }
}

std::string part_name(const ::testing::TestParamInfo<PlanOn::ParamType>& part) {
  const auto& [preset, placement] = part.param;
  std::string name(preset);
  std::ranges::replace(name, '-', '_');
  return name + (placement == Placement::in_place ? "_in_place" : "_out_of_place");
}

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const NamedPreset& preset : caps_presets()) names.push_back(preset.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Presets, PlanOn,
                         ::testing::Combine(::testing::ValuesIn(preset_names()),
                                            ::testing::Values(Placement::out_of_place, Placement::in_place)),
                         part_name);

TEST(Plan, LongLengthsOfEveryKind) {
  for (const DeviceCaps& caps : {cpu_preset(), gpu_preset(), v3d_preset(), h200_preset()}) {
    for (const std::int64_t n : {1 << 14, 1 << 20, 1 << 24, 1 << 27, 177147, 390625, 720720, 1000000, 65537, 1000003,
                                 999999, 16777213, 46656000, 2 * 4999999}) {
      for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
        Problem problem = Problem::c2c(Precision::f32, n);
        problem.placement = placement;
        expect_plan(problem, caps);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(Plan, ShortLengthsHaveNoConvolutionsOnCpusWherePrimesHaveCodelets) {
  for (const char* token : {"c2c:f32:17", "c2c:f32:31", "r2c:f32:23", "c2c:f64:34*5", "c2c:f32:899", "dst1:f32:45"}) {
    const PlanNode plan = make_plan(Problem::parse(token), cpu_preset());
    for (const Pass* const pass : plan.passes()) EXPECT_EQ(pass->kernel.algorithm, Algorithm::stockham) << token;
  }
}

TEST(Plan, PowersOfTwoTakeAsFewPassesAsTheyCan) {
  const auto passes = [](std::int64_t n) {
    return make_plan(Problem::c2c(Precision::f32, n), cpu_preset()).passes().size();
  };
  EXPECT_EQ(passes(1 << 12), 1U);
  EXPECT_EQ(passes(1 << 20), 2U);
  EXPECT_EQ(passes(1 << 24), 2U);
  EXPECT_LE(passes(1 << 27), 3U);
}

TEST(Plan, ScratchThatNoBufferHoldsIsRefused) {
  DeviceCaps caps = cpu_preset();
  const Problem problem = Problem::c2c(Precision::f32, 1000003, 64);
  EXPECT_GT(make_plan(problem, caps).scratch_elements * 8, 1 << 30);
  caps.max_allocation = 1 << 30;
  const Error error = test::error_of([&] { make_plan(problem, caps); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("bytes of scratch"));
  // Three passes out of place write to the output and to scratch in turn; two passes need no scratch.
  EXPECT_NO_THROW(make_plan(Problem::c2c(Precision::f32, 1 << 20, 256), caps));
}

// Scratch as large as the data, where it is faster; none if the cache holds the data or if memory has no room for it.
TEST(Plan, LongTransformsTakeScratchWhereThereIsRoom) {
  DeviceCaps caps = h200_preset();
  caps.fused_launches = false;
  const auto scratch = [&](const char* token) { return make_plan(Problem::parse(token), caps).scratch_elements; };
  EXPECT_EQ(scratch("c2c:f32:2^19*128"), std::int64_t{128} << 19);
  EXPECT_EQ(scratch("c2c:f32:2^20*64"), std::int64_t{64} << 20);
  EXPECT_EQ(scratch("c2c:f32:1024x1024*64"), std::int64_t{64} << 20);
  for (const char* token : {"c2c:f32:2^18*4", "c2c:f32:2^20", "c2c:f32:1024x1024", "c2c:f32:2^18*30000",
                            "c2c:f32:2^20*7000", "c2c:f32:1024x1024*7000"}) {
    EXPECT_EQ(scratch(token), 0) << token;
  }
}

TEST(Plan, BatchesBeyondAnyMemoryAreRefusedBeforeTheyOverflow) {
  for (const DeviceCaps& caps : {cpu_preset(), gpu_preset(), h200_preset()}) {
    for (const std::int64_t n : {1, 60, 1024, 1009, 100003}) {
      for (int bits = 20; bits <= 59; ++bits) {
        const Problem problem = Problem::c2c(Precision::f32, n, std::int64_t{1} << bits);
        try {
          EXPECT_GT(make_plan(problem, caps).seconds, 0) << problem.token();
        } catch (const Error& error) {
          EXPECT_TRUE(error.code() == ErrorCode::unsupported || error.code() == ErrorCode::invalid_argument)
              << error.what();
        }
      }
    }
  }
}

// The padding against bank conflicts must leave room: these took 16,496 to 21,808 bytes of 16,384.
TEST(Plan, PaddingFitsTheLocalMemory) {
  for (const char* token : {"c2c:f32:240*100", "c2c:f32:81*100", "c2c:f32:19683", "c2c:f32:44100*1521"}) {
    const Problem problem = Problem::parse(token);
    expect_sound(problem, make_plan(problem, v3d_preset()), v3d_preset());
  }
}

TEST(Plan, F64NeedsADeviceThatHasIt) { EXPECT_THROW(make_plan(Problem::c2c(Precision::f64, 64), v3d_preset()), Error); }

TEST(Plan, PrintsAsAnExpression) {
  const PlanNode plan = make_plan(Problem::c2c(Precision::f32, 1 << 20).normalised(), cpu_preset());
  const std::string text = plan.to_string();
  EXPECT_EQ(text.substr(0, 10), "(four-step");
  EXPECT_EQ(std::count(text.begin(), text.end(), '('), std::count(text.begin(), text.end(), ')'));
}

TEST(Plan, AStepMayHaveNothingToDo) {
  // Rows that are not skipped are zeros; all that is left is to store them.
  const auto passes = [](const std::string& end) {
    const std::string token = "r2c:f64:15x2x15:inplace:axes=0,2:in=f32:out=f32:zero=-x[1,2)x-:skip=-x[0,1)x-" + end;
    return make_plan(Problem::parse(token).normalised(), cpu_preset()).passes().size();
  };
  EXPECT_EQ(passes(""), 1U);
  EXPECT_EQ(passes(":scratch=f32"), 1U);
}

TEST(Plan, NumbersOfTwoBytesHaveShapesOfTheirOwn) {
  const auto kernel = [](const char* token) {
    return make_plan(Problem::parse(token), h200_preset()).passes().front()->kernel;
  };
  EXPECT_EQ(kernel("c2c:f16:64*65536").radices, (std::vector<int>{8, 8}));
  EXPECT_FALSE(kernel("c2c:bf16:8*65536").shape.staged);
  EXPECT_EQ(kernel("c2c:f16:32*655360").shape.pad, 32);  // staged, one stage: 32 bank conflicts without padding
  // Where no f16 shapes were measured, those of f32 apply.
  EXPECT_EQ(kernel("c2c:f16:1920*65536").shape, kernel("c2c:f32:1920*65536").shape);
}

TEST(Plan, PassesBetweenNumbersOfTwoBytesAndOthersAreMeasured) {
  DeviceCaps caps = h200_preset();
  caps.fused_launches = false;
  const auto later = [&](const char* token) { return make_plan(Problem::parse(token), caps).passes().back()->kernel; };
  EXPECT_EQ(later("c2c:f16:512x512*512").out.storage, Storage::f16);
  EXPECT_EQ(later("c2c:f16:512x512*512").shape, later("c2c:f32:512x512*512").shape);
}

TEST(Plan, ExchangesOfOddRadicesAreSkewed) {
  const auto shape = [](const char* token) {
    return make_plan(Problem::parse(token), h200_preset()).passes().front()->kernel.shape;
  };
  EXPECT_TRUE(shape("c2c:f32:343*200000").pad_by_stage);   // of the table
  EXPECT_TRUE(shape("c2c:f32:1029*60000").pad_by_stage);   // 7x7x7x3
  EXPECT_FALSE(shape("c2c:f32:2187*30000").pad_by_stage);  // skewing gains nothing
  EXPECT_FALSE(shape("c2c:f32:4096*16384").pad_by_stage);
}

TEST(Plan, ConvolutionsGoInPlace) {
  const auto kernel = [](Algorithm algorithm, std::int64_t length, std::int64_t work_length) {
    KernelRequest request;
    request.spec.algorithm = algorithm;
    request.spec.length = length;
    request.work_length = work_length;
    request.batch = (1 << 26) / length;
    return shape_kernel(request, h200_preset())->spec;
  };
  EXPECT_TRUE(kernel(Algorithm::rader, 8191, 8190).shape.digit_reversed);
  EXPECT_FALSE(kernel(Algorithm::rader, 4001, 4000).shape.digit_reversed);  // of the table
  const KernelSpec estimated = kernel(Algorithm::bluestein, 1151, 2560);
  EXPECT_TRUE(estimated.shape.digit_reversed);
  EXPECT_EQ(estimated.radices, (std::vector<int>{8, 20, 16})) << "the last one without bank conflicts";
  EXPECT_EQ(kernel(Algorithm::rader, 331, 330).radices, (std::vector<int>{15, 22}));
  EXPECT_FALSE(kernel(Algorithm::stockham, 4096, 4096).shape.digit_reversed);
}

// docs/adr/0086-lockstep-without-waiting.md
TEST(Plan, ShortTransformsInLockstepAreComputedByOneWorkItem) {
  DeviceCaps caps = gpu_preset();
  caps.lanes_f32 = 8;
  for (const std::int64_t n : {5, 8, 16, 20}) {
    const PlanNode plan = make_plan(Problem::parse("c2c:f32:" + std::to_string(n) + "*50000").normalised(), caps);
    SCOPED_TRACE(plan.to_string());
    ASSERT_EQ(plan.passes().size(), 1);
    const KernelSpec& kernel = plan.passes().front()->kernel;
    EXPECT_EQ(kernel.radices, std::vector<int>{static_cast<int>(n)});
    EXPECT_EQ(kernel.shape.threads, kernel.shape.tile);
    EXPECT_FALSE(kernel.shape.staged);
  }
}

// docs/adr/0068-lockstep.md
TEST(Plan, KernelsInLockstepHaveNoPaddingNoProductsAndWholeTiles) {
  DeviceCaps caps = gpu_preset();
  int padded = 0;
  int products = 0;
  for (const char* token : {"c2c:f32:64*1000", "c2c:f32:1000*64", "c2c:f32:4096*16", "c2c:f32:2^16", "c2c:f32:2^20",
                            "c2c:f32:360x250*3", "r2c:f32:4096*16", "c2c:f64:1024*30"}) {
    const Problem problem = Problem::parse(token).normalised();
    caps.lanes_f32 = 8;
    const PlanNode plan = make_plan(problem, caps);
    for (const Pass* pass : plan.passes()) {
      const KernelSpec& kernel = pass->kernel;
      EXPECT_FALSE(misfit_of(kernel, caps));
      SCOPED_TRACE(std::string(token) + "\n" + plan.to_string());
      EXPECT_EQ(kernel.shape.pad, 0);
      EXPECT_EQ(kernel.shape.twiddles, Twiddles::read);
      EXPECT_NE(kernel.shape.exchange, ExchangeForm::half_size) << "there is memory enough";
      EXPECT_EQ(kernel.shape.threads % caps.lanes_f32, 0) << "whole subgroups";
      // Some lengths are a multiple of the work-items only together with another transform.
      const bool even = std::has_single_bit(static_cast<std::uint64_t>(kernel.length));
      EXPECT_TRUE(kernel.columns() == 1 || kernel.columns() % kernel.shape.tile == 0);
      EXPECT_TRUE(kernel.columns() > 1 || !even || kernel.shape.tile == 1);
    }
    caps.lanes_f32 = 1;
    const PlanNode other = make_plan(problem, caps);
    for (const Pass* pass : other.passes()) {
      padded += pass->kernel.shape.pad != 0;
      products += pass->kernel.shape.twiddles == Twiddles::products;
    }
  }
  EXPECT_GT(padded, 0) << "GPUs have banks";
  EXPECT_GT(products, 0) << "GPUs multiply faster than they load";
}

TEST(Plan, LargePrimesAreFactorsOfOneKernelOnGpus) {
  const auto kernel = [](const char* token, const DeviceCaps& caps) {
    return make_plan(Problem::parse(token), caps).passes().front()->kernel;
  };
  for (const char* token :
       {"c2c:f32:74*906876", "c2c:f32:514*130561", "c2c:f32:3721*18035", "c2c:f64:3721*9017", "c2c:f32:16382*4096"}) {
    EXPECT_EQ(kernel(token, h200_preset()).algorithm, Algorithm::prime_factor) << token;
    EXPECT_NE(kernel(token, cpu_preset()).algorithm, Algorithm::prime_factor) << token;
  }
  EXPECT_NE(kernel("c2c:f32:74*100", v3d_preset()).algorithm, Algorithm::prime_factor) << "too few registers";
  EXPECT_EQ(kernel("c2c:f32:1079*62195", h200_preset()).algorithm, Algorithm::bluestein)
      << "82 = 2*41 points are no convolution";
  EXPECT_EQ(kernel("c2c:f32:961*69832", h200_preset()).algorithm, Algorithm::stockham);
}

TEST(Plan, MeasuredConvolutionsOfPrimesStandBeforeEstimates) {
  const auto kernel = [](const char* token) {
    return make_plan(Problem::parse(token), h200_preset()).passes().front()->kernel;
  };
  EXPECT_EQ(kernel("c2c:f32:4001*16773").algorithm, Algorithm::rader);
  EXPECT_EQ(kernel("c2c:f32:4001*16773").radices, (std::vector<int>{10, 25, 16}));
  EXPECT_NE(kernel("c2c:f32:4001*200").radices, (std::vector<int>{10, 25, 16})) << "stays in the cache";
}

TEST(Plan, RealToRealTransformsHaveHalfTheirLogicalLength) {
  const auto kernel = [](const char* token, const DeviceCaps& caps) {
    return make_plan(Problem::parse(token), caps).passes().front()->kernel;
  };
  for (const DeviceCaps& caps : {h200_preset(), cpu_preset()}) {
    for (const char* token : {"dct2:f32:1024*99", "dct3:f32:1024*99", "dst2:f32:1024*99", "dst3:f32:1024*99",
                              "dct1:f32:513*99", "dst1:f32:511*99", "dht:f32:1024*99"}) {
      EXPECT_EQ(kernel(token, caps).length, 512) << token;
      EXPECT_TRUE(pairs_conjugates(kernel(token, caps))) << token;
    }
    EXPECT_EQ(kernel("dct2:f32:1001*99", caps).length, 1001);
    EXPECT_EQ(kernel("dht:f32:1001*99", caps).length, 1001);
    EXPECT_FALSE(pairs_conjugates(kernel("dct4:f32:1024*99", caps)));
  }
}

TEST(Factorise, FindsStagesForEverySmoothLength) {
  for (const bool along : {false, true}) {
    for (std::int64_t n = 256; n <= 4096; n *= 2) {
      const Factorisation f = factorise(n, {8, along, 16});
      EXPECT_EQ(std::accumulate(f.radices.begin(), f.radices.end(), 1, std::multiplies<>()), n);
    }
  }
  EXPECT_TRUE(factorise(37, {8, false, 16}).radices.empty());
  EXPECT_EQ(factorise(1, {8, false, 16}).radices, std::vector<int>{1});
}

TEST(Factorise, StartsWithAWholeNumberOfVectors) {
  // 1000 = 8*5*5*5: a first radix of 8 makes the width of every later stage a multiple of 8.
  EXPECT_EQ(factorise(1000, {8, true, 16}).radices.front() % 8, 0);
}

TEST(ConvolutionLengths, AreLongEnoughAndAscend) {
  for (const std::int64_t n : {17, 1009, 100003, 1000003}) {
    Batch1d lines;
    lines.length = n;
    for (const DeviceClass device_class : {DeviceClass::cpu, DeviceClass::gpu}) {
      const std::vector<std::int64_t> lengths = convolution_lengths(lines, device_class);
      EXPECT_GE(lengths.front(), 2 * n - 2);
      EXPECT_TRUE(std::is_sorted(lengths.begin(), lengths.end()));
      const std::vector<std::int64_t> longer = long_convolution_lengths(lines, device_class);
      EXPECT_GE(longer.front(), 2 * n - 2);
      EXPECT_LE(longer.back(), 2 * lengths.back());
    }
  }
}

}  // namespace
}  // namespace papilio::plan
