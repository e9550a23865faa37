// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Constant: a constant of a codelet twice, in long double, from which constants of f32 and f64 are rounded and by which
// equal ones are found, and exact enough for precisions of pairs.
#pragma once

#include "core/quad.hpp"
#include "core/roots.hpp"

namespace papilio::codelet {

struct Constant {
  Constant(long double number = 0) : value(number), exact(number) {}  // NOLINT(google-explicit-constructor)
  Constant(long double number, QuadReal same) : value(number), exact(same) {}

  long double value;
  QuadReal exact;

  Constant operator-() const { return {-value, -exact}; }
  friend Constant operator+(const Constant& x, const Constant& y) { return {x.value + y.value, x.exact + y.exact}; }
  friend Constant operator-(const Constant& x, const Constant& y) { return {x.value - y.value, x.exact - y.exact}; }
  friend Constant operator*(const Constant& x, const Constant& y) { return {x.value * y.value, x.exact * y.exact}; }
  friend Constant operator/(const Constant& x, const Constant& y) { return {x.value / y.value, x.exact / y.exact}; }
  friend bool operator<(const Constant& x, const Constant& y) { return x.value < y.value; }
  friend bool operator==(const Constant& x, const Constant& y) { return x.value == y.value; }
};

struct ComplexConstant {
  Constant re, im;
};

inline ComplexConstant constant_of(const LongComplex& value, const std::complex<QuadReal>& exact) {
  return {{value.real(), exact.real()}, {value.imag(), exact.imag()}};
}

inline ComplexConstant conj(const ComplexConstant& w) { return {w.re, -w.im}; }

}  // namespace papilio::codelet
