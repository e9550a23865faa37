// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/roots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <papilio/error.hpp>

namespace papilio {
namespace {

LongComplex direct(std::int64_t k, std::int64_t n) {
  const long double angle =
      -2 * std::numbers::pi_v<long double> * static_cast<long double>(k) / static_cast<long double>(n);
  return {std::cos(angle), std::sin(angle)};
}

/// Expects equal parts; ignores the sign of zero; a NaN fails.
void expect_exactly(const LongComplex& root, long double real, long double imaginary) {
  EXPECT_EQ(root.real(), real);
  EXPECT_EQ(root.imag(), imaginary);
  EXPECT_FALSE(root.real() == 0 && std::signbit(root.real()));
  EXPECT_FALSE(root.imag() == 0 && std::signbit(root.imag()));
}

TEST(RootOfUnity, AgreesWithSineAndCosine) {
  // The reference's angle is unreduced and off by 2^-63 of up to 2*pi.
  for (std::int64_t n = 1; n <= 200; ++n) {
    for (std::int64_t k = 0; k < n; ++k)
      ASSERT_LT(std::abs(root_of_unity(k, n) - direct(k, n)), 0x1p-60L) << k << " of " << n;
  }
}

template <class RootsOfN>
void expect_exact_axes(const RootsOfN& roots, std::int64_t n) {
  expect_exactly(roots(0), 1, 0);
  if (n % 2 == 0) expect_exactly(roots(n / 2), -1, 0);
  if (n % 4 == 0) {
    expect_exactly(roots(n / 4), 0, -1);
    expect_exactly(roots(3 * n / 4), 0, 1);
  }
  if (n % 8 == 0) {
    const long double half = std::sqrt(0.5L);
    expect_exactly(roots(n / 8), half, -half);
    expect_exactly(roots(3 * n / 8), -half, -half);
    expect_exactly(roots(5 * n / 8), -half, half);
    expect_exactly(roots(7 * n / 8), half, half);
  }
}

template <class RootsOfN>
void expect_symmetries(const RootsOfN& roots, std::int64_t n, std::int64_t k) {
  const LongComplex root = roots(k);
  ASSERT_EQ(roots(n - k), std::conj(root)) << k << " of " << n;
  if (n % 2 == 0) {
    ASSERT_EQ(roots(k + n / 2), -root) << k << " of " << n;
  }
  if (n % 4 == 0) {
    ASSERT_EQ(roots(k + n / 4), LongComplex(root.imag(), -root.real())) << k << " of " << n;
  }
}

TEST(RootOfUnity, AxesAndDiagonalsAndSymmetriesAreExact) {
  for (const std::int64_t n : {1, 2, 3, 4, 5, 8, 12, 20, 24, 30, 1000, 1009, 4096, 1 << 27}) {
    const auto roots = [n](std::int64_t k) { return root_of_unity(k, n); };
    expect_exact_axes(roots, n);
    for (std::int64_t k = 0; k < n; k += n / 50 + 1) expect_symmetries(roots, n, k);
  }
}

TEST(RootOfUnity, ReducesAnyExponent) {
  EXPECT_EQ(root_of_unity(-3, 10), root_of_unity(7, 10));
  EXPECT_EQ(root_of_unity(std::int64_t{1} << 62, 3), root_of_unity(1, 3));
  const std::int64_t n = std::int64_t{1} << 60;
  expect_exactly(root_of_unity(n / 4, n), 0, -1);
}

TEST(RootOfUnity, RefusesAnOrderOutOfRange) {
  EXPECT_THROW((void)root_of_unity(0, 0), Error);
  EXPECT_THROW((void)root_of_unity(0, -4), Error);
  EXPECT_THROW(LongRoots((std::int64_t{1} << 60) + 1), Error);
}

class RootsOf : public testing::TestWithParam<std::int64_t> {};

TEST_P(RootsOf, AgreeWithSingleRootsAndAreAsSymmetric) {
  const std::int64_t n = GetParam();
  const LongRoots roots(n);
  EXPECT_EQ(roots.size(), n);
  expect_exact_axes(roots, n);
  long double worst = 0;
  const std::int64_t step = n / 40000 + 1;
  for (std::int64_t k = 0; k < n; k += step) {
    worst = std::max(worst, std::abs(roots(k) - root_of_unity(k, n)));
    if (k % 17 == 0) expect_symmetries(roots, n, k);
  }
  EXPECT_LT(worst, 0x1p-62L);
  EXPECT_EQ(roots(5 * n + n / 3), roots(n / 3));
}

TEST_P(RootsOf, InDoubleAreExactToItsLastBits) {
  const std::int64_t n = GetParam();
  const BasicRoots<double> roots(n);
  long double worst = 0;
  for (std::int64_t k = 0; k < n; k += n / 40000 + 1)
    worst = std::max(worst, std::abs(LongComplex(roots(k)) - root_of_unity(k, n)));
  EXPECT_LT(worst, 0x1p-51L);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RootsOf,
                         testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 100, 1009, 4096, 1000,
                                         30030, 1000008, 1 << 20, 134217689, 1 << 27, std::int64_t{1} << 40));

}  // namespace
}  // namespace papilio
