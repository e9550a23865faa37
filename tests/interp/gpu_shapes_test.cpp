// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// All shapes that a GPU kernel may have, not only the ones that the cost model prefers today.
#include "plan/gpu_shapes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <papilio/problem.hpp>
#include <set>

#include "plan/kernels.hpp"
#include "plan/plan.hpp"
#include "plan/tuned/tuned_shapes.hpp"
#include "spec/array_axes.hpp"
#include "spec/exchange.hpp"
#include "spec/pairing.hpp"
#include "support/exchange_forms.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

/// Runs one kernel that is a whole transform, on a batch with an incomplete last tile; mostly with gaps.
void expect_correct(const KernelSpec& kernel) {
  SCOPED_TRACE(kernel.key());
  const std::int64_t n = kernel.length;
  Problem problem = Problem::c2c(kernel.precision, n, kernel.shape.tile + 1, kernel.direction);
  if (kernel.several_axes()) problem.lengths = kernel.axis_lengths;
  if (kernel.in_place) problem.placement = Placement::in_place;
  problem.in_distance = kernel.shape.pad == 16 ? n : n + 1;
  problem = problem.normalised();
  expect_interpreted(problem, plan_of(kernel, problem));
}

struct GpuCase {
  std::int64_t length;
  Algorithm algorithm;
  std::int64_t work_length;
  std::vector<std::int64_t> axis_lengths = {};
};

plan::KernelRequest request_for(const GpuCase& wanted) {
  plan::KernelRequest request;
  request.spec.length = wanted.length;
  request.spec.algorithm = wanted.algorithm;
  request.spec.axis_lengths = wanted.axis_lengths;
  request.work_length = wanted.work_length;
  request.batch = 1000;
  return request;
}

class GpuShapes : public ::testing::TestWithParam<GpuCase> {};

TEST_P(GpuShapes, AreCorrect) {
  const GpuCase& wanted = GetParam();
  int seen = 0;
  for (const DeviceCaps& caps : {h200_preset(), v3d_preset()}) {
    const std::vector<plan::ShapedKernel> shapes = plan::gpu_shapes(request_for(wanted), caps);
    // A few dozen shapes, from cheap to expensive, with the paddings in turn.
    const std::size_t step = shapes.size() / 24 + 1;
    for (std::size_t i = 0; i < shapes.size(); i += step) {
      KernelSpec kernel = shapes[i].spec;
      if (kernel.shape.tile * kernel.length > 8192) continue;
      constexpr int pads[] = {0, 32, 16, 8};
      kernel.shape.pad = pads[seen % 4];
      // One in three uses the other kind of exchange.
      if (seen % 3 == 0 && Exchange(kernel).exists()) test::swap_exchange(kernel.shape);
      kernel.shape.twiddles = static_cast<Twiddles>(seen / 3 % 3);
      kernel.shape.digit_reversed = may_reverse(kernel) && seen % 5 > 0;
      kernel.shape.pad_by_stage = !kernel.shape.digit_reversed && seen % 4 < 2 && !kernel.several_axes();
      ++seen;
      expect_correct(kernel);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(seen, 10);
}

std::string name_of(const ::testing::TestParamInfo<GpuCase>& param_info) {
  constexpr const char* names[] = {"stockham", "rader", "prime_factor", "bluestein"};
  if (!param_info.param.axis_lengths.empty())
    return fmt::format("array{}", fmt::join(param_info.param.axis_lengths, "x"));
  return names[static_cast<int>(param_info.param.algorithm)] + std::to_string(param_info.param.length);
}

GpuCase array(const std::vector<std::int64_t>& lengths) {
  const std::int64_t n = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{1}, std::multiplies<>());
  return {n, Algorithm::stockham, n, lengths};
}

INSTANTIATE_TEST_SUITE_P(Lengths, GpuShapes,
                         ::testing::Values(GpuCase{2, Algorithm::stockham, 2}, GpuCase{7, Algorithm::stockham, 7},
                                           GpuCase{16, Algorithm::stockham, 16}, GpuCase{60, Algorithm::stockham, 60},
                                           GpuCase{64, Algorithm::stockham, 64}, GpuCase{100, Algorithm::stockham, 100},
                                           GpuCase{343, Algorithm::stockham, 343},
                                           GpuCase{512, Algorithm::stockham, 512},
                                           GpuCase{1000, Algorithm::stockham, 1000}, GpuCase{37, Algorithm::rader, 36},
                                           GpuCase{97, Algorithm::rader, 96}, GpuCase{211, Algorithm::rader, 210},
                                           GpuCase{37, Algorithm::bluestein, 80},
                                           GpuCase{83, Algorithm::bluestein, 256}),
                         name_of);

INSTANTIATE_TEST_SUITE_P(Arrays, GpuShapes,
                         ::testing::Values(array({2, 2}), array({2, 2, 2}), array({3, 16}), array({8, 12}),
                                           array({16, 16}), array({24, 24}), array({32, 32}), array({22, 26}),
                                           array({64, 2}), array({5, 7, 9}), array({16, 16, 16}), array({48, 48}),
                                           array({64, 64}), array({3, 4, 5, 6}), array({2, 2, 2, 2, 2})),
                         name_of);

TEST(JointShapes, ThatWereMeasuredAreCorrect) {
  int seen = 0;
  DeviceCaps without_clusters = h200_preset();
  without_clusters.cluster = 1;
  for (const GpuCase& wanted : {array({8, 8}), array({16, 16}), array({20, 20}), array({24, 24}), array({32, 32}),
                                array({32, 64}), array({64, 32}), array({40, 40}), array({48, 48}), array({64, 64}),
                                array({96, 96}), array({100, 100}), array({128, 128}), array({8, 8, 8}),
                                array({10, 10, 10}), array({12, 12, 12}), array({16, 16, 16}), array({24, 24, 24})}) {
    plan::KernelRequest request = request_for(wanted);
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      request.spec.precision = precision;
      const std::optional<plan::ShapedKernel> tuned = plan::tuned_shape(request, without_clusters);
      if (!tuned) continue;
      ++seen;
      expect_correct(tuned->spec);
    }
  }
  EXPECT_EQ(seen, 24);
}

