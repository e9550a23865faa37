// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/chirps.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

namespace papilio::mpi {
namespace {

using Complex = std::complex<long double>;
constexpr long double pi = std::numbers::pi_v<long double>;

TEST(Convolutions, HaveAFewMorePointsThanTheyNeed) {
  EXPECT_EQ(smooth_from(1), 1);
  EXPECT_EQ(smooth_from(11), 12);
  EXPECT_EQ(smooth_from(211), 216);
  EXPECT_EQ(smooth_from((std::int64_t{1} << 40) + 1), 1100753141760);
  EXPECT_EQ(convolution_of(Problem::parse("c2c:f32:17"))->points, 36);
  EXPECT_EQ(convolution_of(Problem::parse("c2c:f32:2"))->points, 4);
  EXPECT_EQ(convolution_of(Problem::parse("r2c:f32:1009"))->points, 1536) << "1009 and 505 fewer one, at least";
  EXPECT_EQ(convolution_of(Problem::parse("dct1:f32:1009"))->points, 2048) << "of numbers, not of their even extension";
}

TEST(Convolutions, AreForOneAxis) {
  EXPECT_FALSE(convolution_of(Problem::parse("c2c:f32:17x17")));
  EXPECT_FALSE(convolution_of(Problem::parse("c2c:f32:1")));
  EXPECT_FALSE(convolution_of(Problem::parse("c2c:f32:17:scratch=f16")));
}

/// By the differences of squares, which need no large products.
TEST(Chirps, ReduceTheirExponentsExactly) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 1000; ++round) {
    const auto turn = static_cast<std::int64_t>(random() >> (13 + random() % 40)) + 1;
    const auto i = static_cast<std::int64_t>(random() >> (14 + random() % 40));
    const Chirp chirp{turn, round % 2 == 0 ? 2 : -1, 2, -3, 0, 1, 1, 1};
    const std::int64_t now = exponent_of(chirp, i);
    ASSERT_GE(now, 0);
    ASSERT_LT(now, turn);
    const std::int64_t step = chirp.square * ((2 * i + 1) % turn) + chirp.step;
    ASSERT_EQ((exponent_of(chirp, i + 1) - now - step) % turn, 0) << i << " in parts of " << turn;
    if (i >= std::int64_t{1} << 30) continue;
    ASSERT_EQ((chirp.square * i * i + chirp.step * i + chirp.shift - now) % turn, 0) << i << " in parts of " << turn;
  }
  const std::int64_t large = (std::int64_t{1} << 51) - 1;  // -1 modulo 2^51
  EXPECT_EQ(exponent_of({std::int64_t{1} << 51, 1, 0, 0, 0, 1, 1, 1}, large), 1);
  EXPECT_EQ(exponent_of({large - 2, 1, 0, 0, 0, 1, 1, 1}, large - 3), 1);
}

Complex factor_of(const Chirp& chirp, std::int64_t index) {
  const long double angle = -2 * pi * static_cast<long double>(exponent_of(chirp, index)) / chirp.turn;
  const long double end = index == 0 ? chirp.first : index + 1 == chirp.count ? chirp.last : 1;
  return std::polar(chirp.weight * end, angle);
}

/// The convolution as it is defined, without transforms.
std::vector<Complex> convolved(const Problem& problem, const std::vector<Complex>& x) {
  const Convolution convolution = *convolution_of(problem);
  std::vector<Complex> result;
  for (std::int64_t k = 0; k < convolution.written.count; ++k) {
    Complex sum = 0;
    for (std::int64_t j = 0; j < convolution.read.count; ++j) {
      sum += factor_of(convolution.read, j) * x[static_cast<std::size_t>(j)] *
             factor_of({convolution.kernel.turn, convolution.kernel.square, 0, 0, 0, 1, 1, 1}, std::abs(k - j));
    }
    sum *= factor_of(convolution.written, k) * static_cast<long double>(convolution.factor);
    result.push_back(convolution.real_output ? sum.real() : sum);
  }
  return result;
}

