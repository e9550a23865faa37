// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/chirp_reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>

#include "core/chirps.hpp"
#include "support/error_of.hpp"

namespace papilio {
namespace {

using testing::HasSubstr;

/// The largest error of inputs[j] results[k] kernel[k-j] = z_k^-j for a few j and k, relative to it.
double product_error(const Contour& contour, const ChirpCounts& counts) {
  const Chirps<long double> chirps = make_chirps<long double>(contour, counts);
  Problem problem = Problem::c2c(Precision::f64, std::max(counts.inputs, counts.results));
  problem.pad_input({counts.inputs});
  problem.crop_output({counts.results});
  problem.contour = contour;
  double worst = 0;
  for (const std::int64_t j : {std::int64_t{0}, counts.inputs / 2, counts.inputs - 1}) {
    std::vector<LongComplex> impulse(static_cast<std::size_t>(j + 1));
    impulse.back() = 1;
    const std::vector<std::int64_t> results = {0, counts.results / 3, counts.results - 1};
    const std::vector<LongComplex> exact = verify::chirp_sums(problem, impulse, results);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const std::int64_t k = results[i];
      const LongComplex product = chirps.inputs[j] * chirps.results[k] * chirps.kernel[k - j + counts.inputs - 1];
      worst = std::max(worst, static_cast<double>(std::abs(product - exact[i]) / std::abs(exact[i])));
    }
  }
  return worst;
}

TEST(Chirps, AreExactAtAnyLength) {
  // Long double rounds an angle of up to pi twice, each time by 1.7e-19 at most, in each of three factors.
  constexpr double bound = 6 * 1.7e-19 + 2e-19;
  for (const Contour& contour :
       {Contour(FrequencyBand{0.1, 0.2}), Contour(FrequencyBand{440, 460, 44100, true}),
        Contour(FrequencyBand{-1e9, 3e9, 7}), Contour(FrequencyBand{0, 1}), Contour(FrequencyBand{0.3, 0.3}),
        Contour(Spiral{std::polar(1.0, -1e-3), std::polar(1.0, 2.5)})}) {
    for (const ChirpCounts& counts :
         {ChirpCounts{1, 1}, ChirpCounts{7, 3}, ChirpCounts{3, 100}, ChirpCounts{30000, 100}})
      EXPECT_LE(product_error(contour, counts), bound) << text_of(contour) << ' ' << counts.inputs;
  }
}

/// Magnitudes of e^20 have 5 bits of their exponent's rounding.
TEST(Chirps, OfSpirals) {
  for (const Spiral& spiral :
       {Spiral{{0.98534, 0.17055}}, Spiral{{0.999, -0.1}, {1.1, 0}}, Spiral{{-0.9999, 0}, {0, 0.97}}})
    EXPECT_LE(product_error(spiral, {100, 60}), 1e-17) << text_of(spiral);
}

TEST(Chirps, TokensComeBack) {
  for (const char* token : {"c2c:f32:100:crop=17:band=0.1,0.2", "c2c:f64:100*3:band=0,1,44100,endpoint",
                            "c2c:f64:64x5:axes=0:pad=9x-:band=-1e-07,0.5,2.5", "c2c:f64:9:spiral=0.98534,0.17055",
                            "c2c:f64:9:spiral=1,0,0.5,-1"}) {
    const Problem problem = Problem::parse(token);
    EXPECT_EQ(Problem::parse(problem.token()), problem) << problem.token();
    EXPECT_THAT(problem.token(), HasSubstr(text_of(problem.contour)));
  }
  EXPECT_EQ(Problem::czt(Precision::f32, 100, 17, FrequencyBand{0.1, 0.2}, 3),
            Problem::parse("c2c:f32:100*3:crop=17:band=0.1,0.2"));
  EXPECT_EQ(Problem::czt(Precision::f64, 17, 100, Spiral{{0, 1}}).token(),
            Problem::parse("c2c:f64:100:pad=17:spiral=0,1").token());
}

TEST(Chirps, RefusalsNameTheReason) {
  struct Case {
    const char* token;
    const char* why;
  };
  for (const Case& each :
       {Case{"r2c:f32:8:band=0,1", "a forward c2c along one axis"}, Case{"c2c:f32:8:inverse:band=0,1", "a forward c2c"},
        Case{"c2c:f32:8x8:band=0,1", "along one axis"}, Case{"c2c:f32:8:scale=1/n:band=0,1", "without scale"},
        Case{"c2c:f32:8:zero=[1,3):band=0,1", "reads the first elements"},
        Case{"c2c:f32:8:band=0,1,0", "at a rate of 0"}, Case{"c2c:f32:8:band=0,1e300", "has no meaning"},
        Case{"c2c:f32:8:band=0", "another form"}, Case{"c2c:f32:8:band=0,x", "frequency \"x\""},
        Case{"c2c:f32:8:spiral=1", "another form"}, Case{"c2c:f32:8:spiral=0,0", "no point of a spiral"},
        Case{"c2c:f32:100:spiral=0.9,0", "its chirps reach e^"},
        Case{"c2c:f32:100:spiral=0,1,0.5,0", "the factors of its inputs reach e^69"},
        Case{"c2c:f32:8:band=0,1:spiral=1,0", "spiral"}}) {
    const Error error = test::error_of([&] { (void)Problem::parse(each.token); });
    EXPECT_THAT(error.what(), HasSubstr(each.why)) << each.token;
  }
}

}  // namespace
}  // namespace papilio
