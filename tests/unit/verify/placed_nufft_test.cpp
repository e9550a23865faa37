// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/placed_nufft.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/error_of.hpp"
#include "verify/check/sweep.hpp"

namespace papilio::verify {
namespace {

using ::testing::HasSubstr;

std::string token(std::string_view text) { return PlacedNufft::parse(text).token(); }

TEST(PlacedNufft, HasAPointForEachModeUnlessTheTokenSaysMore) {
  EXPECT_EQ(token("nufft1:f32:20x30*4:eps=1e-5"), "nufft1:f32:20x30*4:eps=1e-05:points=600");
  EXPECT_EQ(token("nufft2:f64:2000:points=1e6:clustered"), "nufft2:f64:2000:eps=1e-06:points=1000000:clustered");
  EXPECT_EQ(token("nufft1:f64:points=2^20:7:radial:order=fft"),
            "nufft1:f64:7:eps=1e-06:order=fft:points=1048576:radial");
  EXPECT_EQ(token("nufft3:f32:2d:frequencies=30:uniform"), "nufft3:f32:2d:eps=1e-06:points=10000:frequencies=30");
  for (const char* const text : {"nufft3:f64:1d:points=5", "nufft2:f32:8x8x8*2:points=9:clustered:forward"})
    EXPECT_EQ(token(token(text)), token(text));
}

TEST(PlacedNufft, RefusesNumbersThatAreNone) {
  const auto refusal = [](const char* text) { return papilio::test::message_of([&] { PlacedNufft::parse(text); }); };
  for (const char* const count : {"0", "-3", "1.5", "3e9", "many", "", "2^40", "1e400", "nan"})
    EXPECT_THAT(refusal(fmt::format("nufft1:f32:8:points={}", count).c_str()), HasSubstr("from 1 to 2^31 - 1"))
        << count;
  EXPECT_THAT(refusal("nufft1:f32:8:points=3:points=4"), HasSubstr("second of its kind"));
  EXPECT_THAT(refusal("nufft1:f32:8:frequencies=3"), HasSubstr("only type 3"));
  EXPECT_THAT(refusal("nufft1:f32:8:everywhere"), HasSubstr("everywhere"));
  EXPECT_THAT(refusal("nufft3:f32:1d*1000000000:points=1e9"), HasSubstr("2^48"));
}

TEST(PlacedNufft, ErrorsAreAboutTheWholeToken) {
  const auto message = [](const char* text) { return papilio::test::message_of([&] { PlacedNufft::parse(text); }); };
  EXPECT_EQ(message("nufft1:points=9:f32:8:everywhere"),
            "token \"nufft1:points=9:f32:8:everywhere\" at byte 22: unknown option \"everywhere\"; known options: "
            "eps=NUMBER, forward, inverse, order=fft, points=COUNT, frequencies=COUNT, uniform, clustered, radial");
  EXPECT_THAT(message("nufft1:f32:8:point=5"), HasSubstr("did you mean points=5? known options: "));
  EXPECT_THAT(message("nufft1:f32:8:forwrad"), HasSubstr("did you mean forward? known options: "));
  EXPECT_THAT(message("nufft1:points=9:f32"), HasSubstr("at byte 19: "));
}

TEST(PlacedNufft, PlacesTheSamePointsEachTime) {
  for (const char* const text : {"nufft1:f32:100:points=50", "nufft1:f64:30x40:points=200:clustered",
                                 "nufft2:f32:9x9x9:points=300:radial", "nufft3:f64:2d:points=20:frequencies=100"}) {
    const PlacedNufft problem = PlacedNufft::parse(text);
    const PlacedPoints placed = placed_points(problem, 3);
    EXPECT_EQ(placed.points, placed_points(problem, 3).points);
    ASSERT_EQ(placed.points.size(), static_cast<std::size_t>(problem.dimensions()));
    for (const std::vector<double>& row : placed.points) {
      EXPECT_EQ(std::ssize(row), problem.points);
      for (const double x : row) EXPECT_LE(std::abs(x), 2 * std::numbers::pi);
      if (problem.precision == Precision::f32) {
        for (const double x : row) EXPECT_EQ(x, static_cast<float>(x));
      }
    }
    for (const std::vector<double>& row : placed.frequencies) EXPECT_EQ(std::ssize(row), problem.frequencies);
    if (problem.distribution == PointDistribution::clustered) {
      const auto [low, high] = std::ranges::minmax(placed.points[0]);
      EXPECT_LT(high - low, 9 * std::numbers::pi / 30);
    }
  }
}

TEST(Sweep, HasNonUniformTransformsAndRaggedBatches) {
  EXPECT_EQ(expand_any("nufft1:f32:10,12x5:points=7").size(), 2U);
  ASSERT_EQ(expand_any("c2c:f32:ragged=4..10/2,7x3*5").size(), 1U);
  EXPECT_EQ(token_of(expand_any("c2c:f32:ragged=4..10/2,7x3*5").front()), "c2c:f32:ragged=4..10/2,7x3*5");
}

}  // namespace
}  // namespace papilio::verify
