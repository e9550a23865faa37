// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ComplexExpr: a pair of Reals, so that DFT algorithms read as mathematics.
#pragma once

#include <vector>

#include "codelet/constant.hpp"
#include "codelet/expr_dag.hpp"

namespace papilio::codelet {

struct ComplexExpr {
  Real re, im;

  friend ComplexExpr operator+(const ComplexExpr& x, const ComplexExpr& y) { return {x.re + y.re, x.im + y.im}; }
  friend ComplexExpr operator-(const ComplexExpr& x, const ComplexExpr& y) { return {x.re - y.re, x.im - y.im}; }
  friend ComplexExpr operator*(const Constant& constant, const ComplexExpr& x) {
    return {constant * x.re, constant * x.im};
  }
};

using ComplexVector = std::vector<ComplexExpr>;

inline ComplexExpr times_i(const ComplexExpr& x) { return {-x.im, x.re}; }

inline ComplexExpr operator*(const ComplexConstant& w, const ComplexExpr& x) {
  return {w.re * x.re - w.im * x.im, w.re * x.im + w.im * x.re};
}

}  // namespace papilio::codelet
