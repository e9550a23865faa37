// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arithmetic on sums of two floats, for expand_pairs(). Operands are normalised, |low| <= ulp(high) / 2, and so are
// results, but for the last bit of `high` where terms cancel.
#pragma once

#include "ir/expand_pairs.hpp"
#include "ir/operators.hpp"

namespace papilio::ir {

struct ExpandedPair {
  Value high;
  Value low;
};

/// Emits statements; operands are variables or constants.
class PairArithmetic {
 public:
  PairArithmetic(Builder& b, TwoProduct product) : b_(b), product_(product) {}

  ExpandedPair constant(const Node& constant);
  ExpandedPair add(const ExpandedPair& a, const ExpandedPair& c);
  ExpandedPair sub(const ExpandedPair& a, const ExpandedPair& c);
  ExpandedPair mul(const ExpandedPair& a, const ExpandedPair& c);
  /// a * c + d
  ExpandedPair fma(const ExpandedPair& a, const ExpandedPair& c, const ExpandedPair& d);

 private:
  Value let(const char* name, Value value) { return b_.let(name, value); }
  /// a + c exactly.
  ExpandedPair two_sum(Value a, Value c);
  /// high + low, where |low| is the smaller one.
  ExpandedPair renormalised(const ExpandedPair& x);
  /// a * c exactly.
  ExpandedPair two_product(Value a, Value c);
  /// A float as the sum of two of half as many bits.
  ExpandedPair halves(Value a);
  /// a * c without the last rounding.
  ExpandedPair product(const ExpandedPair& a, const ExpandedPair& c);

  Builder& b_;
  TwoProduct product_;
};

}  // namespace papilio::ir
