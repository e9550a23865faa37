// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/segments.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio::plan {
namespace {

ConvolutionProblem with_kernel(std::int64_t length) {
  ConvolutionProblem problem;
  problem.kernel_lengths = {length};
  return problem;
}

TEST(Segments, OverlapByTheKernel) {
  for (const std::int64_t kernel : {1, 2, 129, 4096, 100000}) {
    for (const std::int64_t block : {0, 1, 1000, 1 << 20}) {
      const ConvolutionProblem problem = plan_segments(with_kernel(kernel), block, cpu_preset()).problem;
      EXPECT_EQ(problem.mode, ConvolutionMode::valid);
      EXPECT_GE(problem.lengths[0], kernel);
      EXPECT_GE(problem.batch * (problem.lengths[0] - kernel + 1), block);
      EXPECT_NO_THROW(problem.validate());
    }
  }
}

TEST(Segments, RefuseKernelsThatNoTransformHolds) {
  for (const std::int64_t kernel : {(std::int64_t{1} << 27) - 1, (std::int64_t{1} << 27) + 1, std::int64_t{1} << 61,
                                    std::int64_t{1} << 62, std::numeric_limits<std::int64_t>::max()}) {
    for (const std::int64_t block : {std::int64_t{0}, std::int64_t{1}, std::numeric_limits<std::int64_t>::max()}) {
      const Error error = test::error_of([&] { (void)plan_segments(with_kernel(kernel), block, cpu_preset()); });
      EXPECT_EQ(error.code(), ErrorCode::unsupported) << error.what();
    }
  }
}

}  // namespace
}  // namespace papilio::plan
