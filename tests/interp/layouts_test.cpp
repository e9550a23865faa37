// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Layouts beyond rows with gaps, in the interpreter: strides that interleave, negative strides, and elements of the
// input that several transforms share.
#include <gtest/gtest.h>

#include <papilio/problem.hpp>

#include "plan/convolution.hpp"
#include "plan/plan.hpp"
#include "support/convolutions.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

using Layouts = InterpretedPlans;

TEST_P(Layouts, StridesThatInterleave) {
  expect_all_correct({"c2c:f32:3x2:istrides=2,3:ostrides=2,3", "c2c:f32:4x3:axes=0:istrides=3,4:ostrides=3,4",
                      "c2c:f32:15x8:istrides=8,15:ostrides=8,15:inplace", "r2c:f32:10*3:ostrides=3:odist=2",
                      "dct2:f32:16*3:istrides=3:idist=16:ostrides=3:odist=16"});
}

TEST_P(Layouts, ReversedInputs) {
  for (const std::string kind :
       {"c2c:f32:", "c2c:f64:", "r2c:f32:", "c2r:f32:", "dct2:f32:", "dst3:f32:", "dht:f32:"}) {
    for (const int n : {2, 7, 16, 37, 60, 64, 211, 256, 1000}) {
      const std::string length = std::to_string(n);
      expect_all_correct({kind + length + "*3:istrides=-1:ioffset=" + std::to_string(n - 1),
                          kind + length + "*3:istrides=-2:idist=" + std::to_string(-2 * n) +
                              ":ioffset=" + std::to_string(6 * n) + ":ostrides=3"});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Layouts, OfLongTransforms) {
  expect_all_correct({"c2c:f32:4096*2:istrides=-1:ioffset=4095", "c2c:f32:4096*2:ostrides=-2:ooffset=8190",
                      "r2c:f32:8192:istrides=-1:ioffset=8191", "c2r:f32:4096*2:idist=16",
                      "c2c:f32:4099*2:istrides=-1:idist=1:ioffset=4098:odist=-4100:ooffset=4100",
                      "dct2:f32:2048*2:idist=-1:ioffset=1", "c2c:f32:2x4096:axes=1:istrides=0,-1:ioffset=4095"});
}

TEST_P(Layouts, ReversedOutputs) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:", "dct2:f32:", "dct3:f32:", "dst1:f32:"}) {
    for (const int n : {2, 7, 16, 37, 60, 64, 211, 256}) {
      const std::string length = std::to_string(n);
      expect_all_correct({kind + length + "*3:ostrides=-1:ooffset=" + std::to_string(n - 1),
                          kind + length + "*3:odist=" + std::to_string(-n) + ":ooffset=" + std::to_string(2 * n),
                          kind + length + "*3:istrides=-3:idist=1:ioffset=" + std::to_string(3 * n) +
                              ":ostrides=-3:odist=1:ooffset=" + std::to_string(3 * n)});
      if (HasFailure()) return;
    }
  }
}

TEST_P(Layouts, ReversedInPlace) {
  expect_all_correct({"c2c:f32:64*3:inplace:istrides=-1:ostrides=-1:ioffset=63:ooffset=63",
                      "c2c:f32:4096*2:inplace:idist=-4096:odist=-4096:ioffset=4096:ooffset=4096",
                      "c2c:f32:12x18*3:inplace:istrides=-18,-1:ostrides=-18,-1:ioffset=215:ooffset=215",
                      "dct2:f32:32*5:inplace:istrides=-5:ostrides=-5:idist=1:odist=1:ioffset=155:ooffset=155",
                      "r2c:f32:6x16:inplace:istrides=-18,1:ostrides=-9,1:ioffset=90:ooffset=45",
                      "c2r:f32:6x16*2:inplace:istrides=9,1:ostrides=18,1:idist=-54:odist=-108:ioffset=54:ooffset=108"});
}

