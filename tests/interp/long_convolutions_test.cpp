// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolutions of several kernels, on devices with little local memory, so that short ones suffice.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

void expect_solved(const char* token, const char* solver) {
  const Problem problem = Problem::parse(token).normalised();
  for (const DeviceCaps& caps : {test::narrow_gpu_caps(), test::tiny_gpu_caps()}) {
    EXPECT_NE(plan::make_plan(problem, caps).to_string().find(solver), std::string::npos) << token << ' ' << caps.name;
    expect_interpreted(problem, caps);
  }
}

// Prime lengths whose predecessor is smooth: plain, inverse and scaled, along an axis between others, in place, of all
// forms, in three passes and in five.
TEST(LongConvolutions, Rader) {
  for (const char* token :
       {"c2c:f32:1201*2", "c2c:f32:1201*2:inverse:scale=1/n", "c2c:f32:1153x3:axes=0", "c2c:f32:2017x2:axes=0:inverse",
        "c2c:f32:1153*3:inplace", "r2c:f32:1153*2", "c2r:f32:1153*2", "dct2:f32:1153", "c2c:f64:1801"}) {
    expect_solved(token, "long-rader");
  }
}

TEST(LongConvolutions, Bluestein) {
  for (const char* token : {"c2c:f32:1021*3", "c2c:f32:1021x3:axes=0:inverse", "c2c:f32:5042", "r2c:f64:1021:inplace",
                            "c2c:f32:1031*2:inplace:scale=1/n", "c2c:f32:1025*2"}) {
    expect_solved(token, "long-bluestein");
  }
}

/// The last forward pass and the first one back are one kernel.
bool has_middle(const plan::PlanNode& node) {
  return (node.pass && node.pass->kernel.algorithm == Algorithm::convolution) ||
         std::ranges::any_of(node.children, has_middle);
}

/// Kernels for CPUs. Chirps are in vectors, with one element that begins before their end and ends behind it or not;
/// elsewhere they are one by one: of forms other than complex numbers, of other strides, and of columns that are no
/// multiple of the lanes. Spectra are in vectors, shared by a vector's lanes, and one by one.
TEST(LongConvolutions, BluesteinOnCpus) {
  DeviceCaps caps = cpu_preset();
  caps.local_memory = 16 * 1024;
  for (const char* token :
       {"c2c:f32:1021*3", "c2c:f32:1033", "c2c:f64:1021*2:inverse", "r2c:f32:1021*2", "c2r:f64:1021", "dct2:f32:1021",
        "c2c:f32:1021:inplace", "c2c:f32:1021:iplanar", "c2c:f32:1021:oplanar", "c2c:f32:1021x3:axes=0:inverse",
        "c2c:f32:1021x8:axes=0", "c2c:f32:1021x16:axes=0", "c2c:f32:1279*2", "c2c:f32:2018x2:axes=0",
        "c2c:f32:1021*2:istrides=2:idist=2042", "c2c:f32:1021*2:ostrides=2:odist=2042"}) {
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, caps);
    EXPECT_TRUE(has_middle(plan)) << token;
    expect_interpreted(problem, plan);
  }
}

/// Passes of CPUs whose lengths have large primes: loops over sums, Rader's and Bluestein's convolutions, in the first
/// or in the last pass.
TEST(LongConvolutions, PassesOfCpusKeepLargePrimes) {
  const auto has = [](const plan::PlanNode& plan, Algorithm algorithm) {
    return std::ranges::any_of(plan.passes(), [&](const plan::Pass* pass) {
      const KernelSpec& spec = pass->kernel;
      const bool loops = std::ranges::max(spec.radices) > 31;
      return spec.algorithm == algorithm && (algorithm != Algorithm::stockham || loops);
    });
  };
  DeviceCaps caps = cpu_preset();
  caps.local_memory = 96 * 1024;
  for (const auto& [token, algorithm] : {std::pair{"c2c:f32:4208*2", Algorithm::bluestein},
                                         {"c2c:f64:4208:inverse:scale=1/n", Algorithm::bluestein},
                                         {"c2c:f32:4208*2:inplace", Algorithm::bluestein},
                                         {"c2c:f32:4208:iplanar", Algorithm::bluestein},
                                         {"c2c:f32:4208:istrides=2:ostrides=3", Algorithm::bluestein},
                                         {"r2c:f64:4471", Algorithm::bluestein},
                                         {"c2r:f32:5055", Algorithm::rader},
                                         {"dct2:f64:4471", Algorithm::bluestein},
                                         {"c2c:f32:4208:zero=[4000,4208)", Algorithm::bluestein},
                                         {"c2c:f32:4208x3:axes=0", Algorithm::bluestein},
                                         {"c2c:f32:5392*2", Algorithm::rader},
                                         {"r2c:f32:5055", Algorithm::rader},
                                         {"c2c:f64:5392", Algorithm::rader},
                                         {"c2c:f32:9472", Algorithm::stockham}}) {
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, caps);
    EXPECT_TRUE(plan.to_string().starts_with("(four-step") && has(plan, algorithm)) << token << plan.to_string();
    expect_interpreted(problem, plan);
  }
}

