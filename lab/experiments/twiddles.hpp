// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where W_n^e = exp(-2 pi i e / n) comes from. Tables are made on the host in long double and rounded once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lab/experiments/choices.hpp"
#include "lab/experiments/complex.hpp"

namespace papilio::experiments {

/// Real numbers of the source's table: n complex roots (read, products, recurrence), n roots as pairs of cosine and
/// pair of sine (recurrence-pairs), n/4 + 1 cosines (quadrant); 0: there is none (computed).
std::int64_t table_numbers(TwiddleSource source, std::int64_t n);
/// Its contents in the precision.
std::vector<std::byte> make_table(TwiddleSource source, std::int64_t n, Precision precision);

/// Real operations for one twiddle, beyond the multiplication by it.
double operations_of(TwiddleSource source, Precision precision);

/// Where the powers of W_n come from in a kernel.
struct TwiddleSupply {
  TwiddleSource source;
  const ir::Buffer* table;  ///< null for `computed`
  std::int64_t n;
  ir::ScalarKind kind;
};

/// W^(base j) for j = 1 … count-1, base * (count-1) < n; not for recurrences.
std::vector<ComplexValue> twiddles(ir::Builder& b, const TwiddleSupply& supply, ir::Value base, int count);

/// Twiddles of butterflies that one work-item does one after the other: number j (1 … count-1) starts at the table's
/// root of exponent j * base, and each advance() multiplies it by W_n^(j * step).
class Recurrence {
 public:
  Recurrence(TwiddleSource source, ir::Builder& b, const ir::Buffer* table, int count, ir::ScalarKind kind);
  void start(ir::Value base) const;
  [[nodiscard]] std::vector<ComplexValue> now() const;
  void advance(std::int64_t step, std::int64_t n) const;

 private:
  [[nodiscard]] ir::Value recall(int j, int part) const;
  void keep(int j, int part, ir::Value value) const;
  /// A constant of the kind, and what it lacks of the exact one.
  [[nodiscard]] FloatPair constant(long double value) const;

  ir::Builder& b_;
  const ir::Buffer* table_;
  int count_;
  int parts_;  ///< 2: cosine, sine; 4: pairs of them
  ir::Type type_;
  const ir::Buffer* state_;
};

}  // namespace papilio::experiments
