// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Real 2-D arrays, or slabs of them, in one kernel (spec/array_axes.hpp), after the last stage: from the DFT of n1 x m
// points to the half spectrum, n1 rows of m+1 numbers. With W = W_2m, X[k1][k2] = E + W^k2 O of Z[k1][k2] and
// Z[-k1][-k2] as in half_spectrum.hpp. Every number is computed by itself and not in pairs, which takes more arithmetic
// but fewer address computations.
#pragma once

#include "kernel/pairs/pairs.hpp"
#include "kernel/work/group_parts.hpp"

namespace papilio::kernel {

/// Numbers of the half spectra of a tile. Neighbouring work-items have neighbouring k2.
class PlanePairs {
 public:
  explicit PlanePairs(const GroupParts& parts);
  PlanePairs(const PlanePairs&) = delete;
  PlanePairs& operator=(const PlanePairs&) = delete;

  /// Place of a number.
  struct Position {
    Value plane;  ///< of the tile
    Value k1;
    Value k2;
    Value e;  ///< k1*(m+1) + k2
  };
  [[nodiscard]] const std::vector<Pair>& pairs() const { return pairs_; }
  [[nodiscard]] const Position& operator[](const Pair& pair) const { return numbers_[pair.number]; }

 private:
  void add(PairKind kind, Value active, const Position& number, const std::vector<Value>& slots);
  void add(PairKind kind, Value active, Position number);
  void deal_rows();
  void deal_parts();
  void deal_any();
  void deal_last();
  Complex half_root(Value k2);

  GroupParts g_;
  std::int64_t rows_;
  std::int64_t m_;
  std::vector<Pair> pairs_;
  std::vector<Position> numbers_;  ///< by number of the pair
  Value known_;                    ///< the k2 whose root was last asked for
  Complex root_;
};

}  // namespace papilio::kernel
