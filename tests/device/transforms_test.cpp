// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One problem for every kind of kernel, on the real device: compared with long double, three times on outputs filled
// with NaN.
#include <gtest/gtest.h>

#include <limits>
#include <papilio/papilio.hpp>

#include "support/reference.hpp"
#include "support/test_device.hpp"

namespace papilio {
namespace {

template <typename T>
std::vector<std::complex<T>> narrow(const std::vector<LongComplex>& x) {
  std::vector<std::complex<T>> result;
  for (const LongComplex& value : x) result.emplace_back(static_cast<T>(value.real()), static_cast<T>(value.imag()));
  return result;
}

template <typename T>
void expect_correct(const Device& device, const Problem& problem, Programs programs = Programs::specialised) {
  const Plan plan(device, problem, programs);
  const Problem& p = plan.problem();
  SCOPED_TRACE(plan.describe());
  const auto signal = test::random_signal(p.input_elements(), p.precision, 5);
  const auto input = narrow<T>(signal);
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (int run = 0; run < 3; ++run) {
    std::vector<std::complex<T>> output(p.output_elements(), {nan, nan});
    if (p.placement == Placement::in_place) {
      output = input;
      plan.execute(std::span(output));
    } else {
      plan.execute(std::span<const std::complex<T>>(input), std::span(output));
    }
    for (std::int64_t b = 0; b < p.batch; ++b) {
      const auto begin = signal.begin() + b * p.in_distance;
      auto expected = test::reference_dft({begin, begin + p.points()}, p.direction);
      for (LongComplex& value : expected) value *= static_cast<long double>(p.scale_factor());
      const auto from = output.begin() + b * p.out_distance;
      const std::vector<LongComplex> got(from, from + p.points());
      ASSERT_LE(test::relative_l2(got, expected), test::error_bound(p.points(), p.precision))
          << "run " << run << ", transform " << b;
    }
  }
}

class Transforms : public ::testing::TestWithParam<const char*> {};

TEST_P(Transforms, MatchLongDouble) {
  std::string why;
  const Device device = test::open_test_device(why);
  if (!device) GTEST_SKIP() << why;
  const Problem problem = Problem::parse(GetParam());
  if (problem.precision == Precision::f32) {
    expect_correct<float>(device, problem);
  } else {
    expect_correct<double>(device, problem);
  }
}

INSTANTIATE_TEST_SUITE_P(Device, Transforms,
                         ::testing::Values("c2c:f32:1*5",                    // no butterfly at all
                                           "c2c:f32:2*3",                    // fewer transforms than lanes
                                           "c2c:f32:12*19:inverse:inplace",  // transforms across lanes
                                           "c2c:f32:64*9",                   // two stages, transposed in registers
                                           "c2c:f32:243*4",                  // ragged stages
                                           "c2c:f32:1000*5:scale=1/sqrt(n):idist=1003:odist=1010",
                                           "c2c:f32:37*11",                   // Rader across lanes
                                           "c2c:f32:1009*3:inplace:inverse",  // Rader along butterflies
                                           "c2c:f32:1018*3",                  // Bluestein in one kernel
                                           "c2c:f32:3721*7", "c2c:f64:514*9:inverse",
                                           "c2c:f32:74*40:inplace",           // prime factors in place
                                           "c2c:f32:4096*3",                  //
                                           "c2c:f32:2^17*2",                  // two passes, the last in place
                                           "c2c:f32:2^17:inplace:scale=1/n",  // two passes through scratch
                                           "c2c:f32:3^11",                    // passes with ragged columns
                                           "c2c:f32:100003",                  // Bluestein in passes
                                           "c2c:f64:60*7", "c2c:f64:1009*2", "c2c:f64:2^16:inverse"));

TEST(GeneralProgram, MatchesLongDouble) {
  std::string why;
  const Device device = test::open_test_device(why);
  if (!device) GTEST_SKIP() << why;
  for (std::int64_t n = 1; n <= 90; ++n)
    expect_correct<double>(device, Problem::c2c(Precision::f64, n, 3), Programs::general);
  for (const char* token :
       {"c2c:f64:1009:inverse:scale=1/n", "c2c:f64:2187", "c2c:f64:3449", "c2c:f64:4096", "c2c:f64:61*13:inplace"})
    expect_correct<double>(device, Problem::parse(token), Programs::general);
  for (const char* token : {"c2c:f32:4096", "c2c:f32:2039:inverse", "c2c:f32:60*7:idist=63:odist=70"})
    expect_correct<float>(device, Problem::parse(token), Programs::general);
}

}  // namespace
}  // namespace papilio
