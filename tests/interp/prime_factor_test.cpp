// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels that process one prime factor after another in place (spec/prime_factor.hpp), in many shapes.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/device_caps.hpp"
#include "plan/gpu_factors.hpp"
#include "plan/plan.hpp"
#include "plan/plan_node.hpp"
#include "spec/kernel_spec.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

struct PrimeFactorCase {
  std::int64_t length;
  std::vector<int> radices;
};

void expect_correct(const PrimeFactorCase& wanted, int threads, int tile, std::int64_t stack, Precision precision) {
  KernelSpec kernel;
  kernel.precision = precision;
  kernel.algorithm = Algorithm::prime_factor;
  kernel.length = wanted.length;
  kernel.inner = kernel.interleaved = stack;
  kernel.radices = wanted.radices;
  kernel.shape.threads = threads;
  kernel.shape.tile = tile;
  kernel.shape.exchange = threads % 2 == 0 ? ExchangeForm::interleaved : ExchangeForm::split;
  kernel.shape.twiddles = threads % 3 == 0 ? Twiddles::products : Twiddles::read;
  kernel.direction = tile % 2 == 0 ? Direction::forward : Direction::inverse;
  SCOPED_TRACE(kernel.key());
  Problem problem = Problem::c2c(precision, wanted.length, stack == 1 ? tile + 1 : 2, kernel.direction);
  if (stack > 1) {
    problem.lengths = {wanted.length, stack};
    problem.axes = {0};
  }
  problem = problem.normalised();
  expect_interpreted(problem, plan_of(kernel, problem));
}

