// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The PTX of kernels with many shapes, those that planners choose and others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "interp/same_bits.hpp"
#include "plan/gpu_shapes.hpp"
#include "plan/plan.hpp"
#include "plan/tuned/tuned_shapes.hpp"
#include "spec/array_axes.hpp"
#include "spec/exchange.hpp"
#include "spec/pairing.hpp"
#include "support/exchange_forms.hpp"

namespace papilio {
namespace {

struct PtxCase {
  std::vector<std::int64_t> lengths;
  Algorithm algorithm = Algorithm::stockham;
  std::int64_t work_length = 0;
};

plan::KernelRequest request_for(const PtxCase& wanted, Precision precision) {
  plan::KernelRequest request;
  request.spec.precision = precision;
  request.spec.length =
      std::accumulate(wanted.lengths.begin(), wanted.lengths.end(), std::int64_t{1}, std::multiplies<>());
  request.spec.algorithm = wanted.algorithm;
  if (wanted.lengths.size() > 1) request.spec.axis_lengths = wanted.lengths;
  request.work_length = wanted.work_length == 0 ? request.spec.length : wanted.work_length;
  request.batch = 1000;
  return request;
}

// Shapes that planners do not choose today: other tiles, exchanges and paddings.
TEST(PtxShapes, DoWhatTheirIrSays) {
  int seen = 0;
  for (const PtxCase& wanted :
       {PtxCase{{2}}, PtxCase{{16}}, PtxCase{{60}}, PtxCase{{64}}, PtxCase{{100}}, PtxCase{{256}},
        PtxCase{{37}, Algorithm::rader, 36}, PtxCase{{97}, Algorithm::rader, 96},
        PtxCase{{83}, Algorithm::bluestein, 256}, PtxCase{{8, 12}}, PtxCase{{16, 16}},
        PtxCase{{37}, Algorithm::prime_factor}, PtxCase{{296}, Algorithm::prime_factor},
        PtxCase{{37 * 37}, Algorithm::prime_factor}, PtxCase{{5, 7, 9}}, PtxCase{{2, 2, 2}}}) {
    const Precision precision = seen % 2 == 0 ? Precision::f32 : Precision::f64;
    const std::vector<plan::ShapedKernel> shapes = plan::gpu_shapes(request_for(wanted, precision), h200_preset());
    const std::size_t step = shapes.size() / 9 + 1;
    for (std::size_t i = 0; i < shapes.size(); i += step) {
      KernelSpec kernel = shapes[i].spec;
      if (kernel.shape.tile * kernel.length > 1500) continue;
      constexpr int pads[] = {0, 32, 16, 8};
      if (kernel.algorithm != Algorithm::prime_factor) kernel.shape.pad = pads[seen % 4];
      if (seen % 3 == 0 && Exchange(kernel).exists()) test::swap_exchange(kernel.shape);
      kernel.in_place = seen % 5 == 0;
      ++seen;
      expect_same(kernel);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(seen, 60);
}

TEST(PtxTwiddles, InFusedMultiplyAddsDoWhatTheirIrSays) {
  for (const char* token : {"c2c:f32:1024*2", "c2c:f64:512*2:inverse", "c2c:f32:360*2", "c2c:f32:863*2",
                            "c2c:f32:8x16x4*3", "r2c:f32:1024*3", "c2r:f32:16x32*2", "dct2:f32:64*5"}) {
    const Problem problem = Problem::parse(token).normalised();
    plan::PlanNode plan = plan::make_plan(problem, h200_preset());
    ASSERT_TRUE(plan.pass) << token;
    plan.pass->kernel.shape.twiddles = Twiddles::fused;
    expect_same(problem, plan);
    if (HasFailure()) return;
  }
  for (KernelSpec kernel :
       {plan::gpu_shapes(request_for(PtxCase{{97}, Algorithm::rader, 96}, Precision::f32), h200_preset()).front().spec,
        plan::gpu_shapes(request_for(PtxCase{{1021}, Algorithm::rader, 1020}, Precision::f64), h200_preset())
            .front()
            .spec}) {
    kernel.shape.twiddles = Twiddles::fused;
    expect_same(kernel);
  }
}

TEST(PtxShapes, ThatWereMeasuredDoSoToo) {
  int seen = 0;
  for (const Precision precision : {Precision::f32, Precision::f64}) {
    for (const PtxCase& wanted :
         {PtxCase{{16}}, PtxCase{{32}}, PtxCase{{64}}, PtxCase{{100}}, PtxCase{{128}}, PtxCase{{200}}, PtxCase{{256}},
          PtxCase{{500}}, PtxCase{{512}}, PtxCase{{600}}, PtxCase{{720}}, PtxCase{{768}}, PtxCase{{1000}},
          PtxCase{{1024}}, PtxCase{{8, 8}}, PtxCase{{16, 16}}, PtxCase{{24, 24}}, PtxCase{{8, 8, 8}}}) {
      const std::optional<plan::ShapedKernel> tuned = plan::tuned_shape(request_for(wanted, precision), h200_preset());
      if (!tuned || tuned->spec.shape.tile * tuned->spec.length > 4096) continue;
      ++seen;
      expect_same(tuned->spec);
    }
  }
  EXPECT_GE(seen, 15);
}

// The plan for many 2-D arrays, executed with a few of them.
TEST(PtxShapes, OfImagesDoSoToo) {
  for (const std::string token : {"r2c:f32:16x16", "c2r:f32:12x20", "r2c:f64:8x30", "c2r:f64:16x8"}) {
    plan::PlanNode plan = plan::make_plan(Problem::parse(token + "*100000").normalised(), h200_preset());
    ASSERT_TRUE(plan.pass.has_value() && is_real_plane(plan.pass->kernel)) << token;
    plan.pass->batch = plan.pass->kernel.shape.tile + 1;
    expect_same(Problem::parse(fmt::format("{}*{}", token, plan.pass->batch)).normalised(), plan);
  }
}

TEST(PtxShapes, OfFoldsDoSoToo) {
  int in_registers = 0;
  int seen = 0;
  for (const char* token : {"r2c:f32:64", "c2r:f32:60", "dct2:f32:32", "dct3:f64:64", "dst2:f32:100", "dst3:f32:16"}) {
    Problem problem = Problem::parse(token);
    plan::KernelRequest request;
    request.spec = plan::make_plan(problem.normalised(), h200_preset()).pass->kernel;
    request.work_length = request.spec.length;
    request.batch = 1000;
    const std::vector<plan::ShapedKernel> shapes = plan::gpu_shapes(request, h200_preset());
    const std::size_t step = shapes.size() / 7 + 1;
    for (std::size_t i = 0; i < shapes.size(); i += step) {
      problem.batch = shapes[i].spec.shape.tile + 1;
      if (problem.batch * request.spec.length > 1024) continue;
      plan::PlanNode plan = plan::make_plan(problem.normalised(), h200_preset());
      plan.pass->kernel.shape = shapes[i].spec.shape;
      plan.pass->kernel.radices = shapes[i].spec.radices;
      if (seen++ % 3 == 0) test::swap_exchange(plan.pass->kernel.shape);
      in_registers += processes_in_registers(plan.pass->kernel) ? 1 : 0;
      expect_same(problem.normalised(), plan);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(seen, 20);
  EXPECT_GT(in_registers, 0);
}

}  // namespace
}  // namespace papilio
