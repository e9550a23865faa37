// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolutions in the interpreter: modes, kinds, ranks, batches, one kernel and many, on devices of several shapes. A
// read beyond the end of a signal gives a wrong result (the next signal) or is out of bounds.
#include "plan/convolution.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/convolutions.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

void expect_convolution(const std::string& token, const DeviceCaps& caps) {
  const ConvolutionProblem problem = ConvolutionProblem::parse(token);
  if (problem.precision == Precision::f64 && !caps.f64) return;
  SCOPED_TRACE(token + " on " + caps.name);
  const plan::ConvolutionPlan plan = plan::plan_convolution(problem, caps);
  SCOPED_TRACE(plan.tree.to_string());
  const test::Numbers signal = test::random_signals(problem, 1);
  const test::Numbers kernel = test::random_kernels(problem, 2);
  const test::InterpretedRun run = test::run_interpreted(problem, plan, signal, kernel, caps);
  for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
  for (const std::string& fault : test::faults_of_convolution(problem, plan.padded, signal, kernel, run.output))
    ADD_FAILURE() << fault;
}

class Convolutions : public ::testing::TestWithParam<DeviceCaps> {
 protected:
  /// All operations, modes and kinds for these shapes.
  static void expect_all_correct(const std::string& shapes, bool valid = true) {
    for (const std::string operation : {"conv:f32:", "corr:f32:"}) {
      for (const std::string mode : {"", ":same", ":valid", ":circular"}) {
        if (mode == ":valid" && !valid) continue;
        for (const std::string field : {"", ":complex"}) {
          expect_convolution(operation + shapes + mode + field, GetParam());
          if (HasFailure()) return;
        }
      }
    }
  }
};

TEST_P(Convolutions, OfOneAxis) {
  for (const char* shapes : {"1:kernel=1", "8:kernel=3", "100*5:kernel=7", "64*3:kernel=64*3", "101*4:kernel=20*4",
                             "1000*2:kernel=129", "37*3:kernel=6"}) {
    expect_all_correct(shapes);
    if (HasFailure()) return;
  }
  expect_all_correct("5*2:kernel=100", false);
}

TEST_P(Convolutions, ByKernelsOfOneElement) {
  for (const char* shapes : {"100*3:kernel=1", "100*3:kernel=1*3", "9x20*2:kernel=1x5", "9x20*2:kernel=5x1*2",
                             "6x7x8:kernel=1x1x1", "6x7x8*2:kernel=1x3x1*2"}) {
    expect_all_correct(shapes);
    if (HasFailure()) return;
  }
  for (const char* token :
       {"conv:f32:20*3:kernel=1:istrides=3:idist=1:ostrides=3:odist=1", "conv:f32:50*3:kernel=1*3:inplace",
        "corr:f64:40*2:kernel=1*2:complex:channels=2x3:planar", "corr:f32:6x10*2:kernel=1x1:channels=3x2:inplace",
        "conv:f32:12x10*2:kernel=1x4:istrides=1,-20:idist=150:ioffset=180:in=i16:out=bf16"}) {
    expect_convolution(token, GetParam());
  }
}

TEST(ConvolutionPlans, ProductsTakeNoTransform) {
  for (const DeviceCaps& caps : test::every_device()) {
    const plan::ConvolutionPlan plan =
        plan::plan_convolution(ConvolutionProblem::parse("conv:f32:8192:kernel=1"), caps);
    EXPECT_EQ(plan.padded, std::vector<std::int64_t>{8192});
    for (const plan::Pass* const pass : plan.tree.passes()) EXPECT_EQ(pass->kernel.length, 1) << caps.name;
  }
}

TEST_P(Convolutions, OfLongSignals) {
  expect_all_correct("5000:kernel=100");
  expect_convolution("conv:f32:8191:kernel=2:circular", GetParam());
}

TEST_P(Convolutions, OfMoreAxes) {
  // Enough 2-D arrays that GPUs use one kernel for each; the filter multiplies the half spectrum.
  expect_convolution("conv:f32:8x8*300:kernel=3x3:circular", GetParam());
  expect_convolution("corr:f64:6x12*300:kernel=2x5*300:circular", GetParam());
  // One axis in one kernel, whose columns read neighbouring numbers of the filter, or one filter for each array.
  expect_convolution("conv:f32:16x64*2:kernel=16x64:circular:complex", GetParam());
  expect_convolution("corr:f32:32x40*3:kernel=32x40*3:circular", GetParam());
  for (const char* shapes : {"12x16:kernel=3x5", "17x9*3:kernel=4x2", "20x30*2:kernel=5x7*2", "5x6x7:kernel=2x3x3",
                             "4x8x6*2:kernel=4x1x3*2", "1x40:kernel=1x5"}) {
    expect_all_correct(shapes);
    if (HasFailure()) return;
  }
}

TEST_P(Convolutions, InDoublePrecision) {
  for (const char* token : {"conv:f64:100*3:kernel=17", "corr:f64:40x30:kernel=3x5:same:complex",
                            "conv:f64:1000:kernel=50*1:valid", "corr:f64:97*2:kernel=10*2:circular"}) {
    expect_convolution(token, GetParam());
  }
}