/// What element k of the output takes of element j of the input, by docs of the kinds; for real input and output.
long double kernel(Kind kind, std::int64_t n, std::int64_t j, std::int64_t k) {
  const auto turns = [&](std::int64_t of, std::int64_t parts) {
    return 2 * pi * static_cast<long double>(of) / static_cast<long double>(parts);
  };
  switch (kind) {
    case Kind::dht:
      return std::cos(turns(j * k, n)) + std::sin(turns(j * k, n));
    case Kind::dct1:
      return (j == 0 || j == n - 1 ? 1 : 2) * std::cos(turns(j * k, 2 * (n - 1)));
    case Kind::dct2:
      return 2 * std::cos(turns((2 * j + 1) * k, 4 * n));
    case Kind::dct3:
      return (j == 0 ? 1 : 2) * std::cos(turns(j * (2 * k + 1), 4 * n));
    case Kind::dct4:
      return 2 * std::cos(turns((2 * j + 1) * (2 * k + 1), 8 * n));
    case Kind::dst1:
      return 2 * std::sin(turns((j + 1) * (k + 1), 2 * (n + 1)));
    case Kind::dst2:
      return 2 * std::sin(turns((2 * j + 1) * (k + 1), 4 * n));
    case Kind::dst3:
      return (j == n - 1 ? 1 : 2) * std::sin(turns((j + 1) * (2 * k + 1), 4 * n));
    case Kind::dst4:
      return 2 * std::sin(turns((2 * j + 1) * (2 * k + 1), 8 * n));
    default:
      return 0;
  }
}

std::vector<Complex> some_numbers(std::int64_t count, bool real) {
  std::mt19937_64 random(static_cast<std::uint64_t>(count));
  std::uniform_real_distribution<long double> numbers(-1, 1);
  std::vector<Complex> result;
  for (std::int64_t i = 0; i < count; ++i) {
    const long double re = numbers(random);
    result.emplace_back(re, real ? 0 : numbers(random));
  }
  return result;
}

void expect_near(const std::vector<Complex>& actual, const std::vector<Complex>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_LE(std::abs(actual[k] - expected[k]), 1e-15L) << k;
}

TEST(Convolutions, AreTheRealKinds) {
  constexpr std::array kinds = {Kind::dht,  Kind::dct1, Kind::dct2, Kind::dct3, Kind::dct4,
                                Kind::dst1, Kind::dst2, Kind::dst3, Kind::dst4};
  for (const Kind kind : kinds) {
    for (const std::int64_t n : {2, 7, 12}) {
      SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(kind) << ", " << n << " points");
      Problem problem;
      problem.kind = kind;
      problem.lengths = {n};
      const std::vector<Complex> x = some_numbers(n, true);
      std::vector<Complex> expected;
      for (std::int64_t k = 0; k < n; ++k) {
        Complex sum = 0;
        for (std::int64_t j = 0; j < n; ++j) sum += kernel(kind, n, j, k) * x[static_cast<std::size_t>(j)];
        expected.push_back(sum);
      }
      expect_near(convolved(problem, x), expected);
      // Orthonormal transforms keep the sum of squares.
      problem.scale = Scale::inverse_sqrt_n;
      long double before = 0;
      long double after = 0;
      for (const Complex& value : x) before += std::norm(value);
      for (const Complex& value : convolved(problem, x)) after += std::norm(value);
      EXPECT_NEAR(static_cast<double>(after / before), 1, 1e-14);
    }
  }
}

TEST(Convolutions, AreTheComplexKinds) {
  for (const Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r}) {
    for (const std::int64_t n : {2, 7, 12}) {
      for (const Direction direction : {Direction::forward, Direction::inverse}) {
        if (kind != Kind::c2c && (direction == Direction::inverse) != (kind == Kind::c2r)) continue;
        SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(kind) << ", " << n << " points");
        Problem problem;
        problem.kind = kind;
        problem.lengths = {n};
        problem.direction = direction;
        std::vector<Complex> x = some_numbers(problem.input_lengths()[0], kind == Kind::r2c);
        const std::vector<Complex> given = x;
        if (kind == Kind::c2r) {
          x[0] = x[0].real();
          if (n % 2 == 0) x.back() = x.back().real();
          for (std::int64_t j = n / 2 + 1; j < n; ++j) x.push_back(std::conj(x[static_cast<std::size_t>(n - j)]));
        }
        std::vector<Complex> expected;
        for (std::int64_t k = 0; k < problem.output_lengths()[0]; ++k) {
          Complex sum = 0;
          for (std::int64_t j = 0; j < n; ++j) {
            const long double angle = (direction == Direction::forward ? -2 : 2) * pi * (j * k % n) / n;
            sum += x[static_cast<std::size_t>(j)] * std::polar(1.0L, angle);
          }
          expected.push_back(sum);
        }
        expect_near(convolved(problem, given), expected);
      }
    }
  }
}

}  // namespace
}  // namespace papilio::mpi
