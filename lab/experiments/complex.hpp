// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Complex arithmetic and small DFTs on IR values, and pairs of floats. Every result is bound to a variable, so that it
// is computed once.
#pragma once

#include <papilio/problem.hpp>
#include <string_view>
#include <vector>

#include "ir/operators.hpp"

namespace papilio::experiments {

struct Complex {
  ir::Value re;
  ir::Value im;
};

inline ir::Value let(ir::Value value, std::string_view name = "t") { return value.builder().let(name, value); }

/// Two multiplications and two fused multiply-adds: 6 operations.
Complex multiply(const Complex& a, const Complex& b);
inline Complex conjugate(const Complex& a) { return {a.re, let(-a.im)}; }

/// The codelet of as many points as there are values.
std::vector<Complex> butterfly(Direction direction, const std::vector<Complex>& x);

/// Complex number `index` of an interleaved buffer, and back.
Complex load(ir::Builder& b, const ir::Buffer* buffer, ir::Value index);
void store(ir::Builder& b, const ir::Buffer* buffer, ir::Value index, const Complex& value);

/// The unevaluated sum of two floats of the same kind, |low| at most half an ulp of high: some 48 bits of two f32 (T.
/// J. Dekker, "A floating-point technique for extending the available precision", 1971; A. Thall, "Extended-precision
/// floating-point numbers for GPU computation", 2006).
struct Pair {
  ir::Value high;
  ir::Value low;
};
Pair add(const Pair& x, const Pair& y);
Pair multiply(const Pair& x, const Pair& y);
inline Pair negate(const Pair& x) { return {let(-x.high), let(-x.low)}; }

}  // namespace papilio::experiments
