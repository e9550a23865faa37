// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/pair_rules.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <papilio/convolution_problem.hpp>
#include <papilio/nufft_problem.hpp>
#include <papilio/ragged_problem.hpp>
#include <papilio/sphere_problem.hpp>

#include "core/error_bound.hpp"
#include "core/multiplier.hpp"
#include "core/quad.hpp"
#include "core/storage.hpp"
#include "support/error_of.hpp"

namespace papilio {
namespace {

using testing::HasSubstr;

std::string refusal_of(const std::string& token) {
  return test::message_of([&] { Problem::parse(token).validate(); });
}

TEST(PairRules, ProblemsOfPairsAreTokensAsOthersAre) {
  for (const char* token : {"c2c:f32x2:4096*512", "r2c:f64x2:100x60", "dct2:f32x2:48:scale=1/sqrt(n)",
                            "c2c:f64x2:64:in=f64:out=f32", "c2c:f32x2:64:in=i16:planar"}) {
    const Problem problem = Problem::parse(token);
    EXPECT_EQ(refusal_of(token), "") << token;
    EXPECT_EQ(Problem::parse(problem.token()), problem);
  }
  EXPECT_EQ(Problem::parse("c2c:f32x2:8").input_element_bytes(), 16);
  EXPECT_EQ(Problem::parse("c2c:f64x2:8").input_element_bytes(), 32);
  EXPECT_EQ(Problem::parse("c2c:f64x2:8:in=f64").input_element_bytes(), 16);
}

TEST(PairRules, RefuseWhatPairsLack) {
  EXPECT_THAT(refusal_of("c2c:f32x2:64:omap=power"), HasSubstr("a map of the results (omap=) in f32x2"));
  EXPECT_THAT(refusal_of("c2c:f64x2:64:band=0,0.5"), HasSubstr("a chirp z-transform"));
  EXPECT_THAT(refusal_of("c2c:f64x2:64:scratch=f32"), HasSubstr("a narrower scratch"));
  EXPECT_THAT(refusal_of("c2c:f64x2:64:window=hann"), HasSubstr("a window"));
  EXPECT_EQ(refusal_of("c2c:f32x2:64:window=hann"), "");
  EXPECT_THAT(test::message_of([] { ConvolutionProblem::parse("conv:f32x2:100:kernel=5").validate(); }),
              HasSubstr("there are no kernels for convolutions in f32x2, a sum of two floats"));
  EXPECT_THAT(test::message_of([] { NufftProblem::parse("nufft1:f64x2:64").validate(); }),
              HasSubstr("non-uniform transforms in f64x2"));
  EXPECT_THAT(test::message_of(ErrorCode::unsupported, [] { RaggedProblem::parse("c2c:f32x2:ragged=5,6"); }),
              HasSubstr("ragged batches in f32x2"));
  EXPECT_THAT(test::message_of(ErrorCode::unsupported,
                               [] {
                                 SphereProblem{Precision::f64x2, {4, 4, 4}, {{0, 0, 0}}}.validate();
                               }),
              HasSubstr("spheres in f64x2"));
}

TEST(PairRules, FactorsThatCostDigitsAreRefused) {
  for (const char* token : {"c2c:f64x2:64:factor=1e-290", "c2c:f64x2:64:factor=-1e-300", "c2c:f64x2:64:factor=1e305",
                            "c2c:f32x2:64:factor=1e-31", "c2c:f32x2:64:factor=1e36"}) {
    EXPECT_THAT(refusal_of(token), HasSubstr("keeps its digits with 2^")) << token;
  }
  for (const char* token : {"c2c:f64x2:64:factor=1e-290:scale=1/n", "c2c:f32x2:2^24:factor=1e-24:scale=1/n"}) {
    EXPECT_THAT(refusal_of(token), HasSubstr("multiply the results by what is left")) << token;
  }
  for (const char* token : {"c2c:f64x2:64:factor=1e-280", "c2c:f32x2:2^24:scale=1/n", "c2c:f64:64:factor=1e-290"}) {
    EXPECT_EQ(refusal_of(token), "") << token;
  }
}

TEST(PairRules, FactorsOfF64x2HaveAllDigits) {
  const Multiplier third = multiplier_of(Problem::parse("c2c:f64x2:3:scale=1/n"));
  EXPECT_EQ(third.high, 1.0 / 3);
  const QuadReal rest = 3 * (static_cast<QuadReal>(third.high) + static_cast<QuadReal>(third.low)) - 1;
  EXPECT_LE(std::abs(static_cast<double>(rest)), 0x1p-104);
  const Multiplier root = multiplier_of(Problem::parse("c2c:f64x2:2:scale=1/sqrt(n)"));
  const QuadReal sum = static_cast<QuadReal>(root.high) + static_cast<QuadReal>(root.low);
  EXPECT_LE(std::abs(static_cast<double>(2 * sum * sum - 1)), 0x1p-104);
  EXPECT_EQ(multiplier_of(Problem::parse("c2c:f32:3:scale=1/n")).low, 0);
}

TEST(PairRules, HostsSplitAndJoinNumbers) {
  std::array<std::byte, 16> memory{};
  for (const Precision precision : {Precision::f32x2, Precision::f64x2}) {
    const double value = 1 + 0x1p-40;
    store_number(Storage::native, precision, value, memory.data());
    EXPECT_EQ(load_number(Storage::native, precision, memory.data()), value);
  }
  EXPECT_EQ(bytes_of(Storage::native, Precision::f64x2), 16);
  EXPECT_EQ(to_string(Storage::native, Precision::f32x2), "f32x2");
  EXPECT_GT(unit_roundoff(Storage::f64, Precision::f64x2), 0);
  EXPECT_EQ(unit_roundoff(Storage::f64, Precision::f32x2), 0);
}

// Promised, and within the targets of 4e-14 and 4e-31 of the root of log2 n, also for large primes.
TEST(PairRules, BoundsAreTightEnough) {
  EXPECT_LE(error_bound(Problem::parse("c2c:f32x2:1009")), 4e-14 * std::sqrt(std::log2(1009)));
  EXPECT_LE(error_bound(Problem::parse("c2c:f64x2:1009")), 4e-31 * std::sqrt(std::log2(1009)));
}

}  // namespace
}  // namespace papilio