// Cluster kernels, with two transforms of the large batch.
TEST(ClusterShapes, ThatWereMeasuredAreCorrect) {
  DeviceCaps caps = h200_preset();
  caps.fused_launches = false;
  for (const char* token :
       {"c2c:f32:20480*%", "c2c:f32:32768*%", "c2c:f32:40960*%:inverse", "c2c:f64:16384*%", "c2c:f32:128x128*%",
        "c2c:f32:160x160*%:inplace", "c2c:f32:32x32x32*%", "c2c:f64:128x128*%:inverse", "c2c:f32:28800*%",
        "r2c:f32:65536*%", "c2r:f32:65536*%", "r2c:f64:32768*%:inplace", "c2r:f64:32768*%", "r2c:f32:256x256*%",
        "c2r:f32:256x256*%", "c2r:f32:128x256*%", "r2c:f64:128x128*%", "c2r:f64:128x128*%"}) {
    const FewOfMany few = few_of_many(token, caps);
    ASSERT_TRUE(few.plan.pass && few.plan.pass->kernel.shape.cluster > 1) << few.plan.to_string();
    expect_interpreted(few.problem, few.plan);
  }
}

// Everything that the search does not decide: precision, direction, scale and placement, results staged or not.
TEST(JointShapes, OfEveryKindAreCorrect) {
  int seen = 0;
  for (const GpuCase& wanted : {array({4, 4}), array({16, 16}), array({6, 10}), array({8, 8, 8}), array({64, 64})}) {
    plan::KernelRequest request = request_for(wanted);
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      request.spec.precision = precision;
      const std::vector<plan::ShapedKernel> shapes = plan::gpu_shapes(request, h200_preset());
      const std::size_t step = shapes.size() / 8 + 1;
      for (std::size_t i = 0; i < shapes.size(); i += step) {
        KernelSpec kernel = shapes[i].spec;
        if (kernel.shape.tile * kernel.length > 8192) continue;
        kernel.direction = seen % 2 == 0 ? Direction::inverse : Direction::forward;
        kernel.in_place = seen % 3 == 0;
        const bool slices = kernel.length % kernel.shape.threads == 0;
        if (slices && seen % 4 < 2) kernel.shape.staged = !kernel.shape.staged;
        kernel.shape.pad = seen % 5 == 0 ? 64 : 16;
        kernel.shape.twiddles = static_cast<Twiddles>(seen % 3);
        ++seen;
        expect_correct(kernel);
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(seen, 40);
}

// Real, cosine and sine transforms of half length: conjugate pairs through the exchange, in pairs of butterflies, and
// staged.
class FoldedShapes : public ::testing::TestWithParam<const char*> {};

/// The problem's own kernel with another shape; an incomplete last tile, and sometimes a gap between transforms.
void expect_real(const std::string& token, const Shape& shape, const std::vector<int>& radices) {
  Problem problem = Problem::parse(fmt::format("{}*{}", token, shape.tile + 1));
  for (std::int64_t* distance : {&problem.in_distance, &problem.out_distance}) {
    if (shape.tile % 3 == 1) *distance += shape.tile % 2 == 0 ? 7 : 8;
  }
  plan::PlanNode plan = plan::make_plan(problem.normalised(), h200_preset());
  ASSERT_TRUE(plan.pass.has_value()) << token;
  plan.pass->kernel.shape = shape;
  plan.pass->kernel.radices = radices;
  SCOPED_TRACE(plan.pass->kernel.key());
  expect_interpreted(problem, plan);
}

TEST_P(FoldedShapes, AreCorrect) {
  const std::string n = GetParam();
  int seen = 0;
  int in_registers = 0;
  bool in_pairs = false;
  for (const std::string kind : {"r2c:", "c2r:", "dct2:", "dct3:", "dst2:", "dst3:"}) {
    const std::string token = kind + n;
    plan::KernelRequest request;
    request.spec = plan::make_plan(Problem::parse(token + "*1000").normalised(), h200_preset()).pass->kernel;
    ASSERT_TRUE(pairs_conjugates(request.spec)) << token;
    request.work_length = request.spec.length;
    request.batch = 1000;
    in_pairs = request.spec.length % 2 == 0;
    const std::vector<plan::ShapedKernel> shapes = plan::gpu_shapes(request, h200_preset());
    const std::size_t step = shapes.size() / 12 + 1;
    for (std::size_t i = seen % 2; i < shapes.size(); i += step) {
      KernelSpec kernel = shapes[i].spec;
      if (kernel.shape.tile * kernel.length > 2048) continue;
      constexpr int pads[] = {0, 32, 16, 8};
      kernel.shape.pad = pads[seen % 4];
      if (seen % 3 == 0) test::swap_exchange(kernel.shape);
      kernel.shape.twiddles = static_cast<Twiddles>(seen / 3 % 3);
      kernel.shape.pad_by_stage = seen % 4 < 2;
      ++seen;
      in_registers += processes_in_registers(kernel) ? 1 : 0;
      expect_real(token, kernel.shape, kernel.radices);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(seen, 10);
  EXPECT_TRUE(in_registers > 0 || !in_pairs);
}

TEST(MeasuredFolds, AreCorrect) {
  int seen = 0;
  for (const char* precision : {"f32", "f64"}) {
    for (const std::string kind : {"r2c", "c2r", "dct2", "dct3"}) {
      for (const int n : {16, 32, 64, 100, 128, 200, 256, 500, 512, 640, 720, 768, 1000, 1024, 2048}) {
        const std::string token = fmt::format("{}:{}:{}", kind, precision, n);
        const plan::PlanNode plan = plan::make_plan(Problem::parse(token + "*1000000").normalised(), h200_preset());
        ASSERT_TRUE(pairs_conjugates(plan.pass->kernel)) << token;
        plan::KernelRequest wish{plan.pass->kernel, plan.pass->kernel.length, 1000000};
        const std::optional<plan::ShapedKernel> tuned = plan::tuned_shape(wish, h200_preset());
        // Tiles of many transforms take long and cover nothing that small tiles do not.
        if (!tuned || tuned->spec.shape.tile * tuned->spec.length > 1024) continue;
        ++seen;
        expect_real(token, tuned->spec.shape, tuned->spec.radices);
      }
    }
  }
  EXPECT_GT(seen, 30);
}

// As in the tables: staged, skewed, with each kind of twiddles.
TEST(MeasuredShapes, OfComplexTransformsAreCorrect) {
  std::set<Twiddles> seen;
  for (const char* token :
       {"c2c:f32:12",    "c2c:f32:64",   "c2c:f32:125",  "c2c:f32:343", "c2c:f32:2401", "c2c:f32:3072", "c2c:f32:8192",
        "c2c:f64:10000", "c2c:f32:61",   "c2c:f32:97",   "c2c:f32:127", "c2c:f32:1009", "c2c:f32:4001", "c2c:f32:8191",
        "c2c:f64:97",    "c2c:f64:1009", "c2c:f64:4001", "c2c:f32:509", "c2c:f32:2039", "c2c:f32:16384"}) {
    const plan::PlanNode plan =
        plan::make_plan(Problem::parse(fmt::format("{}*100000", token)).normalised(), h200_preset());
    ASSERT_EQ(plan.passes().size(), 1U) << token;
    const KernelSpec& kernel = plan.passes().front()->kernel;
    seen.insert(kernel.shape.twiddles);
    expect_correct(kernel);
  }
  EXPECT_EQ(seen, (std::set{Twiddles::read, Twiddles::products, Twiddles::fused}));
}

TEST(MeasuredShapes, OfRealToRealTransformsAreCorrect) {
  for (const char* token : {"dct1:f32:9", "dct1:f32:17", "dct1:f32:257", "dct1:f32:1025", "dct1:f64:257", "dst1:f32:31",
                            "dst1:f32:255", "dct4:f32:256", "dst4:f32:256", "dht:f32:32", "dht:f32:256"}) {
    const plan::PlanNode plan =
        plan::make_plan(Problem::parse(fmt::format("{}*100000", token)).normalised(), h200_preset());
    ASSERT_EQ(plan.passes().size(), 1U) << token;
    const KernelSpec& kernel = plan.passes().front()->kernel;
    expect_real(token, kernel.shape, kernel.radices);
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, FoldedShapes,
                         ::testing::Values("f32:6", "f32:16", "f32:32", "f32:44", "f32:60", "f32:64", "f64:64",
                                           "f32:90", "f32:100", "f32:128", "f32:126", "f16:160", "f64:256"));

}  // namespace
}  // namespace papilio
