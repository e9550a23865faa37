// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Roots of unity and a plain FFT on the host. In long double (64-bit significand on x86, 113-bit on AArch64) they are
// exact enough for any table that is rounded to f64 afterwards; in double, which takes half the memory and is several
// times faster, for those that are rounded to f32.
#pragma once

#include <complex>
#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

namespace papilio {

using LongComplex = std::complex<long double>;

/// exp(-2*pi*i*k/n), k reduced exactly to the first octant before sin and cos are taken.
LongComplex root_of_unity(std::int64_t k, std::int64_t n);

/// Many roots of one n: two tables of sqrt(n) entries and one multiplication a root, error below 2^-62 (double: 2^-51).
template <typename Real>
class BasicRoots {
 public:
  explicit BasicRoots(std::int64_t n);
  /// exp(-2*pi*i*k/n) for any k >= 0.
  [[nodiscard]] std::complex<Real> operator()(std::int64_t k) const;
  [[nodiscard]] std::int64_t size() const { return n_; }

 private:
  std::int64_t n_;
  int shift_;
  std::vector<std::complex<Real>> fine_, coarse_;
};

extern template class BasicRoots<double>;
extern template class BasicRoots<long double>;
using Roots = BasicRoots<long double>;

/// Unscaled DFT of any length, mixed radix; a prime factor p costs n*p. For tables and tests. Real: double, long
/// double.
template <typename Real = long double>
std::vector<std::complex<Real>> host_fft(std::vector<std::complex<Real>> x, Direction direction);

}  // namespace papilio
