// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/ends.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio {
namespace {

using ::testing::HasSubstr;

std::string refusal_of_ends(const std::string& token) {
  try {
    return Problem::parse(token).token() + " was accepted";
  } catch (const Error& error) {
    return error.what();
  }
}

// From scipy.signal.get_window(name, n) and, symmetric, fftbins=False.
TEST(Ends, WindowsAreThoseOfSciPy) {
  const auto expect = [](const InputWindow& window, std::int64_t n, const std::vector<double>& values) {
    for (std::int64_t i = 0; i < n; ++i) {
      EXPECT_NEAR(static_cast<double>(window_value(window, i, n)), values[static_cast<std::size_t>(i)], 1e-15)
          << window_text(window) << " of " << n << " at " << i;
    }
  };
  expect({WindowFunction::hann}, 5,
         {0.0, 0.3454915028125263, 0.9045084971874737, 0.9045084971874737, 0.3454915028125263});
  expect({WindowFunction::hann, 0, WindowForm::symmetric}, 4, {0.0, 0.75, 0.75, 0.0});
  expect({WindowFunction::hamming}, 4, {0.08, 0.54, 1.0, 0.54});
  expect({WindowFunction::blackman}, 4, {0.0, 0.34, 1.0, 0.34});
  expect({WindowFunction::kaiser, 8.6}, 4, {0.0013325139979024198, 0.34039362244018856, 1.0, 0.34039362244018856});
  expect({WindowFunction::kaiser, 0}, 3, {1, 1, 1});
  expect({WindowFunction::hann}, 1, {1});
}

TEST(Ends, TokensComeBack) {
  for (const char* token :
       {"c2c:f32:16:window=hann", "c2c:f32:16x8:window=kaiser(8.6)/symmetric@0", "r2c:f32:9x8:ishift=0,1:oshift=0",
        "r2c:f32:2048*1000:in=i16:out=f16:modes=512:window=hann:omap=db", "c2c:f32:16:omap=imag",
        "c2c:f32:16x8:modes=8x8:window=hann:oshift=1", "c2c:f32:9:skip=[3,6):ocompact:oshift=0"}) {
    EXPECT_EQ(Problem::parse(token).token(), token);
  }
  EXPECT_EQ(Problem::parse("c2c:f32:16x8:window=hann@1").token(), "c2c:f32:16x8:window=hann");
  Problem problem = Problem::c2c(Precision::f32, 8);
  problem.window = {WindowFunction::none, 3, WindowForm::symmetric, 0};
  EXPECT_EQ(problem.normalised(), Problem::parse("c2c:f32:8"));
}

TEST(Ends, WindowsOfValuesAreNumbers) {
  Problem problem = Problem::c2c(Precision::f64, 3);
  problem.window = {.kind = WindowFunction::values, .values = std::vector<double>{0.5, -2, 1e300}};
  EXPECT_NO_THROW(problem.validate());
  EXPECT_EQ(window_value(problem.window, 1, 3), -2);
  Problem same = problem;
  same.window.values = std::vector<double>{0.5, -2, 1e300};
  EXPECT_EQ(same, problem);
  EXPECT_EQ(same.token(), problem.token());
  EXPECT_THAT(problem.token(), testing::StartsWith("c2c:f64:3:window=values("));
  EXPECT_THAT(refusal_of_ends(problem.token()), HasSubstr("window"));
  same.window.values = std::vector<double>{0.5, -2, 1e301};
  EXPECT_FALSE(same == problem);
  EXPECT_NE(same.token(), problem.token());
  same.window.kind = WindowFunction::hann;
  EXPECT_EQ(same.normalised(), Problem::parse("c2c:f64:3:window=hann"));

  const auto refusal = [&](const std::vector<double>& numbers) {
    problem.window.values = numbers;
    try {
      problem.validate();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refusal({}), HasSubstr("its window has 0 values for 3 points"));
  EXPECT_THAT(refusal({1, 2}), HasSubstr("its window has 2 values for 3 points"));
  EXPECT_THAT(refusal({1, 2, std::nan("")}), HasSubstr("value 2 of its window is nan"));
  problem.precision = Precision::f32;
  EXPECT_THAT(refusal({1, -1e39, 2}), HasSubstr("value 1 of its window is -1e+39, beyond f32"));
}

TEST(Ends, MeansAreOfOneAxis) {
  EXPECT_EQ(Problem::parse("r2c:f32:8x6:detrend=mean@1").token(), "r2c:f32:8x6:detrend=mean");
  EXPECT_EQ(Problem::parse("r2c:f32:8x6:detrend=mean@0:window=hann").token(), "r2c:f32:8x6:detrend=mean@0:window=hann");
  EXPECT_EQ(Problem::parse("r2c:f32:8x6:detrend=none@0").token(), "r2c:f32:8x6");
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:detrend=linear"), HasSubstr("known detrends: none, mean"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8x8:detrend=mean@0,1"), HasSubstr("there is one axis"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8x8:axes=0:detrend=mean@1"), HasSubstr("detrend's axis 1 is not transformed"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8x1:detrend=mean"), HasSubstr("every number would become 0"));
  EXPECT_THAT(refusal_of_ends("dct2:f32:8:detrend=mean"), HasSubstr("detrend of a real-to-real transform"));
  EXPECT_THAT(refusal_of_ends("c2r:f32:8x8:detrend=mean"), HasSubstr("detrend of axis 1, where the input is half"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:window=hann:taps=2:detrend=mean"), HasSubstr("detrend of frames with taps"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:scratch=f16:detrend=mean"), HasSubstr("leave scratch= out"));
  EXPECT_THAT(refusal_of_ends("c2c:f32x2:8:detrend=mean"), HasSubstr("subtracting a mean (detrend=) in f32x2"));
}

TEST(Ends, ScalesOfAllAxesAreOne) {
  const Problem problem = Problem::parse("c2c:f64:4x9x2:scale=1/n@0,1/sqrt(n)@1");
  EXPECT_EQ(problem.token(), "c2c:f64:4x9x2:scale=1/n@0,1/sqrt(n)@1");
  EXPECT_EQ(problem.scale_factor(), 1.0 / 12);
  EXPECT_EQ(Problem::parse("c2c:f64:4x9:scale=1/n@0,1/n@1").token(), "c2c:f64:4x9:scale=1/n");
  EXPECT_EQ(Problem::parse("c2c:f64:4x9:axes=1:scale=1/n@1").token(), "c2c:f64:4x9:scale=1/n:axes=1");
  EXPECT_THAT(refusal_of_ends("c2c:f64:4x9:scale=1/n@0,1/n@0"), HasSubstr("an axis has one scale"));
  EXPECT_THAT(refusal_of_ends("c2c:f64:4x9:scale=1/n@0,1/n"), HasSubstr("names no axis"));
  EXPECT_THAT(refusal_of_ends("c2c:f64:4x9:scale=1/n@2"), HasSubstr("there is no axis 2"));
  EXPECT_THAT(refusal_of_ends("c2c:f64:4x9:axes=1:scale=1/n@0"),
              HasSubstr("a scale of axis 0, which is not transformed"));
  EXPECT_THAT(refusal_of_ends("dct2:f64:4x9:scale=1/sqrt(n)@0"), HasSubstr("1/sqrt(n) of axis 0 alone"));
  Problem both = problem;
  both.scale = Scale::inverse_n;
  EXPECT_THROW(both.validate(), Error);
  Problem fewer = Problem::c2c(Precision::f32, {4, 9});
  fewer.axis_scales = {Scale::inverse_n};
  EXPECT_THAT(test::message_of(ErrorCode::invalid_argument, [&] { fewer.validate(); }),
              HasSubstr("1 scales for 2 axes"));
}

TEST(Ends, MapsStoreRealNumbers) {
  const Problem problem = Problem::parse("r2c:f32:8x6:omap=power:out=f16");
  EXPECT_TRUE(problem.real_output());
  EXPECT_EQ(problem.output_lengths(), (std::vector<std::int64_t>{8, 4}));
  EXPECT_EQ(problem.output_element_bytes(), 2);
  EXPECT_THAT(refusal_of_ends("c2r:f32:8:omap=power"), HasSubstr("omap=power of results that are real"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:inplace:omap=db"), HasSubstr("omap=db in place"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:oplanar:omap=db"), HasSubstr("its output is real, and planar means complex"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:omap=dB"),
              HasSubstr("known maps: none, real, imag, magnitude, power, phase, db, log"));
}

TEST(Ends, ProblemsOfNoLengthsAreRefused) {
  Problem problem;
  problem.lengths = {};
  problem.window = {.kind = WindowFunction::hann, .axis = 0};
  EXPECT_THROW(problem.validate(), Error);
  EXPECT_NO_THROW((void)problem.normalised());
}

TEST(Ends, ChirpTransformsHaveNone) {
  for (const char* end : {"window=hann", "oshift=0", "omap=power", "detrend=mean"}) {
    EXPECT_THAT(refusal_of_ends("c2c:f64:1000:band=440,460,44100:" + std::string(end)),
                HasSubstr("a chirp z-transform has no windows, shifts, maps and means"));
  }
  Problem scaled = Problem::parse("c2c:f64:1000:band=440,460,44100");
  scaled.axis_scales = {Scale::inverse_n};
  EXPECT_THAT(test::message_of(ErrorCode::unsupported, [&] { scaled.validate(); }), HasSubstr("without scale"));
}

TEST(Ends, RefusalsNameTheAxis) {
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:window=han"), HasSubstr("did you mean hann"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:window=kaiser"), HasSubstr("write kaiser(BETA)"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:window=hann(3)"), HasSubstr("write kaiser(BETA)"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8:window=kaiser(-1)"),
              HasSubstr("beta -1 of its window is not a number from 0 to 1000"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8x8:axes=0:window=hann@1"), HasSubstr("the window's axis 1 is not transformed"));
  EXPECT_THAT(refusal_of_ends("c2r:f32:8x8:window=hann"),
              HasSubstr("a window along axis 1, where the input is half a spectrum"));
  EXPECT_THAT(refusal_of_ends("r2c:f32:8x8:oshift=0,1"), HasSubstr("oshift of axis 1, along which the output is half"));
  EXPECT_THAT(refusal_of_ends("c2r:f32:8x8:ishift=1"), HasSubstr("ishift of axis 1, along which the input is half"));
  EXPECT_THAT(refusal_of_ends("dct2:f32:8:oshift=0"), HasSubstr("oshift of a real-to-real transform"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:8x9:axes=0:oshift=1"), HasSubstr("oshift=1 are not ascending transformed axes"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:9:inplace:oshift=0"), HasSubstr("whose length 9 is odd, in place"));
  EXPECT_THAT(refusal_of_ends("c2c:f32:16:modes=8:oshift=0"), HasSubstr("modes of axis 0, which is shifted"));
}

}  // namespace
}  // namespace papilio
