// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/check/convolution_reference.hpp"

#include <gtest/gtest.h>

#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

class ConvolutionReferenceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      library_ = open_fftw<long double>();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }

  std::vector<long double> of(const char* token, const std::vector<float>& signal, const std::vector<float>& kernel) {
    ConvolutionReference<long double> reference(library_);
    reference.prepare(ConvolutionProblem::parse(token));
    return reference.of(signal.data(), kernel.data());
  }

  std::shared_ptr<const Fftw<long double>> library_;
};

// NumPy's and SciPy's: convolve(), correlate(), convolve2d().
TEST_F(ConvolutionReferenceTest, IsTheDefinition) {
  const std::vector<float> x = {1, 2, 3, 4};
  const std::vector<float> h = {1, 0, -1};
  using Values = std::vector<long double>;
  EXPECT_EQ(of("conv:f32:4:kernel=3", x, h), (Values{1, 2, 2, 2, -3, -4}));
  EXPECT_EQ(of("conv:f32:4:kernel=3:same", x, h), (Values{2, 2, 2, -3}));
  EXPECT_EQ(of("conv:f32:4:kernel=3:valid", x, h), (Values{2, 2}));
  EXPECT_EQ(of("corr:f32:4:kernel=3", x, h), (Values{-1, -2, -2, -2, 3, 4}));
  EXPECT_EQ(of("conv:f32:4:kernel=3:circular", x, h), (Values{-2, -2, 2, 2}));
  EXPECT_EQ(of("corr:f32:4:kernel=3:circular", x, h), (Values{-2, -2, 2, 2}));
  EXPECT_EQ(of("conv:f32:2:kernel=3:circular", x, h), (Values{0, 0}));
  EXPECT_EQ(of("conv:f32:2x2:kernel=1x2", x, {1, 10}), (Values{1, 12, 20, 3, 34, 40}));
  // (1+2i)(3+4i) and (1+2i)(3-4i)
  EXPECT_EQ(of("conv:f32:1:kernel=1:complex", {1, 2}, {3, 4}), (Values{-5, 10}));
  EXPECT_EQ(of("corr:f32:1:kernel=1:complex", {1, 2}, {3, 4}), (Values{11, 2}));
}

TEST_F(ConvolutionReferenceTest, OfLongSignalsIsThatOfTheSums) {
  constexpr std::int64_t n = 3001;
  constexpr std::int64_t k = 1500;  // more products than are summed up
  std::vector<float> x(n);
  std::vector<float> h(k);
  for (std::int64_t i = 0; i < n; ++i) x[i] = static_cast<float>(i * 7919 % 257) - 128;
  for (std::int64_t j = 0; j < k; ++j) h[j] = static_cast<float>(j * 31 % 17) - 8;
  const std::vector<long double> y = of("conv:f32:3001:kernel=1500:same", x, h);
  ASSERT_EQ(y.size(), static_cast<std::size_t>(n));
  for (const std::int64_t at : {0, 1, 700, 1499, 1500, 2999, 3000}) {
    long double sum = 0;
    for (std::int64_t j = 0; j < k; ++j) {
      const std::int64_t i = at + (k - 1) / 2 - j;
      if (i >= 0 && i < n) sum += static_cast<long double>(x[i]) * h[j];
    }
    EXPECT_NEAR(static_cast<double>(y[at]), static_cast<double>(sum), 1e-9) << at;
  }
}

}  // namespace
}  // namespace papilio::tool