TEST_P(Layouts, WindowsOfASignal) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:", "dct2:f32:", "dst4:f32:", "r2c:f64:"}) {
    for (const int n : {4, 15, 64, 211, 256, 1000}) {
      const std::string length = std::to_string(n);
      expect_all_correct({kind + length + "*9:idist=" + std::to_string(n / 2), kind + length + "*5:idist=1",
                          kind + length + "*5:istrides=2:idist=1", kind + length + "*4:idist=-3:ioffset=9"});
      if (HasFailure()) return;
    }
  }
  expect_all_correct({"r2c:f32:64*20:idist=16:in=i16", "c2c:f32:64*20:idist=16:iplanar", "c2c:f16:64*9:idist=7",
                      "c2c:f32:5x16x16:axes=1,2:istrides=40,12,1", "r2c:f32:7x8x8:axes=1,2:istrides=2,10,1"});
}

TEST_P(Layouts, SharedInputs) {
  for (const std::string kind : {"c2c:f32:", "r2c:f32:", "c2r:f32:", "dct3:f32:"}) {
    expect_all_correct({kind + "8x60:axes=1:istrides=0,1", kind + "60x8:axes=0:istrides=1,0:ioffset=2",
                        kind + "3x5x64:axes=2:istrides=64,0,1", kind + "16x16:istrides=1,1",
                        kind + "16x16*3:istrides=0,1:idist=16", kind + "12x10:istrides=-1,0:ioffset=11",
                        kind + "64*3:istrides=0:idist=1", kind + "37:istrides=0", kind + "8x8x8:istrides=0,0,0",
                        kind + "16x4x8*2:axes=0,2:istrides=2,0,1:idist=1:ostrides=32,8,1"});
    if (HasFailure()) return;
  }
}

TEST_P(Layouts, SharedAndPruned) {
  expect_all_correct({"c2c:f32:64*9:idist=8:zero=[10,30)", "r2c:f32:64*9:idist=8:zero=[31,64):skip=[3,20)",
                      "c2c:f32:16x16:istrides=-1,-2:ioffset=45:zero=[3,9)x[0,4)",
                      "dct2:f32:32*4:idist=-1:ioffset=3:zero=[0,5):skip=[5,32)"});
}

TEST_P(Layouts, AxesOfOneElementMayHaveAnyStride) {
  expect_all_correct({"r2c:f32:8x1:ostrides=3,9223372036854775807", "c2c:f32:1x8x1:istrides=-5,1,0:ostrides=2,1,7",
                      "dst1:f32:1:istrides=9223372036854775807", "dst1:f32:4x1*2:ostrides=1,9223372036854775807",
                      "dct2:f32:1x6:istrides=-9223372036854775807,1:odist=9223372036854775807",
                      "c2c:f32:64x1x64:istrides=64,4611686018427387904,1:odist=4611686018427387904"});
}

TEST_P(Layouts, OfConvolutions) {
  for (const char* token :
       {"conv:f32:20*3:kernel=5:istrides=-1:ioffset=19", "corr:f32:64*5:kernel=9:valid:idist=16",
        "conv:f32:20*3:kernel=5*3:kdist=1", "conv:f32:20:kernel=7:kstrides=-1:koffset=6",
        "conv:f32:30*4:kernel=8*4:complex:kstrides=0:kdist=1:same", "conv:f32:12x10*2:kernel=3x3:istrides=2,1:idist=5",
        "conv:f32:16:kernel=3:channels=3x2:istrides=0,1:kstrides=3,0,1",
        "conv:f32:24*3:kernel=4:inplace:idist=8:odist=27", "conv:f32:20*3:kernel=5:ostrides=-1:ooffset=23",
        "corr:f32:9x12:kernel=9x5:axes=1:istrides=0,1:kstrides=-5,1:koffset=40"}) {
    const ConvolutionProblem problem = ConvolutionProblem::parse(token);
    const plan::ConvolutionPlan plan = plan::plan_convolution(problem, GetParam());
    SCOPED_TRACE(std::string(token) + "\n" + plan.tree.to_string());
    const test::Numbers signal = test::random_signals(problem, 1);
    const test::Numbers kernel = test::random_kernels(problem, 2);
    const test::InterpretedRun run = test::run_interpreted(problem, plan, signal, kernel, GetParam());
    for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
    for (const std::string& fault : test::faults_of_convolution(problem, plan.padded, signal, kernel, run.output))
      ADD_FAILURE() << fault;
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Layouts, ::testing::ValuesIn(test::every_device()), name_of_device);

}  // namespace
}  // namespace papilio
