// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Complex: a pair of Reals, so that DFT algorithms read as mathematics.
#pragma once

#include <vector>

#include "codelet/expr_dag.hpp"
#include "core/roots.hpp"

namespace papilio::codelet {

struct Complex {
  Real re, im;

  friend Complex operator+(const Complex& x, const Complex& y) { return {x.re + y.re, x.im + y.im}; }
  friend Complex operator-(const Complex& x, const Complex& y) { return {x.re - y.re, x.im - y.im}; }
  friend Complex operator*(long double constant, const Complex& x) { return {constant * x.re, constant * x.im}; }
};

using ComplexVector = std::vector<Complex>;

inline Complex times_i(const Complex& x) { return {-x.im, x.re}; }

inline Complex operator*(const LongComplex& w, const Complex& x) {
  return {w.real() * x.re - w.imag() * x.im, w.real() * x.im + w.imag() * x.re};
}

}  // namespace papilio::codelet