TEST_P(Convolutions, OfStoredNumbers) {
  for (const char* token : {"conv:f32:100*3:kernel=17:in=i16", "corr:f16:40x30:kernel=3x5:same:complex",
                            "conv:f32:1000:kernel=50:valid:in=u8:out=bf16", "conv:f32:97*2:kernel=10*2:circular:in=i8",
                            "corr:bf16:6x5x7*2:kernel=2x3x2:complex", "conv:f32:5000:kernel=9:in=f16:complex",
                            "conv:f64:33*2:kernel=5:in=f32:out=f32", "conv:f32:64:kernel=64:out=f64"}) {
    const ConvolutionProblem problem = ConvolutionProblem::parse(token);
    if ((problem.in_storage == Storage::f64 || problem.out_storage == Storage::f64) && !GetParam().f64) continue;
    expect_convolution(token, GetParam());
  }
}

TEST_P(Convolutions, OfAnyLayout) {
  for (const char* token :
       {"conv:f32:20*3:kernel=5:istrides=3:idist=1:ostrides=3:odist=1", "corr:f32:20x5:kernel=4x1:axes=0",
        "conv:f32:5x20:kernel=5x4:axes=1:complex:same", "conv:f32:3x20x4*2:kernel=3x5x1*2:axes=1:circular",
        "conv:f32:6x7x3*2:kernel=3x2x1:axes=0,1:valid", "conv:f32:6x7x3*2:kernel=3x2x3:axes=0,1:complex",
        "corr:f32:12x10*2:kernel=3x4:istrides=11,1:idist=150:ioffset=7:ostrides=1,20:ooffset=3:odist=300",
        "conv:f32:100*2:kernel=9:complex:planar", "conv:f32:12x8*2:kernel=3x3:complex:iplanar:ioffset=5",
        "corr:f32:30:kernel=4*1:complex:kplanar:koffset=2:kstrides=3:oplanar:ooffset=9",
        "conv:f32:50*3:kernel=7*3:inplace", "conv:f32:50*3:kernel=7*3:inplace:idist=60:odist=60:same:kdist=11",
        "conv:f32:8x9*2:kernel=3x3:inplace:complex:planar", "corr:f64:40*2:kernel=3:inplace:valid:ooffset=20",
        "conv:f32:1x7:kernel=1x1:axes=0:ostrides=1,1", "conv:f32:16x12x10:kernel=3x1x3:axes=0,2:same",
        "conv:f16:30x4:kernel=5x4:axes=0:complex"}) {
    expect_convolution(token, GetParam());
    if (HasFailure()) return;
  }
}

TEST_P(Convolutions, OfLongSignalsSideBySide) {
  expect_convolution("conv:f32:3000x3:kernel=20x1:axes=0:complex", GetParam());
  expect_convolution("conv:f32:3000x2:kernel=20x2:axes=0", GetParam());
}

// Some in one kernel, if the cost model finds that faster: with one filter and with many, of all number types, with
// strides.
TEST_P(Convolutions, InOneKernel) {
  for (const char* token :
       {"conv:f32:200*9:kernel=20:complex:same", "corr:f32:200*9:kernel=20*9:complex",
        "conv:f32:243*3:kernel=5:complex:circular", "conv:f32:7*40:kernel=3*40:complex",
        "conv:f32:512*5:kernel=9:complex:planar:same", "conv:f32:100*6:kernel=17:complex:in=i16:out=f16",
        "corr:f32:60x9:kernel=5x9:axes=0:complex", "conv:f32:60x9*2:kernel=5x1*2:axes=0:complex:valid",
        "conv:f64:128*3:kernel=9*3:complex", "conv:f32:16*33:kernel=1:complex:ostrides=33:odist=1",
        "conv:f32:30*5:kernel=7:circular", "corr:f32:500*2:kernel=10*2"}) {
    expect_convolution(token, GetParam());
    if (HasFailure()) return;
  }
}

TEST_P(Convolutions, OfChannels) {
  for (const char* shapes : {"100:kernel=7:channels=3x2", "64*2:kernel=5:channels=1x4", "30*3:kernel=5*3:channels=2x1",
                             "12x10*2:kernel=3x4:channels=5x3", "20:kernel=20:channels=9x2"}) {
    expect_all_correct(shapes);
    if (HasFailure()) return;
  }
  for (const char* token :
       {"conv:f32:5x6x7*2:kernel=2x3x3:channels=2x3", "corr:f64:5x6x7:kernel=2x3x3:channels=3x2:complex:same",
        "corr:f32:10x12*2:kernel=3x3:channels=3x4:istrides=1,36,3:ostrides=1,48,4:same:kstrides=1,4,36,12",
        "conv:f32:40*2:kernel=5:channels=2x2:inplace:same", "conv:f32:4x30:kernel=4x5:axes=1:channels=2x3",
        "conv:f32:30x4:kernel=5x1:axes=0:channels=2x3:complex:planar", "conv:f32:2000*2:kernel=9:channels=2x3:complex",
        "conv:f32:5000:kernel=9:channels=6x2", "conv:f16:60*2:kernel=9:channels=6x2:valid"}) {
    expect_convolution(token, GetParam());
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Convolutions, ::testing::ValuesIn(test::every_device()), name_of_device);

}  // namespace
}  // namespace papilio
