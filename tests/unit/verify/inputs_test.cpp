// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace papilio::verify {
namespace {

constexpr std::int64_t length = 64;

template <class T>
std::vector<T> transform_of(InputNumbers<T>& numbers, bool constants = true) {
  std::vector<T> result;
  numbers.begin(length, 1, constants);
  for (std::int64_t i = 0; i < length; ++i) result.push_back(numbers.next());
  return result;
}

template <class T>
bool is_constant(const std::vector<T>& numbers) {
  return std::ranges::all_of(numbers, [&](T number) { return number == numbers.front(); });
}
template <class T>
bool is_impulse(const std::vector<T>& numbers) {
  return std::ranges::count(numbers, T{0}) == length - 1;
}
template <class T>
bool is_of_many_magnitudes(const std::vector<T>& numbers) {
  return std::ranges::count_if(numbers, [](T number) { return std::abs(number) < 1e-4; }) > length / 4;
}

TEST(InputNumbers, AreUniformUnlessTheyMayVary) {
  std::mt19937_64 engine(3);
  std::mt19937_64 same(3);
  InputNumbers<double> numbers({Storage::native, Precision::f64}, Inputs::uniform, engine);
  numbers.magnify(30);
  for (const double number : transform_of(numbers)) EXPECT_EQ(number, uniform<double>(same));
}

TEST(InputNumbers, FollowEveryPatternAndLieWithinOne) {
  std::mt19937_64 engine(3);
  InputNumbers<float> numbers({Storage::native, Precision::f32}, Inputs::varied, engine);
  int constants = 0;
  int impulses = 0;
  int magnitudes = 0;
  for (int i = 0; i < 300; ++i) {
    const std::vector<float> transform = transform_of(numbers);
    EXPECT_TRUE(std::ranges::all_of(transform, [](float number) { return std::abs(number) <= 1; }));
    constants += is_constant(transform) ? 1 : 0;
    impulses += is_impulse(transform) ? 1 : 0;
    magnitudes += !is_impulse(transform) && is_of_many_magnitudes(transform) ? 1 : 0;
  }
  for (const int count : {constants, impulses, magnitudes}) {
    EXPECT_GT(count, 30);
    EXPECT_LT(count, 90);
  }
}

/// c2r ignores the imaginary part of element 0.
TEST(InputNumbers, HaveNoImaginaryPartWithoutItsRealPart) {
  std::mt19937_64 engine(3);
  InputNumbers<double> numbers({Storage::native, Precision::f64}, Inputs::varied, engine);
  for (int i = 0; i < 300; ++i) {
    numbers.begin(length, 2, true);
    int zeros = 0;
    double largest = 0;
    for (std::int64_t k = 0; k < length; ++k) {
      const double re = numbers.next();
      const double im = numbers.next();
      EXPECT_LE(std::abs(im), 1e6 * std::abs(re));
      EXPECT_EQ(re == 0, im == 0);
      zeros += re == 0 ? 1 : 0;
      largest = std::max(largest, std::abs(re));
    }
    const bool impulse = zeros == length - 1;
    EXPECT_GE(largest, impulse ? 0.5 : 0.0);
  }
}

TEST(InputNumbers, AreNotConstantForConvolutions) {
  std::mt19937_64 engine(3);
  InputNumbers<float> numbers({Storage::native, Precision::f32}, Inputs::varied, engine);
  for (int i = 0; i < 300; ++i) EXPECT_FALSE(is_constant(transform_of(numbers, false)));
}

TEST(InputNumbers, HaveOnePowerOfTwoInCommon) {
  std::set<int> exponents;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937_64 engine(seed);
    InputNumbers<double> numbers({Storage::native, Precision::f64}, Inputs::varied, engine);
    numbers.magnify(30);
    double largest = 0;
    for (const double number : transform_of(numbers)) largest = std::max(largest, std::abs(number));
    exponents.insert(std::ilogb(largest));
  }
  EXPECT_LT(*exponents.begin(), -25);
  EXPECT_GT(*exponents.rbegin(), 25);
  EXPECT_LE(*exponents.rbegin(), 30);
}

TEST(InputNumbers, AreAsTheyAreStored) {
  for (const Storage storage : {Storage::f16, Storage::bf16, Storage::i16, Storage::u8}) {
    const Stored stored{storage, Precision::f32};
    std::mt19937_64 engine(3);
    InputNumbers<float> numbers(stored, Inputs::varied, engine);
    for (int i = 0; i < 20; ++i) {
      for (const float number : transform_of(numbers)) EXPECT_EQ(number, stored.rounded(number));
    }
  }
}

}  // namespace
}  // namespace papilio::verify