/// Real transforms of even length as complex ones of half the length, with a pass of one point that has the conjugate
/// pairs: numbers of columns even, odd and of no whole tiles, in place, strided, of other storage and in parts.
TEST(LongConvolutions, RealOnesHaveHalfTheLength) {
  DeviceCaps cpu = cpu_preset();
  cpu.local_memory = 16 * 1024;
  for (const DeviceCaps& caps : {test::narrow_gpu_caps(), test::tiny_gpu_caps(), cpu}) {
    for (const char* token :
         {"r2c:f32:2042*24", "c2r:f32:2042*24", "r2c:f64:2062*9:inplace", "c2r:f64:2062*9:inplace:scale=1/n",
          "r2c:f32:4084*9", "c2r:f32:4084*9", "r2c:f32:4084*9:in=f16:idist=4110", "c2r:f32:2042*24:out=bf16:odist=2050",
          "r2c:f32:4084*9:zero=[4000,4084)", "r2c:f32:2042*24:window=hann"}) {
      const Problem problem = Problem::parse(token).normalised();
      const plan::PlanNode plan = plan::make_plan(problem, caps);
      const std::string text = plan.to_string();
      EXPECT_TRUE(text.find("long-bluestein") != text.npos && text.find("half-length") != text.npos)
          << token << ' ' << caps.name << text;
      expect_interpreted(problem, plan);
    }
  }
}

/// The complex transform is any that a GPU has, here one of two passes that both have large primes. In large batches it
/// takes less time than all points; small ones are given its shapes.
TEST(LongConvolutions, PassesHaveTheHalfLength) {
  DeviceCaps caps = h200_preset();
  caps.local_memory = 8192;
  for (const char* token :
       {"r2c:f32:3034*9", "c2r:f32:3034*9", "r2c:f64:3034*5:inplace", "c2r:f64:3034*3:inplace:scale=1/n",
        "r2c:f32:3034*9:window=hann", "c2r:f32:3034*9:out=bf16:odist=3036"}) {
    Problem problem = Problem::parse(token).normalised();
    const std::int64_t batch = std::exchange(problem.batch, 100000);
    const std::vector<plan::ChosenPass> shapes = plan::parse_shape_tokens(
        plan::shape_tokens(plan::make_plan(problem, caps), caps.compute_units), caps.compute_units);
    problem.batch = batch;
    const plan::PlanNode plan = plan::make_plan(problem, caps, {}, shapes);
    EXPECT_EQ(plan.solver, "half-length") << token << plan.to_string();
    expect_interpreted(problem, plan);
  }
}

/// Cosine, sine and Hartley transforms on CPUs.
TEST(LongConvolutions, RealToRealOnesHaveHalfTheLengthOnCpus) {
  DeviceCaps caps = cpu_preset();
  caps.local_memory = 16 * 1024;
  for (const char* token :
       {"dct1:f32:1022*9", "dct2:f32:2042*9", "dct3:f32:2042*9", "dct3:f64:4108*3:scale=1/n", "dst1:f32:1020*9",
        "dst2:f32:4084*9", "dst3:f32:2042*9", "dht:f32:2042*9", "dht:f64:4108*3:inplace"}) {
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, caps);
    EXPECT_NE(plan.to_string().find("half-length"), std::string::npos) << token << plan.to_string();
    expect_interpreted(problem, plan);
  }
}

/// 2n-2 points suffice for a convolution of n: 1025 points need only 2048.
TEST(LongConvolutions, ThePointsOfAChirpMeetAtItsEnds) {
  const Problem problem = Problem::parse("c2c:f32:1025").normalised();
  EXPECT_NE(plan::make_plan(problem, test::narrow_gpu_caps()).to_string().find("convolution=2048"), std::string::npos);
}

/// The kernel with the product processes one or two columns at a time, between blocks of the same width.
TEST(LongConvolutions, TilesOfFewColumns) {
  const Problem problem = Problem::parse("c2c:f32:1021*3").normalised();
  for (const int tile : {1, 2}) {
    plan::PlanNode plan = plan::make_plan(problem, test::narrow_gpu_caps());
    ASSERT_EQ(plan.children.size(), 3) << plan.to_string();
    KernelSpec& first = plan.children[0].pass.value().kernel;
    KernelSpec& middle = plan.children[1].pass.value().kernel;
    KernelSpec& last = plan.children[2].pass.value().kernel;
    ASSERT_EQ(middle.columns() % tile, 0);
    first.out.strides.block = middle.in.strides.block = middle.shape.tile = tile;
    middle.out.strides.block = last.in.strides.block = last.shape.tile;
    ASSERT_EQ(last.columns() % last.shape.tile, 0);
    const test::Numbers input = test::random_input(problem, 1);
    const test::InterpretedRun run = test::run_interpreted(problem, plan, input);
    for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
    for (const std::string& fault : test::faults_of_output(problem, input, run.output)) ADD_FAILURE() << fault;
  }
}

/// Long enough that all transforms use a part of the tables before any uses the next part.
TEST(LongConvolutions, TransformsTakeTurns) {
  expect_interpreted(Problem::parse("c2c:f32:262145*2").normalised(), h200_preset());
}

/// x[0] bypasses the convolution: an impulse there shows whether anything is lost.
TEST(LongConvolutions, RaderOfAnImpulse) {
  const Problem problem = Problem::parse("c2c:f32:1201*2").normalised();
  const plan::PlanNode plan = plan::make_plan(problem, test::narrow_gpu_caps());
  ASSERT_NE(plan.to_string().find("long-rader"), std::string::npos);
  test::Numbers input(static_cast<std::size_t>(2 * problem.input_elements()), 0.0);
  input[0] = 1;
  input[2 * 1201] = 1;
  const test::InterpretedRun run = test::run_interpreted(problem, plan, input);
  for (std::size_t k = 0; k < run.output.size(); k += 2) {
    ASSERT_EQ(run.output[k], 1) << k / 2;
    ASSERT_EQ(run.output[k + 1], 0) << k / 2;
  }
}

}  // namespace
}  // namespace papilio
