// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolutions in the interpreter: modes, kinds, ranks, batches, one kernel and many, on devices of several shapes.
// What is beyond a signal's end is the next signal, or nobody's: reading it is a wrong result, or out of bounds.
#include <gtest/gtest.h>

#include <algorithm>

#include "plan/convolution.hpp"
#include "support/convolutions.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

void expect_correct(const std::string& token, const DeviceCaps& caps) {
  const ConvolutionProblem problem = ConvolutionProblem::parse(token);
  if (problem.precision == Precision::f64 && !caps.f64) return;
  SCOPED_TRACE(token + " on " + caps.name);
  const plan::ConvolutionPlan plan = plan::plan_convolution(problem, caps);
  SCOPED_TRACE(plan.tree.to_string());
  const test::Numbers signal = test::random_signals(problem, 1);
  const test::Numbers kernel = test::random_elements(problem, problem.kernel_elements(), 2);
  const test::InterpretedRun run = test::run_interpreted(problem, plan, signal, kernel, caps);
  for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
  for (const std::string& fault : test::faults_of_convolution(problem, plan.padded, signal, kernel, run.output)) {
    ADD_FAILURE() << fault;
  }
}

class Convolutions : public ::testing::TestWithParam<DeviceCaps> {
 protected:
  /// Every operation, mode and kind of it.
  static void expect_all_correct(const std::string& shapes, bool valid = true) {
    for (const std::string operation : {"conv:f32:", "corr:f32:"}) {
      for (const std::string mode : {"", ":same", ":valid", ":circular"}) {
        if (mode == ":valid" && !valid) continue;
        for (const std::string field : {"", ":complex"}) {
          expect_correct(operation + shapes + mode + field, GetParam());
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

TEST_P(Convolutions, OfLongSignals) {
  expect_all_correct("5000:kernel=100");
  expect_correct("conv:f32:8191:kernel=2:circular", GetParam());
}

TEST_P(Convolutions, OfMoreAxes) {
  // Enough images that GPUs do each in one kernel, whose half spectrum is filtered.
  expect_correct("conv:f32:8x8*300:kernel=3x3:circular", GetParam());
  expect_correct("corr:f64:6x12*300:kernel=2x5*300:circular", GetParam());
  for (const char* shapes : {"12x16:kernel=3x5", "17x9*3:kernel=4x2", "20x30*2:kernel=5x7*2", "5x6x7:kernel=2x3x3",
                             "4x8x6*2:kernel=4x1x3*2", "1x40:kernel=1x5"}) {
    expect_all_correct(shapes);
    if (HasFailure()) return;
  }
}

TEST_P(Convolutions, InDoublePrecision) {
  for (const char* token : {"conv:f64:100*3:kernel=17", "corr:f64:40x30:kernel=3x5:same:complex",
                            "conv:f64:1000:kernel=50*1:valid", "corr:f64:97*2:kernel=10*2:circular"}) {
    expect_correct(token, GetParam());
  }
}

TEST_P(Convolutions, OfStoredNumbers) {
  for (const char* token : {"conv:f32:100*3:kernel=17:in=i16", "corr:f16:40x30:kernel=3x5:same:complex",
                            "conv:f32:1000:kernel=50:valid:in=u8:out=bf16", "conv:f32:97*2:kernel=10*2:circular:in=i8",
                            "corr:bf16:6x5x7*2:kernel=2x3x2:complex", "conv:f32:5000:kernel=9:in=f16:complex",
                            "conv:f64:33*2:kernel=5:in=f32:out=f32", "conv:f32:64:kernel=64:out=f64"}) {
    const ConvolutionProblem problem = ConvolutionProblem::parse(token);
    if ((problem.in_storage == Storage::f64 || problem.out_storage == Storage::f64) && !GetParam().f64) continue;
    expect_correct(token, GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Convolutions,
                         ::testing::ValuesIn(test::every_device()), name_of_device);

}  // namespace
}  // namespace papilio
