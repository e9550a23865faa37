// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/roots.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <papilio/error.hpp>
#include <utility>

namespace papilio {
namespace {

/// The angle k/n of a turn reduced to the first octant, v/(4n) of a turn with 0 <= v <= n/2, and how to undo the
/// reduction. All exact.
struct Octant {
  std::int64_t v;
  bool swap_axes;      ///< reflected at 1/8 turn
  bool negate_cosine;  ///< then at 1/4 turn
  bool negate_sine;    ///< then at 1/2 turn
};

Octant reduce(std::int64_t k, std::int64_t n) {
  Octant octant{4 * (k % n), false, false, false};
  std::int64_t& v = octant.v;
  if (v < 0) v += 4 * n;
  octant.negate_sine = v > 2 * n;
  if (octant.negate_sine) v = 4 * n - v;
  octant.negate_cosine = v > n;
  if (octant.negate_cosine) v = 2 * n - v;
  octant.swap_axes = v > n / 2;  // v is an integer, so v > floor(n/2) implies v > n/2
  if (octant.swap_axes) v = n - v;
  return octant;
}

/// exp(-i*angle) from the cosine and sine of the reduced angle. 0 - x instead of -x avoids negative zeros.
template <typename Real>
std::complex<Real> unfold(const Octant& octant, Real cosine, Real sine) {
  if (octant.swap_axes) std::swap(cosine, sine);
  return {octant.negate_cosine ? Real{0} - cosine : cosine, octant.negate_sine ? sine : Real{0} - sine};
}

/// sqrt(1/2)
template <typename Real>
Real root_half() {
  return static_cast<Real>(std::sqrt(0.5L));
}

#ifdef PAPILIO_FLOAT128
template <>
QuadReal root_half<QuadReal>() {
  const auto near = static_cast<QuadReal>(std::sqrt(0.5L));
  return near - (near * near - static_cast<QuadReal>(0.5L)) / (2 * near);  // a step of Newton's doubles the digits
}

/// Sums Taylor's series, for compilers without a library of functions.
std::complex<QuadReal> cosine_and_sine(QuadReal angle) {
  constexpr int terms = 34;  // (pi/4)^34 / 34! < 2^-138
  const QuadReal square = angle * angle;
  QuadReal cosine = 0;
  QuadReal sine = 0;
  for (int k = terms; k >= 0; k -= 2) {
    cosine = 1 - cosine * square / ((k + 1) * (k + 2));
    sine = 1 - sine * square / ((k + 2) * (k + 3));
  }
  return {cosine, angle * sine};
}
#endif

/// exp(+2*pi*i*v/(4n)) for 0 <= v <= n/2. Sine and cosine take most of the time; for double they take a fifth of the
/// time for long double.
template <typename Real>
std::complex<Real> first_octant(std::int64_t v, std::int64_t n) {
  // Both parts are equal at 1/8 turn, which the sine and cosine of a rounded angle need not be.
  if (2 * v == n) return {root_half<Real>(), root_half<Real>()};
  const auto angle = static_cast<Real>(std::numbers::pi_v<long double> * static_cast<long double>(v) /
                                       static_cast<long double>(2 * n));
  return {std::cos(angle), std::sin(angle)};
}

#ifdef PAPILIO_FLOAT128
template <>
std::complex<QuadReal> first_octant<QuadReal>(std::int64_t v, std::int64_t n) {
  if (2 * v == n) return {root_half<QuadReal>(), root_half<QuadReal>()};
  // pi as two numbers of 64 bits, for compilers without literals of QuadReal.
  const QuadReal pi = static_cast<QuadReal>(3.141592653589793238512808959406186204433L) +
                      static_cast<QuadReal>(-5.0165576126683320235573270803307570138315616702549e-20L);
  return cosine_and_sine(pi * static_cast<QuadReal>(v) / static_cast<QuadReal>(2 * n));
}
#endif

void require_size(std::int64_t n) {
  // 4n must fit 64 bits.
  if (n < 1 || n > std::int64_t{1} << 60) {
    throw Error::internal(fmt::format("roots of unity of order {}", n), "the order is not in 1..2^60");
  }
}

}  // namespace

template <typename Real>
std::complex<Real> root_in(std::int64_t k, std::int64_t n) {
  require_size(n);
  const Octant octant = reduce(k, n);
  const auto root = first_octant<Real>(octant.v, n);
  return unfold(octant, Real{root.real()}, Real{root.imag()});
}

template LongComplex root_in<long double>(std::int64_t k, std::int64_t n);
#ifdef PAPILIO_FLOAT128
template std::complex<QuadReal> root_in<QuadReal>(std::int64_t k, std::int64_t n);
#endif

template <typename Real>
BasicRoots<Real>::BasicRoots(std::int64_t n) : n_(n), shift_(0) {
  require_size(n);
  // v is in 0..n/2, in units of 1/(4n) turn, and split as v = (i << shift) + j; both tables have about sqrt(n/2)
  // entries.
  const std::int64_t last = n / 2;
  while ((last >> shift_) > (std::int64_t{1} << shift_)) ++shift_;
  fine_.reserve(std::size_t{1} << shift_);
  for (std::int64_t j = 0; j < std::int64_t{1} << shift_ && j <= last; ++j) {
    fine_.push_back(first_octant<Real>(j, n));
  }
  coarse_.reserve(static_cast<std::size_t>(last >> shift_) + 1);
  for (std::int64_t i = 0; i <= last >> shift_; ++i) {
    coarse_.push_back(first_octant<Real>(i << shift_, n));
  }
}

template <typename Real>
std::complex<Real> BasicRoots<Real>::operator()(std::int64_t k) const {
  const Octant octant = reduce(k, n_);
  if (2 * octant.v == n_) return unfold(octant, root_half<Real>(), root_half<Real>());
  const std::complex<Real>& c = coarse_[static_cast<std::size_t>(octant.v >> shift_)];
  const std::complex<Real>& f = fine_[static_cast<std::size_t>(octant.v & ((std::int64_t{1} << shift_) - 1))];
  return unfold(octant, c.real() * f.real() - c.imag() * f.imag(), c.real() * f.imag() + c.imag() * f.real());
}

template class BasicRoots<double>;
template class BasicRoots<long double>;
#ifdef PAPILIO_FLOAT128
template class BasicRoots<QuadReal>;
#endif

}  // namespace papilio
