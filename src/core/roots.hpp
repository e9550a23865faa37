// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Roots of unity and a plain FFT on the host, in long double (64-bit significand on x86, 113-bit on AArch64): twice as
// exact as any table needs that is rounded to f64 afterwards.
#pragma once

#include <papilio/problem.hpp>

#include <complex>
#include <cstdint>
#include <vector>

namespace papilio {

using LongComplex = std::complex<long double>;

/// exp(-2*pi*i*k/n), k reduced exactly to the first octant before sin and cos are taken.
LongComplex root_of_unity(std::int64_t k, std::int64_t n);

/// Many roots of one n: two tables of sqrt(n) entries and one multiplication a root, error below 2^-62.
class Roots {
 public:
  explicit Roots(std::int64_t n);
  /// exp(-2*pi*i*k/n) for any k >= 0.
  [[nodiscard]] LongComplex operator()(std::int64_t k) const;
  [[nodiscard]] std::int64_t size() const { return n_; }

 private:
  std::int64_t n_;
  int shift_;
  std::vector<LongComplex> fine_, coarse_;
};

/// Unscaled DFT of any length, mixed radix, in long double; a prime factor p costs n*p. For tables and tests.
std::vector<LongComplex> host_fft(std::vector<LongComplex> x, Direction direction);

}  // namespace papilio
