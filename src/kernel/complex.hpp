// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Complex arithmetic on IR values. Every result is bound to a variable, so that it is computed once.
#pragma once

#include <papilio/problem.hpp>
#include <vector>

#include "codelet/codelet.hpp"
#include "kernel/ir_words.hpp"

namespace papilio::kernel {

/// A complex number, or a vector of them: real and imaginary parts apart.
struct Complex {
  Value re = nullptr;
  Value im = nullptr;
};

enum class Conjugate { no, yes };

/// a * w, or a * conj(w); two multiplications and two fused multiply-adds.
Complex multiply(Builder& b, Complex a, Complex w, Conjugate conjugate);
/// a * w + c, with four fused multiply-adds.
Complex multiply_add(Builder& b, Complex a, Complex w, Complex c);
Complex scale(Builder& b, Complex a, double factor);
Complex add(Builder& b, Complex a, Complex c);
Complex subtract(Builder& b, Complex a, Complex c);
Complex conjugate(Builder& b, Complex a);
Complex broadcast(Builder& b, Complex a, int lanes);
/// condition ? a : 0
Complex select_or_zero(Builder& b, Value condition, Complex a);

/// The DFT of a few values: the codelet of that radix, instruction by instruction.
std::vector<Complex> butterfly(Builder& b, Direction direction, codelet::Fusion fusion, const std::vector<Complex>& x);

/// The DFT of x[j] w^j, x of a power of two of values, all in fused multiply-adds: Linzer and Feig, "Modified FFTs for
/// fused multiply-add architectures", 1993. Decimation in time takes w^(r/n) W_n^k in the step to n points; factor n/4
/// + k is that, k < n/4, and factor 0 is w^(r/2), each as cosine and tangent. For the inverse it is x[j] conj(w)^j.
std::vector<Complex> twiddled_butterfly(Builder& b, Direction direction, const std::vector<Complex>& x,
                                        const std::vector<Complex>& factors);

/// re0 im0 re1 im1 … <-> (re0 re1 …, im0 im1 …)
Value interleave(Builder& b, Complex a);
Complex deinterleave(Builder& b, Value pairs);
Complex lane(Builder& b, Complex a, int index);
Complex concat(Builder& b, const std::vector<Complex>& parts);

/// V values of V lanes as a V x V matrix, transposed in log2(V) rounds of pairwise exchanges. V is a power of two.
std::vector<Value> transpose(Builder& b, std::vector<Value> rows);

/// `lanes` consecutive complex elements of an interleaved buffer; `index` and `alignment` count scalars.
Complex load_complex(Builder& b, const Buffer* buffer, Value index, int lanes, std::int64_t alignment);
void store_complex(Builder& b, const Buffer* buffer, Value index, Complex a, std::int64_t alignment,
                   Value rank = nullptr);

/// The conjugation that turns a table of forward twiddles into those of `direction`.
inline Conjugate conjugate_for(Direction direction) {
  return direction == Direction::forward ? Conjugate::no : Conjugate::yes;
}
inline Direction opposite(Direction direction) {
  return direction == Direction::forward ? Direction::inverse : Direction::forward;
}

}  // namespace papilio::kernel
