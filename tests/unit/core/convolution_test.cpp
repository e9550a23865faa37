// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <papilio/convolution_problem.hpp>
#include <papilio/error.hpp>
#include <string>

#include "core/kernel_placement.hpp"

namespace papilio {
namespace {

TEST(ConvolutionToken, PrintsCanonicallyAndComesBack) {
  for (const auto& [token, canonical] :
       {std::pair{"conv:f32:4096*512:kernel=129:same", "conv:f32:4096*512:kernel=129:same"},
        {"conv:f32:8:kernel=3:full:real", "conv:f32:8:kernel=3"},
        {"corr:f64:2^10*8:kernel=100*8:complex", "corr:f64:1024*8:kernel=100*8:complex"},
        {"conv:f32:64x64:kernel=3x5:complex:valid", "conv:f32:64x64:kernel=3x5:valid:complex"},
        {"conv:f16:8:kernel=3", "conv:f16:8:kernel=3"},
        {"conv:f32:8:kernel=3:in=bf16:out=bf16", "conv:bf16:8:kernel=3"},
        {"conv:f64:8:kernel=3:out=f64:in=i16:same", "conv:f64:8:kernel=3:same:in=i16"}}) {
    const ConvolutionProblem problem = ConvolutionProblem::parse(token);
    EXPECT_EQ(problem.token(), canonical);
    EXPECT_EQ(ConvolutionProblem::parse(problem.token()), problem);
  }
}

struct Bad {
  const char* token;
  std::size_t position;
  const char* why;
};

TEST(ConvolutionToken, FailuresNameThePlace) {
  for (const Bad& bad :
       {Bad{"", 0, "the operation is missing"}, Bad{"c2c:f32:8:kernel=3", 0, "unknown operation \"c2c\""},
        Bad{"conv:f8:8:kernel=3", 5, "unknown precision \"f8\""}, Bad{"conv:f32:8", 10, "the kernel is missing"},
        Bad{"conv:f32:8:same", 11, "\"same\" is not a kernel"}, Bad{"conv:f32:8:kernel=", 18, "the length is missing"},
        Bad{"conv:f32:8x8:kernel=3", 13, "1 kernel lengths for 2 of the signal"},
        Bad{"conv:f32:8:kernel=3:inverse", 20, "unknown option \"inverse\""},
        Bad{"conv:f32:8:kernel=3:in=i32", 23, "unknown storage \"i32\""},
        Bad{"conv:f32:8:kernel=3:in=i8:in=u8", 26, "\"in=u8\" contradicts \"in=i8\""},
        Bad{"conv:f32:8:kernel=3:same:full", 25, "\"full\" contradicts \"same\""},
        Bad{"conv:f32:8:kernel=3*0", 20, "the count is 0"}}) {
    try {
      (void)ConvolutionProblem::parse(bad.token);
      ADD_FAILURE() << bad.token << " is accepted";
    } catch (const TokenError& error) {
      EXPECT_EQ(error.position(), bad.position) << error.what();
      EXPECT_NE(std::string(error.what()).find(bad.why), std::string::npos) << error.what();
    }
  }
}

TEST(ConvolutionProblem, ValuesMustMakeSense) {
  for (const auto& [token, why] : {std::pair{"conv:f32:8:kernel=9:valid", "a kernel of 9 points does not fit within 8"},
                                   {"conv:f32:8*3:kernel=2*2", "2 kernels for 3 signals"},
                                   {"conv:f32:8:kernel=3:out=i16", "an output of i16: integers can only be read"},
                                   {"conv:f32:2^27:kernel=2", "more than 2^27"},
                                   {"conv:f32:2x2x2x2:kernel=2x2x2x2", "it has 4 lengths"},
                                   {"conv:f32:2^21x2^21x2^21:kernel=1x1x1:circular", "do not fit 64 bits"},
                                   {"conv:f32:8*2^62:kernel=2", "do not fit 64 bits"}}) {
    try {
      (void)ConvolutionProblem::parse(token);
      ADD_FAILURE() << token << " is accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
  }
}

TEST(ConvolutionProblem, CountsElements) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f64:10x20*3:kernel=4x5*3:complex");
  EXPECT_EQ(problem.signal_elements(), 600);
  EXPECT_EQ(problem.kernel_elements(), 60);
  EXPECT_EQ(problem.output_elements(), 3 * 13 * 24);
  EXPECT_EQ(problem.element_bytes(), 16);
  const ConvolutionProblem stored = ConvolutionProblem::parse("conv:f32:10:kernel=4:in=i16:out=f16:complex");
  EXPECT_EQ(stored.element_bytes(), 8);
  EXPECT_EQ(stored.input_element_bytes(), 4);
  EXPECT_EQ(stored.output_element_bytes(), 4);
}

TEST(KernelPlacement, TurnsAndMovesKernels) {
  const std::vector<float> h = {1, 2, 3};
  const auto placed = [&](const char* token, std::int64_t n, std::int64_t first) {
    return placed_kernels<float>(ConvolutionProblem::parse(token), {n}, {first}, h);
  };
  EXPECT_EQ(placed("conv:f32:4:kernel=3", 6, 0), (std::vector<float>{1, 2, 3, 0, 0, 0}));
  EXPECT_EQ(placed("corr:f32:4:kernel=3", 6, 0), (std::vector<float>{3, 2, 1, 0, 0, 0}));
  EXPECT_EQ(placed("conv:f32:4:kernel=3:valid", 4, 2), (std::vector<float>{3, 0, 1, 2}));
  EXPECT_EQ(placed("corr:f32:4:kernel=3:circular", 4, 0), (std::vector<float>{1, 0, 3, 2}));
  EXPECT_EQ(placed("conv:f32:2:kernel=3:circular", 2, 0), (std::vector<float>{4, 2}));
}

}  // namespace
}  // namespace papilio
