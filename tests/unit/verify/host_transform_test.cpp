// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/host_transform.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <papilio/error.hpp>
#include <string>

#include "support/words.hpp"
#include "verify/reference/fftw.hpp"

namespace papilio::verify {
namespace {

using LongNumbers = std::vector<long double>;

/// In [-1, 1), with many bits.
LongNumbers some_numbers(std::int64_t count) {
  LongNumbers numbers;
  for (std::int64_t i = 1; i <= count; ++i) {
    const long double x = static_cast<long double>(i) * 0.6180339887498948482L;
    numbers.push_back(2 * (x - std::floor(x)) - 1);
  }
  return numbers;
}

LongNumbers by_fftw(const DftShape& shape, const LongNumbers& numbers) {
  FftwTransform<long double> transform(shared_fftw(), shape);
  std::copy(numbers.begin(), numbers.end(), transform.input());
  transform.run();
  return {transform.output(), transform.output() + shape.output_numbers()};
}

// Two independent references agree.
TEST(HostTransform, IsFftws) {
  try {
    (void)shared_fftw();
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  for (const std::string& token : test::words(
           "c2c:f64:1 c2c:f64:48 c2c:f64:97:inverse c2c:f64:6x10 c2c:f64:37x4x3:inverse r2c:f64:1 r2c:f64:12 "
           "r2c:f64:31 r2c:f64:5x8 c2r:f64:1 c2r:f64:12 c2r:f64:31 c2r:f64:5x8 c2r:f64:4x5x6 dht:f64:9 dct1:f64:8 "
           "dct2:f64:7 dct3:f64:7 dct4:f64:8 dst1:f64:8 dst2:f64:7 dst3:f64:7 dst4:f64:8 dct2:f64:4x6 "
           "dct1:f64:5:scale=1/sqrt(n) dct2:f64:6:scale=1/sqrt(n) dct3:f64:6:scale=1/sqrt(n) "
           "dst2:f64:6:scale=1/sqrt(n) dst3:f64:6x5:scale=1/sqrt(n)")) {
    const Problem problem = Problem::parse(token).normalised();
    const DftShape shape = shape_of(problem);
    const LongNumbers numbers = some_numbers(shape.input_numbers());
    const LongNumbers expected = by_fftw(shape, numbers);
    const LongNumbers got = reference_transform(problem, numbers);
    ASSERT_EQ(got.size(), expected.size()) << token;
    for (std::size_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(static_cast<double>(got[i] - expected[i]), 0, 1e-15) << token << ", number " << i;
  }
}

TEST(HostTransform, ErrorsAreRelative) {
  const std::vector<LongComplex> b = {3, LongComplex(0, 4)};
  EXPECT_DOUBLE_EQ(relative_l2(b, b), 0);
  EXPECT_DOUBLE_EQ(relative_l2(std::vector<LongComplex>{3, LongComplex(0, 5)}, b), 0.2);
  EXPECT_TRUE(std::isinf(relative_l2(std::vector<LongComplex>{std::nanl(""), 0}, b)));
  const std::vector<LongComplex> nothing(2);
  EXPECT_DOUBLE_EQ(relative_l2(nothing, nothing), 0);
  EXPECT_TRUE(std::isinf(relative_l2(b, nothing)));
}

}  // namespace
}  // namespace papilio::verify
