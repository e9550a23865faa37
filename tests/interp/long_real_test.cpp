// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Real transforms of several passes with half-length complex transforms: conjugate-paired tiles of every shape, and the
// plans that use them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/problem.hpp>

#include "plan/gpu_shapes.hpp"
#include "spec/exchange.hpp"
#include "support/exchange_forms.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

struct LongRealCase {
  std::int64_t first;  ///< length of the first of two passes
  std::int64_t last;
  Precision precision = Precision::f32;
};

/// The request for the pass on the half-spectrum side, or for the other pass.
plan::KernelRequest request_for(const LongRealCase& wanted, bool forward, bool paired) {
  plan::KernelRequest request;
  KernelSpec& spec = request.spec;
  spec.precision = wanted.precision;
  spec.direction = forward ? Direction::forward : Direction::inverse;
  const bool is_last = forward == paired;
  spec.length = is_last ? wanted.last : wanted.first;
  (is_last ? spec.inner : spec.outer) = is_last ? wanted.first : wanted.last;
  const Form form = paired ? Form::half : Form::pairs;
  (is_last ? spec.out.form : spec.in.form) = form;
  spec.paired_columns = paired;
  request.work_length = spec.length;
  request.batch = 100;
  return request;
}

/// Three transforms with a gap between them.
void expect_correct(const LongRealCase& wanted, const KernelSpec& paired, const KernelSpec& other) {
  SCOPED_TRACE(paired.key());
  const bool forward = paired.out.form == Form::half;
  const std::int64_t m = wanted.first * wanted.last;
  Problem problem = Problem::parse(
      fmt::format("{}:{}:{}*3", forward ? "r2c" : "c2r", wanted.precision == Precision::f32 ? "f32" : "f64", 2 * m));
  problem.in_distance = 2 * m + 4;
  problem.out_distance = 2 * m + 2;
  problem = problem.normalised();
  plan::PlanNode first;
  plan::PlanNode last;
  const plan::Operand between = {plan::Slot::scratch, 0, m};
  first.pass = plan::Pass{forward ? other : paired, {plan::Slot::input, 0, problem.in_distance}, between, 3};
  last.pass = plan::Pass{forward ? paired : other, between, {plan::Slot::output, 0, problem.out_distance}, 3};
  plan::PlanNode plan;
  plan.scratch_elements = 3 * m;
  plan.children = {first, last};
  expect_interpreted(problem, plan);
}

class MirroredShapes : public ::testing::TestWithParam<LongRealCase> {};

