// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <papilio/nufft_problem.hpp>

#include "support/error_of.hpp"

namespace papilio::test {
namespace {

TEST(NufftProblemTest, TokensComeBack) {
  for (const char* token :
       {"nufft1:f32:256x256*32:eps=1e-05", "nufft2:f64:1000:eps=1e-12:inverse", "nufft1:f64:4x5x6:eps=0.1:forward",
        "nufft2:f32:7:eps=0.001:order=fft", "nufft3:f32:2d*5:eps=0.001", "nufft3:f64:1d:eps=1e-09:forward"}) {
    EXPECT_EQ(NufftProblem::parse(token).token(), token);
  }
  EXPECT_EQ(NufftProblem::parse("nufft1:f64:8").direction, Direction::inverse);
  EXPECT_EQ(NufftProblem::parse("nufft2:f64:8").direction, Direction::forward);
  EXPECT_EQ(NufftProblem::parse("nufft2:f64:2^10x3*4").points_of_grid(), 3072);
}

TEST(NufftProblemTest, RefusalsNameTheValueAndTheRemedy) {
  const auto refusal = [](const char* token) { return message_of([&] { NufftProblem::parse(token); }); };
  EXPECT_NE(refusal("nufft4:f32:8").find("nufft1"), std::string::npos);
  EXPECT_NE(refusal("nufft3:f32:8").find("\"8\" is no number of axes; write 1d, 2d or 3d"), std::string::npos)
      << refusal("nufft3:f32:8");
  EXPECT_NE(refusal("nufft3:f32:2d:order=fft").find("type 3 has no modes"), std::string::npos);
  EXPECT_NE(refusal("nufft1:f32:8:eps=small").find("\"small\" is not a number"), std::string::npos)
      << refusal("nufft1:f32:8:eps=small");
  EXPECT_NE(refusal("nufft1:f32:8:eps=1e-9").find("its tolerance is 1e-09; give 0.5 to 1e-6"), std::string::npos);
  EXPECT_NE(refusal("nufft1:f64:8:eps=1e-15").find("give 0.5 to 1e-14"), std::string::npos);
  EXPECT_NE(refusal("nufft1:f64:8:eps=nan").find("its tolerance is nan"), std::string::npos);
  EXPECT_NE(refusal("nufft1:f64:2x2x2x2").find("it has 4 axes; give modes along 1 to 3 axes"), std::string::npos);
  EXPECT_NE(refusal("nufft1:f64:2^27").find("give 1 to 2^26 along each"), std::string::npos);
  EXPECT_NE(refusal("nufft1:f64:2^20x2^21").find("2^40"), std::string::npos);
}

}  // namespace
}  // namespace papilio::test