TEST(PrimeFactors, AreCorrect) {
  int seen = 0;
  for (const PrimeFactorCase& wanted :
       {PrimeFactorCase{37, {6, 6}}, PrimeFactorCase{41, {4, 10}}, PrimeFactorCase{257, {16, 16}},
        PrimeFactorCase{211, {5, 6, 7}}, PrimeFactorCase{74, {2, 6, 6}}, PrimeFactorCase{514, {2, 16, 16}},
        PrimeFactorCase{296, {4, 2, 6, 6}}, PrimeFactorCase{888, {4, 6, 4, 9}}, PrimeFactorCase{1517, {6, 6, 4, 10}},
        PrimeFactorCase{1369, {6, 6, 6, 6}}, PrimeFactorCase{3721, {6, 10, 4, 15}},
        PrimeFactorCase{3034, {2, 6, 6, 5, 8}}, PrimeFactorCase{4051, {3, 6, 9, 25}},
        PrimeFactorCase{2738, {2, 6, 6, 4, 9}}}) {
    for (const int threads : {32, 60, 121}) {
      if (wanted.length > 1000 && threads < 60) continue;
      for (const int tile : {1, 2, 3}) {
        if (tile * wanted.length > 4000) continue;
        expect_correct(wanted, threads, tile, 1, seen++ % 3 == 0 ? Precision::f64 : Precision::f32);
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(seen, 30);
  for (const PrimeFactorCase& wanted :
       {PrimeFactorCase{37, {6, 6}}, PrimeFactorCase{296, {4, 2, 6, 6}}, PrimeFactorCase{1369, {6, 6, 6, 6}}}) {
    for (const int tile : {1, 2, 3}) {
      if (tile * wanted.length > 4000) continue;
      expect_correct(wanted, 60, tile, 3 + tile, Precision::f32);
    }
  }
}

// Shapes that planners may choose, from cheap to expensive.
TEST(PrimeFactors, InShapesOfTheSearchAreCorrect) {
  int seen = 0;
  for (const std::int64_t length : {41, 148, 331, 703, 1147, 2047}) {
    plan::KernelRequest request;
    request.spec.length = request.work_length = length;
    request.spec.algorithm = Algorithm::prime_factor;
    request.batch = 100000;
    std::vector<plan::ShapedKernel> shapes = plan::factor_shapes(request, h200_preset());
    const std::size_t step = shapes.size() / 8 + 1;
    for (std::size_t i = seen % 3; i < shapes.size(); i += step) {
      const Shape& shape = shapes[i].spec.shape;
      if (shape.tile * length > 4096) continue;
      EXPECT_GE(shape.resident_groups, 1);
      expect_correct({length, shapes[i].spec.radices}, shape.threads, shape.tile, 1, Precision::f32);
      ++seen;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(seen, 20);
}

// All kinds, storage types and layouts of the user's data.
TEST(PrimeFactors, OfEveryKindAreCorrect) {
  for (const char* token : {"c2c:f32:74*9:inverse:inplace",
                            "c2c:f32:259*5:factor=0.5",
                            "r2c:f32:481*3",
                            "c2r:f32:1517*2",
                            "r2c:f64:111*4",
                            "dct2:f32:259*9",
                            "dst3:f64:148*3",
                            "dct1:f32:75*4",
                            "dct4:f32:74*3",
                            "dht:f32:111*2",
                            "c2c:f16:514*3",
                            "c2c:f32:37x4x6*2:axes=0,1",
                            "c2c:f32:41x43*3",
                            "c2c:f32:222*4:planar",
                            "c2c:f32:222*4:zero=[100,222)",
                            "c2c:f32:86x5*2:axes=0:skip=[3,20)x-",
                            "r2c:f32:222*9",
                            "c2r:f32:222*5",
                            "r2c:f64:3034",
                            "c2r:f32:8066",
                            "r2c:f32:74*3:inplace",
                            "c2r:f64:118*3:inplace:scale=1/n",
                            "r2c:f16:514*3",
                            "c2r:f32:41x74x2*2:axes=0,1",
                            "r2c:f32:148*3:zero=[51,148):skip=[7,40)",
                            "c2r:f32:222*3:in=bf16:idist=130"}) {
    const Problem problem = Problem::parse(token).normalised();
    expect_interpreted(problem, h200_preset());
  }
}

/// Passes of long transforms whose lengths keep the large primes: the first and the last one, with blocks between them,
/// strided, in place, and beside a smooth pass that has the conjugate pairs.
TEST(PrimeFactors, InPassesAreCorrect) {
  DeviceCaps little = h200_preset();
  little.local_memory = 8192;
  DeviceCaps small_cache = little;
  small_cache.l2_memory = 4096;
  for (const DeviceCaps& caps : {little, small_cache}) {
    int in_blocks = 0;
    for (const char* token :
         {"c2c:f32:2442*9", "c2c:f64:1517*3:inverse", "c2c:f32:1443*5:inplace", "c2c:f32:1554x5",
          "c2c:f32:2442x14:inverse", "r2c:f32:5032*3", "c2r:f32:5032*3", "c2c:f32:2442*4:inplace", "r2c:f32:1517*3",
          "c2r:f64:1443:scale=1/n", "c2c:f16:1480*2", "c2c:f32:1480*4:scratch=bf16",
          "c2c:f32:1480*3:planar:zero=[1000,1480)", "dct2:f32:2516*2", "c2c:f32:1480*3:window=hann"}) {
      const Problem problem = Problem::parse(token).normalised();
      const plan::PlanNode plan = plan::make_plan(problem, caps);
      const std::vector<const plan::Pass*> passes = plan.passes();
      EXPECT_TRUE(std::ranges::any_of(passes,
                                      [](const plan::Pass* pass) {
                                        return pass->kernel.algorithm == Algorithm::prime_factor &&
                                               pass->kernel.columns() > 1;
                                      }))
          << token << plan.to_string();
      in_blocks +=
          std::ranges::any_of(passes, [](const plan::Pass* pass) { return pass->kernel.in.strides.block > 0; });
      expect_interpreted(problem, plan);
      if (HasFailure()) return;
    }
    EXPECT_EQ(in_blocks > 2, caps.l2_memory == small_cache.l2_memory) << in_blocks;
  }
}

/// Half spectra number by number around convolutions with a chirp: 166 = 2*83 and 642 = 2*3*107, whose primes have no
/// other algorithm.
TEST(ChirpedHalves, AreCorrect) {
  for (const char* token :
       {"r2c:f32:642*5", "c2r:f32:642*5", "r2c:f64:166*9", "c2r:f64:334*5:scale=1/n", "r2c:f32:334*3:inplace",
        "c2r:f32:334*3:inplace", "r2c:f32:9x166*3", "c2r:f32:5x166", "r2c:f32:334*3:zero=[50,334)",
        "c2r:f32:334*3:skip=[7,40)", "r2c:f16:334*3", "c2r:f32:166*4:in=bf16:idist=90", "r2c:f32:166*7:planar"}) {
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, h200_preset());
    EXPECT_TRUE(std::ranges::any_of(plan.passes(), [](const plan::Pass* pass) {
      return pass->kernel.algorithm == Algorithm::bluestein && pairs_conjugates(pass->kernel);
    })) << plan.to_string();
    expect_interpreted(problem, plan);
  }
}

}  // namespace
}  // namespace papilio