TEST_P(MirroredShapes, AreCorrect) {
  const LongRealCase& wanted = GetParam();
  int seen = 0;
  for (const DeviceCaps& caps : {h200_preset(), test::tiny_gpu_caps()}) {
    for (const bool forward : {true, false}) {
      const std::vector<plan::ShapedKernel> shapes = plan::gpu_shapes(request_for(wanted, forward, true), caps);
      const KernelSpec other = plan::gpu_shapes(request_for(wanted, forward, false), caps).front().spec;
      const std::size_t step = shapes.size() / 12 + 1;
      for (std::size_t i = 0; i < shapes.size(); i += step) {
        KernelSpec kernel = shapes[i].spec;
        constexpr int pads[] = {0, 32, 16, 8};
        kernel.shape.pad = pads[seen % 4];
        if (seen % 3 == 0) test::swap_exchange(kernel.shape);
        ++seen;
        expect_correct(wanted, kernel, other);
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GE(seen, 4);
}

// Columns and lengths odd and even, of one stage and of several, fewer columns than a tile has, and primes.
INSTANTIATE_TEST_SUITE_P(Lengths, MirroredShapes,
                         ::testing::Values(LongRealCase{2, 2}, LongRealCase{2, 3}, LongRealCase{3, 2},
                                           LongRealCase{3, 5}, LongRealCase{4, 6}, LongRealCase{5, 4},
                                           LongRealCase{2, 64}, LongRealCase{64, 2}, LongRealCase{7, 9},
                                           LongRealCase{16, 16}, LongRealCase{15, 12}, LongRealCase{12, 25},
                                           LongRealCase{31, 13}, LongRealCase{33, 6}, LongRealCase{64, 32},
                                           LongRealCase{27, 35}, LongRealCase{16, 16, Precision::f64},
                                           LongRealCase{9, 10, Precision::f64}, LongRealCase{10, 21, Precision::f64}),
                         [](const auto& param_info) {
                           const LongRealCase& wanted = param_info.param;
                           return fmt::format("{}x{}{}", wanted.first, wanted.last,
                                              wanted.precision == Precision::f32 ? "" : "_f64");
                         });

bool pairs_conjugates(const plan::PlanNode& plan) {
  const std::vector<const plan::Pass*> passes = plan.passes();
  return std::any_of(passes.begin(), passes.end(), [](const plan::Pass* pass) { return pass->kernel.paired_columns; });
}

class LongReal : public ::testing::TestWithParam<DeviceCaps> {
 protected:
  static void expect_all_correct(const std::vector<std::string>& tokens) {
    for (const std::string& token : tokens) {
      const Problem problem = Problem::parse(token);
      if (problem.precision == Precision::f64 && !GetParam().f64) continue;
      EXPECT_TRUE(pairs_conjugates(plan::make_plan(problem, GetParam()))) << token;
      expect_interpreted(problem, GetParam());
      if (HasFailure()) return;
    }
  }
};

TEST_P(LongReal, OfManyLengths) {
  for (const int n : {16384, 17150, 18750, 21870, 27720, 32400}) {
    expect_all_correct({fmt::format("r2c:f32:{}*2", n), fmt::format("c2r:f32:{}*2", n)});
    expect_all_correct({fmt::format("r2c:f64:{}", n), fmt::format("c2r:f64:{}", n)});
    if (HasFailure()) return;
  }
}

TEST_P(LongReal, InPlaceScaledOffsetAndFarApart) {
  for (const std::string kind : {"r2c:f32:", "c2r:f32:"}) {
    for (const std::string n : {"16384", "18750"}) {
      expect_all_correct({kind + n + "*3:inplace", kind + n + "*2:inplace:norm=ortho",
                          kind + n + "*2:factor=-0.3:idist=40000:odist=39999", kind + n + ":ioffset=3:ooffset=5",
                          kind + n + ":istrides=2:ostrides=3", kind + "3x" + n, kind + "2x" + n + ":inplace"});
      if (HasFailure()) return;
    }
  }
}

TEST_P(LongReal, OfOtherStoragesAndPlanes) {
  for (const std::string n : {"16384", "18750"}) {
    expect_all_correct({"r2c:f16:" + n + "*2", "c2r:bf16:" + n + "*2", "r2c:f32:" + n + ":in=i16:planar",
                        "c2r:f32:" + n + ":in=f16:out=bf16:planar"});
    if (HasFailure()) return;
  }
}

TEST_P(LongReal, WithZerosAndSkipped) {
  expect_all_correct({"r2c:f32:16384*2:zero=[8192,16384):skip=[1,8193)",
                      "r2c:f32:18750*2:zero=[0,1000):skip=[9375,9376)", "r2c:f32:18750:skip=[0,4000)",
                      "c2r:f32:16384*2:zero=[8192,8193):skip=[8192,16384)", "c2r:f32:18750*2:zero=[0,1):skip=[0,1000)",
                      "c2r:f32:18750:zero=[4000,9376)"});
}

// Unsupported by the half-length method: inner batches, and pairs that a pruned range separates.
TEST_P(LongReal, OthersDoNotFold) {
  for (const char* token : {"r2c:f32:16384x4:axes=0", "r2c:f32:16384:zero=[1,16384)"}) {
    const Problem problem = Problem::parse(token);
    EXPECT_FALSE(pairs_conjugates(plan::make_plan(problem, GetParam()))) << token;
    expect_interpreted(problem, GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, LongReal, ::testing::Values(gpu_preset(), v3d_preset(), test::tiny_gpu_caps()),
                         name_of_device);

void expect_half_length(const std::string& token, const DeviceCaps& caps, std::size_t min_passes) {
  const Problem problem = Problem::parse(token);
  const plan::PlanNode plan = plan::make_plan(problem, caps);
  EXPECT_TRUE(pairs_conjugates(plan) && plan.passes().size() >= min_passes) << plan.to_string();
  expect_interpreted(problem, caps);
}

TEST(LongRealPasses, ThreeOrMoreAreCorrect) {
  for (const char* token : {"r2c:f32:2^17", "c2r:f32:2^17", "r2c:f32:75600:inplace", "c2r:f32:75600:inplace"})
    expect_half_length(token, test::tiny_gpu_caps(), 3);
}

// The measured shapes; a device with a few compute units has enough work for them.
TEST(LongRealPasses, ThatWereMeasuredAreCorrect) {
  DeviceCaps caps = h200_preset();
  caps.compute_units = 2;
  for (const char* token :
       {"r2c:f32:2^16*3", "c2r:f32:2^16*3", "r2c:f32:100000*2", "c2r:f32:100000*2", "r2c:f32:2^18", "c2r:f32:2^18"}) {
    expect_half_length(token, caps, 2);
  }
}

}  // namespace
}  // namespace papilio
