// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Complex arithmetic on IR values. Every result is bound to a variable, so that it is computed once.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

#include "codelet/codelet.hpp"
#include "codelet/constant.hpp"
#include "core/multiplier.hpp"
#include "kernel/ir_words.hpp"

namespace papilio::kernel {

/// A complex number, or a vector of complex numbers, as separate real and imaginary parts.
struct Complex {
  Value re;
  Value im;
};

enum class Conjugate { no, yes };

/// A constant with as many digits as the type has.
Value constant(Builder& b, const codelet::Constant& number, Type type);

// These functions emit statements. If two operands of an expression do, one of them must get a name first
// (operators.hpp).
Complex operator+(Complex a, Complex c);
Complex operator-(Complex a, Complex c);
/// Two multiplications and two fused multiply-adds.
Complex operator*(Complex a, Complex w);
Complex operator*(Complex a, double factor);
Complex operator*(Complex a, const Multiplier& factor);
Value operator*(Value a, const Multiplier& factor);
Complex conj(Complex a);
/// a * w, or a * conj(w) at the same cost.
Complex multiply(Complex a, Complex w, Conjugate conjugate);
/// a * w + c, with four fused multiply-adds.
Complex multiply_add(Complex a, Complex w, Complex c);
/// condition ? a : 0
Complex select_or_zero(Value condition, Complex a);
Complex broadcast(Complex a, int lanes);
Complex lane(Complex a, int index);
/// Lanes [first, first + width).
Complex lanes(Complex a, int first, int width);
Complex concat(const std::vector<Complex>& parts);
/// Lanes in the other order.
Value reversed(Value v);
Complex reversed(Complex z);

/// The DFT of a few values: the codelet of that radix, instruction by instruction.
std::vector<Complex> butterfly(Direction direction, codelet::Style style, const std::vector<Complex>& x);

/// The DFT of x[j] w^j, where x has a power of two of values, all in fused multiply-adds: Linzer and Feig, "Modified
/// FFTs for fused multiply-add architectures", 1993. Decimation in time multiplies by w^(r/n) W_n^k in the step to n
/// points. Factor n/4 + k is that number for k < n/4, and factor 0 is w^(r/2); each is given as cosine and tangent. The
/// inverse transforms x[j] conj(w)^j.
std::vector<Complex> twiddled_butterfly(Direction direction, const std::vector<Complex>& x,
                                        const std::vector<Complex>& factors);

/// re0 im0 re1 im1 … <-> (re0 re1 …, im0 im1 …)
Value interleave(Complex a);
Complex deinterleave(Value pairs);

/// V values of V lanes as a V x V matrix, transposed in log2(V) rounds of pairwise exchanges. V is a power of two.
std::vector<Value> transpose(std::vector<Value> rows);
std::vector<Complex> transpose(const std::vector<Complex>& rows);
/// The lanes of any number of vectors in another order, as many vectors: lane 0 of each, lane 1 of each …
std::vector<Value> lane_by_lane(const std::vector<Value>& vectors);
std::vector<Complex> lane_by_lane(const std::vector<Complex>& vectors);

/// `lanes` consecutive complex elements of an interleaved buffer; `index` and `alignment` count scalars.
Complex load_complex(const Buffer* buffer, Value index, int lanes, std::int64_t alignment);
/// `lanes` consecutive ones, from number i on, of n numbers whose real parts come first.
Complex load_planar(const Buffer* buffer, Value i, std::int64_t n, int lanes = 1);
void store_complex(const Buffer* buffer, Value index, Complex a, std::int64_t alignment, Value rank = {});

/// The conjugation that turns a table of forward twiddles into those of `direction`.
inline Conjugate conjugate_for(Direction direction) {
  return direction == Direction::forward ? Conjugate::no : Conjugate::yes;
}

}  // namespace papilio::kernel
