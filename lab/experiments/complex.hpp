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

struct ComplexValue {
  ir::Value re;
  ir::Value im;
};

inline ir::Value let(ir::Value value, std::string_view name = "t") { return value.builder().let(name, value); }

/// Two multiplications and two fused multiply-adds: 6 operations.
ComplexValue multiply(const ComplexValue& a, const ComplexValue& b);
inline ComplexValue conjugate(const ComplexValue& a) { return {a.re, let(-a.im)}; }

/// The codelet of as many points as there are values.
std::vector<ComplexValue> butterfly(Direction direction, const std::vector<ComplexValue>& x);

/// Complex number `index` of an interleaved buffer, and back.
ComplexValue load(ir::Builder& b, const ir::Buffer* buffer, ir::Value index);
void store(ir::Builder& b, const ir::Buffer* buffer, ir::Value index, const ComplexValue& value);

/// The unevaluated sum of two floats of the same kind, |low| at most half an ulp of high: some 48 bits of two f32 (T.
/// J. Dekker, "A floating-point technique for extending the available precision", 1971; A. Thall, "Extended-precision
/// floating-point numbers for GPU computation", 2006).
struct FloatPair {
  ir::Value high;
  ir::Value low;
};
FloatPair add(const FloatPair& x, const FloatPair& y);
FloatPair multiply(const FloatPair& x, const FloatPair& y);
inline FloatPair negate(const FloatPair& x) { return {let(-x.high), let(-x.low)}; }

}  // namespace papilio::experiments
