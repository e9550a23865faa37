// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "core/number_theory.hpp"
#include "core/roots.hpp"

namespace papilio {
namespace {

using Signal = std::vector<LongComplex>;

Signal random_signal(std::size_t n) {
  std::mt19937_64 engine(n);
  std::uniform_real_distribution<long double> uniform(-1, 1);
  Signal x(n);
  for (LongComplex& value : x) value = {uniform(engine), uniform(engine)};
  return x;
}

/// Element k of the defining sum.
LongComplex defining_sum(const Signal& x, std::size_t k, Direction direction) {
  const auto n = static_cast<std::int64_t>(x.size());
  LongComplex sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const LongComplex root = root_of_unity(static_cast<std::int64_t>(j * k) % n, n);
    sum += x[j] * (direction == Direction::forward ? root : std::conj(root));
  }
  return sum;
}

/// The defining sum itself has an error of at most about n*2^-63.
long double tolerance(std::size_t n) { return 0x1p-61L * static_cast<long double>(n); }

TEST(HostFft, AgreesWithTheDefiningSumForEverySmallLength) {
  for (std::size_t n = 1; n <= 64; ++n) {
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
      const Signal x = random_signal(n);
      const Signal y = host_fft(x, direction);
      ASSERT_EQ(y.size(), n);
      for (std::size_t k = 0; k < n; ++k)
        ASSERT_LT(std::abs(y[k] - defining_sum(x, k, direction)), tolerance(n)) << k << " of " << n;
    }
  }
}

class HostFftOf : public testing::TestWithParam<std::size_t> {};

TEST_P(HostFftOf, AgreesWithTheDefiningSumAtSomeElementsAndComesBack) {
  const std::size_t n = GetParam();
  const Signal x = random_signal(n);
  const Signal y = host_fft(x, Direction::forward);
  for (std::size_t k = 0; k < n; k += n / 20 + 1)
    ASSERT_LT(std::abs(y[k] - defining_sum(x, k, Direction::forward)), tolerance(n)) << k << " of " << n;
  // The butterfly of a large prime is a plain sum: its rounding errors grow with the square root of the number of
  // terms.
  const auto prime = static_cast<long double>(prime_factors(static_cast<std::int64_t>(n)).back());
  const long double bound = 0x1p-60L * std::sqrt(prime);
  const Signal back = host_fft(y, Direction::inverse);
  for (std::size_t j = 0; j < n; ++j)
    ASSERT_LT(std::abs(back[j] / static_cast<long double>(n) - x[j]), bound) << j << " of " << n;
}

TEST_P(HostFftOf, InDoubleIsAsExactAsItsArithmetic) {
  const Signal x = random_signal(GetParam());
  std::vector<std::complex<double>> rounded(x.begin(), x.end());
  const Signal exact = host_fft(Signal(rounded.begin(), rounded.end()), Direction::forward);
  const std::vector<std::complex<double>> y = host_fft(std::move(rounded), Direction::forward);
  long double error = 0;
  long double size = 0;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    error += std::norm(LongComplex(y[k]) - exact[k]);
    size += std::norm(exact[k]);
  }
  // A table of floats tolerates 2^-25.
  EXPECT_LT(std::sqrt(error / size), 0x1p-48L);
}

INSTANTIATE_TEST_SUITE_P(Lengths, HostFftOf, testing::Values(1009, 1024, 2048, 2018, 3125, 4620, 10007, 30030, 65536));

TEST(HostFft, NothingTransformsToNothing) { EXPECT_TRUE(host_fft({}, Direction::forward).empty()); }

TEST(HostFft, AnImpulseHasAFlatSpectrum) {
  Signal x(4620, 0);
  x[0] = 1;
  for (const LongComplex& value : host_fft(x, Direction::forward)) ASSERT_EQ(value, LongComplex(1));
}

}  // namespace
}  // namespace papilio
