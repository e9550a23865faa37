// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Roots of unity and a plain FFT on the host. Long double (64-bit significand on x86, 113-bit on AArch64) is exact
// enough for any table that is rounded to f64 afterwards, QuadReal for f64x2. Double is enough for tables that are
// rounded to f32; it takes half the memory and is several times faster.
#pragma once

#include <complex>
#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

#include "core/quad.hpp"

namespace papilio {

using LongComplex = std::complex<long double>;

/// exp(-2*pi*i*k/n); k is reduced exactly to the first octant before sin and cos are computed. Real is long double or
/// QuadReal.
template <typename Real>
std::complex<Real> root_in(std::int64_t k, std::int64_t n);
inline LongComplex root_of_unity(std::int64_t k, std::int64_t n) { return root_in<long double>(k, n); }

/// Many roots of the same n: two tables of sqrt(n) entries and one multiplication per root; error below 2^-62 (double:
/// 2^-51, QuadReal: 2^-110).
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
#ifdef PAPILIO_FLOAT128
extern template class BasicRoots<QuadReal>;
#endif
using LongRoots = BasicRoots<long double>;

/// Unscaled mixed-radix DFT of any length; a prime factor p costs n*p operations. For tables and tests. Real is double,
/// long double or QuadReal.
template <typename Real = long double>
std::vector<std::complex<Real>> host_fft(std::vector<std::complex<Real>> x, Direction direction);

}  // namespace papilio
