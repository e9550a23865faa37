// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Long doubles: results of sums are rounded once where Papilio computes, and the range is that of the type.
#include <fftw3.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace {

using Number = std::complex<long double>;
using Numbers = std::array<Number, 4>;

fftwl_complex* of(Numbers& numbers) { return reinterpret_cast<fftwl_complex*>(numbers.data()); }

/// Numbers with all bits of a long double, of several magnitudes.
Numbers thirds() {
  return {Number{1.0L / 3, -2.0L / 7}, Number{1000.0L / 9, 0.01L / 3}, Number{-5.0L / 11, 31.0L / 13},
          Number{0.001L / 7, -77.0L / 17}};
}

Numbers transformed(Numbers in) {
  Numbers out{};
  out.fill({7, 7});
  fftwl_plan const plan = fftwl_plan_dft_1d(4, of(in), of(out), FFTW_FORWARD, FFTW_ESTIMATE);
  EXPECT_NE(plan, nullptr);
  for (int run = 0; run < 3; ++run) {
    Numbers again{};
    fftwl_execute_dft(plan, of(in), of(again));
    EXPECT_TRUE(run == 0 || again == out);
    out = again;
  }
  fftwl_destroy_plan(plan);
  return out;
}

bool papilio_computes() {
  const char* const library = std::getenv("PAPILIO_FFTW_LIBRARYL");
  return library != nullptr && std::string_view(library) == "none";
}

TEST(LongDouble, SumsAreRoundedOnce) {
  if (!papilio_computes()) GTEST_SKIP() << "the genuine library rounds each sum";
  const Numbers x = thirds();
  const Numbers result = transformed(x);
  const auto sum = [](long double a, long double b, long double c, long double d) {
    return static_cast<long double>((static_cast<__float128>(a) + b) + (static_cast<__float128>(c) + d));
  };
  EXPECT_EQ(result[0].real(), sum(x[0].real(), x[1].real(), x[2].real(), x[3].real()));
  EXPECT_EQ(result[0].imag(), sum(x[0].imag(), x[1].imag(), x[2].imag(), x[3].imag()));
  EXPECT_EQ(result[1].real(), sum(x[0].real(), x[1].imag(), -x[2].real(), -x[3].imag()));
  EXPECT_EQ(result[1].imag(), sum(x[0].imag(), -x[1].real(), -x[2].imag(), x[3].real()));
  EXPECT_EQ(result[2].real(), sum(x[0].real(), -x[1].real(), x[2].real(), -x[3].real()));
}

TEST(LongDouble, TheRangeIsThatOfTheType) {
  const Numbers expected = transformed(thirds());
  for (const int exponent : {5000, -5000, 1100, -1100, 301}) {
    const long double scale = std::ldexp(1.0L, exponent);
    Numbers x = thirds();
    for (Number& number : x) number *= scale;
    const Numbers result = transformed(x);
    for (std::size_t i = 0; i < result.size(); ++i) EXPECT_EQ(result[i], expected[i] * scale) << exponent;
  }
}

/// Rows of a batch, contiguous and interleaved, one of huge numbers and one of usual ones.
TEST(LongDouble, EachTransformOfABatchHasItsOwnRange) {
  const long double scale = std::ldexp(1.0L, 3000);
  const Numbers usual = thirds();
  const Numbers expected = transformed(usual);
  const int n = 4;
  for (const int huge : {0, 1}) {
    for (const int stride : {1, 2}) {
      const int distance = stride == 1 ? n : 1;
      std::array<Number, 8> in{};
      std::array<Number, 8> out{};
      const auto at = [&](int row, int k) { return static_cast<std::size_t>(row * distance + k * stride); };
      for (int k = 0; k < n; ++k) {
        for (const int row : {0, 1}) in[at(row, k)] = usual[static_cast<std::size_t>(k)] * (row == huge ? scale : 1);
      }
      fftwl_plan const plan = fftwl_plan_many_dft(1, &n, 2, reinterpret_cast<fftwl_complex*>(in.data()), nullptr,
                                                  stride, distance, reinterpret_cast<fftwl_complex*>(out.data()),
                                                  nullptr, stride, distance, FFTW_FORWARD, FFTW_ESTIMATE);
      ASSERT_NE(plan, nullptr);
      fftwl_execute(plan);
      fftwl_destroy_plan(plan);
      for (int k = 0; k < n; ++k) {
        for (const int row : {0, 1})
          EXPECT_EQ(out[at(row, k)], expected[static_cast<std::size_t>(k)] * (row == huge ? scale : 1)) << row;
      }
    }
  }
}

TEST(LongDouble, HalfcomplexGoesThereAndBack) {
  std::array<long double, 9> data{};
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = 1.0L / static_cast<long double>(i + 3);
  const auto before = data;
  for (const auto kind : {FFTW_R2HC, FFTW_HC2R}) {
    fftwl_plan const plan = fftwl_plan_r2r_1d(9, data.data(), data.data(), kind, FFTW_ESTIMATE);
    ASSERT_NE(plan, nullptr);
    fftwl_execute(plan);
    fftwl_destroy_plan(plan);
  }
  for (std::size_t i = 0; i < data.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(data[i] / 9 - before[i]), 0, 4 * std::numeric_limits<long double>::epsilon());
  }
}

}  // namespace
