// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/input.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>

#include "bench/host_arena.hpp"
#include "core/storage.hpp"

namespace papilio::bench {
namespace {

template <typename T>
std::vector<std::complex<T>> elements(std::span<const std::byte> bytes) {
  std::vector<std::complex<T>> result(bytes.size() / sizeof(std::complex<T>));
  std::memcpy(static_cast<void*>(result.data()), bytes.data(), bytes.size());
  return result;
}

template <typename T>
void expect_uniform(Precision precision) {
  BenchInput input(precision);
  const auto drawn = elements<T>(input.first(100000 * sizeof(std::complex<T>)));
  std::complex<double> sum;
  double squares = 0;
  for (const auto& value : drawn) {
    ASSERT_TRUE(value.real() >= -1 && value.real() < 1 && value.imag() >= -1 && value.imag() < 1);
    sum += std::complex<double>(value.real(), value.imag());
    squares += std::norm(value);
  }
  EXPECT_LT(std::abs(sum) / 100000, 0.01);
  EXPECT_NEAR(squares / 100000, 2.0 / 3, 0.01);  // the variance of two uniform numbers
}

TEST(Input, IsUniform) {
  expect_uniform<float>(Precision::f32);
  expect_uniform<double>(Precision::f64);
}

TEST(Input, PairsAreNumbersLikeOthers) {
  for (const Precision precision : {Precision::f32x2, Precision::f64x2}) {
    BenchInput input(precision);
    const auto width = static_cast<std::size_t>(real_bytes(precision));
    const std::span<const std::byte> bytes = input.first(1000 * width);
    for (std::size_t i = 0; i < 1000; ++i) {
      const double value = load_number(Storage::native, precision, &bytes[i * width]);
      ASSERT_TRUE(value >= -1 && value < 1);
    }
  }
}

TEST(Input, PairsHaveDigitsBeyondTheirFirstNumber) {
  BenchInput input(Precision::f64x2);
  const std::span<const std::byte> bytes = input.first(1000 * 2 * sizeof(double));
  for (std::size_t i = 0; i < 1000; ++i) {
    double high = 0;
    double low = 0;
    std::memcpy(&high, &bytes[2 * i * sizeof(double)], sizeof(double));
    std::memcpy(&low, &bytes[(2 * i + 1) * sizeof(double)], sizeof(double));
    ASSERT_NE(low, 0) << i;
    ASSERT_EQ(high + low, high) << i;
  }
}

TEST(Input, LessIsTheBeginningOfMore) {
  BenchInput grown(Precision::f32);
  const auto few = elements<float>(grown.first(80));
  const auto many = elements<float>(grown.first(8000));
  BenchInput at_once(Precision::f32);
  EXPECT_EQ(many, elements<float>(at_once.first(8000)));
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(Input, HoldsSeesChangesAtBothEndsAndInTheMiddle) {
  BenchInput input(Precision::f32);
  const auto bytes = input.first(1 << 20);
  HostArena arena;
  arena.reserve(bytes.size());
  EXPECT_FALSE(holds(arena, bytes));
  arena.write(Part::input, 0, bytes);
  EXPECT_TRUE(holds(arena, bytes));
  EXPECT_TRUE(holds(arena, bytes.first(24)));
  for (const std::size_t place : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
    arena.input()[place] ^= std::byte{1};
    EXPECT_FALSE(holds(arena, bytes)) << place;
    arena.input()[place] ^= std::byte{1};
  }
}

TEST(Input, IntegersAndNarrowNumbersAreDrawnToo) {
  BenchInput bytes(Precision::f32, Storage::u8);
  int sum = 0;
  for (const std::byte one : bytes.first(3'000'000)) {
    ASSERT_LE(static_cast<int>(one), 200);
    sum += static_cast<int>(one);
  }
  EXPECT_NEAR(sum / 3e6, 100, 1);
  BenchInput halves(Precision::f32, Storage::f16);
  const auto few = halves.first(100);
  EXPECT_LT(std::abs(load_number(Storage::f16, Precision::f32, &few[2])), 1);
  EXPECT_NE(few[0], few[2]);
}

TEST(Input, HalfASpectrumOfAnyLayoutIsThatOfARealArray) {
  const Problem problem = Problem::parse("c2r:f16:6*2:iplanar:istrides=3:idist=20");
  BenchInput input(Precision::f32, Storage::f16);
  const std::byte* x = input.of(problem).data();
  const auto imaginary = [&](std::int64_t element) {
    return load_number(Storage::f16, Precision::f32, x + 2 * (problem.input_elements() + element));
  };
  for (const std::int64_t base : {0, 20}) {
    EXPECT_EQ(imaginary(base), 0);
    EXPECT_NE(imaginary(base + 3), 0);
    EXPECT_EQ(imaginary(base + 9), 0);
  }
}

TEST(Input, HalfASpectrumIsThatOfARealArray) {
  const Problem problem = Problem::parse("c2r:f64:4x3x6*2");
  BenchInput input(Precision::f64);
  const auto* x = reinterpret_cast<const std::complex<double>*>(input.of(problem).data());
  for (int b = 0; b < 2; ++b, x += 4 * 3 * 4) {
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 3; ++j) {
        for (const int k : {0, 3})
          EXPECT_EQ(x[(i * 3 + j) * 4 + k], std::conj(x[((4 - i) % 4 * 3 + (3 - j) % 3) * 4 + k])) << i << j << k;
        EXPECT_NE(x[(i * 3 + j) * 4 + 1].imag(), 0);
      }
    }
  }
}

}  // namespace
}  // namespace papilio::bench
