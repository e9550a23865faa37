// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ranges: the interval of every integer value at the current point of a program, as verify() walks it or Builder makes
// it. An enclosing condition narrows the values it compares and the values they are computed from: inside
// `if 2*t + 1 < n`, t is less than n/2 as well.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flat_map.hpp"
#include "ir/interval.hpp"
#include "ir/ir.hpp"

namespace papilio::ir {

/// The known outcome of a condition.
enum class Outcome : std::uint8_t { no, yes };

class Ranges {
 public:
  /// `threads`: Module::threads.
  explicit Ranges(int threads) : threads_(threads), scopes_(1) {}

  /// `variable` is `value` from here on. The value is evaluated at every use, so that later conditions narrow it.
  void bind(Expr variable, Expr value) { definitions_[variable] = value; }
  /// The variable of a loop whose body is about to be read.
  void bind_loop(const For& loop);

  /// Holds every value that `value` takes here. Well-typed integers only.
  Interval of(Expr value);

  /// From here to end(), `condition` has this outcome. False if it cannot have it: the code up to end() is unreachable.
  bool assume(Expr condition, Outcome outcome);
  void end() { scopes_.pop_back(); }

 private:
  struct RangeScope {
    FlatMap<Expr, Interval> known;  ///< what conditions say
    FlatMap<Expr, Interval> memo;
    bool reachable = true;
  };

  Interval compute(Expr value);
  Interval compute_select(Expr value);
  Interval of_leaf(Expr value);
  /// Nodes of the same parameter are one value.
  Expr canonical(Expr value);
  void refine(Expr condition, Outcome outcome);
  void refine_comparison(Expr comparison, Outcome outcome);
  void narrow_value(Expr value, std::int64_t low, std::int64_t high);
  void narrow_operands(Expr value, std::int64_t low, std::int64_t high);

  int threads_;
  int select_depth_ = 0;
  std::vector<RangeScope> scopes_;
  FlatMap<Expr, Expr> definitions_;
  FlatMap<Expr, Interval> loops_;
  FlatMap<std::int64_t, Expr> parameters_;
};

}  // namespace papilio::ir
