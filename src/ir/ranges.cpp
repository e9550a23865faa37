// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/ranges.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "ir/op_table.hpp"

namespace papilio::ir {
namespace {

/// Launchers keep lengths, distances and counts below this.
constexpr std::int64_t largest_scalar = std::int64_t{1} << 62;

/// Depth to which conditions of nested selects are evaluated. Each level evaluates both arms again, so a chain of n
/// selects, such as a counter that wraps around in every lane, takes n^depth evaluations.
constexpr int largest_select_depth = 2;

Interval of_type(ScalarKind kind) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (kind == ScalarKind::boolean) return strided(0, 1);
  if (kind == ScalarKind::i32) return strided(Limits::min(), Limits::max());
  return {};
}

using IntervalFunction = Interval (*)(const Interval&, const Interval&);

constexpr OpTable<IntervalFunction> of_two = {{Op::add, add},        {Op::sub, sub},         {Op::mul, mul},
                                              {Op::div, div},        {Op::mod, mod},         {Op::min, min},
                                              {Op::max, max},        {Op::bit_and, bit_and}, {Op::bit_or, bit_or},
                                              {Op::bit_xor, bit_or}, {Op::shl, shl},         {Op::shr, shr}};

/// A verified program does not overflow, so a value never leaves its type.
Interval clamp(Interval range, ScalarKind kind) {
  const Interval all = of_type(kind);
  return narrow(range, all.low, all.high) ? range : all;
}

bool is_on_words(const Node& node) {
  const bool on_bits = node.op == Op::bit_and || node.op == Op::bit_or || node.op == Op::shl || node.op == Op::shr;
  return on_bits && node.integer == words;
}

/// Masks that are not negative bound what they leave.
Interval of_words(const Interval& mask, Expr value) {
  return value->op == Op::bit_and && mask.low >= 0 ? strided(0, mask.high) : of_type(value->type.kind);
}

/// Tables are the only integers that a kernel reads from memory as numbers.
Interval of_load(const Buffer& buffer) {
  return buffer.role == Role::table ? strided(buffer.least, buffer.most) : of_type(buffer.element);
}

}  // namespace

void Ranges::bind_loop(const For& loop) {
  const Interval begin = of(loop.begin);
  const Interval end = of(loop.end);
  const std::int64_t last = std::max(begin.low, saturating_sub(end.high, 1));
  loops_[loop.variable] = strided(begin.low, last, std::gcd(begin.stride, loop.step));
}

Expr Ranges::canonical(Expr value) {
  switch (value->op) {
    case Op::scalar_param:
      return parameters_.try_emplace(1 + value->integer, value).first;
    case Op::thread_id:
      return parameters_.try_emplace(-1, value).first;
    case Op::group_id:
      return parameters_.try_emplace(-2, value).first;
    default:
      return value;
  }
}

Interval Ranges::of(Expr node) {
  if (node->op == Op::int_constant) return single(node->integer);
  const Expr value = canonical(node);
  if (const Interval* found = scopes_.back().memo.find(value)) return *found;
  Interval range = clamp(compute(value), value->type.kind);
  for (const RangeScope& scope : scopes_) {
    if (const Interval* known = scope.known.find(value)) narrow(range, known->low, known->high);
  }
  scopes_.back().memo[value] = range;
  return range;
}

Interval Ranges::of_leaf(Expr value) {
  switch (value->op) {
    case Op::int_constant:
      return single(value->integer);
    case Op::variable: {
      if (const Interval* loop = loops_.find(value)) return *loop;
      const Expr* definition = definitions_.find(value);
      return definition != nullptr ? of(*definition) : of_type(value->type.kind);
    }
    case Op::scalar_param:
      return strided(0, largest_scalar);
    case Op::thread_id:
      return strided(0, threads_ - 1);
    case Op::group_id:
      return strided(0, std::numeric_limits<std::int32_t>::max());
    case Op::load:
      return of_load(*value->buffer);
    default:
      return of_type(value->type.kind);
  }
}

Interval Ranges::compute(Expr value) {
  const std::vector<Expr>& args = value->args;
  const auto arg = [&](std::size_t i) { return of(args[i]); };
  if (is_on_words(*value)) return of_words(arg(1), value);
  if (const IntervalFunction function = of_two[value->op]) return function(arg(0), arg(1));
  switch (value->op) {
    case Op::neg:
      return neg(arg(0));
    case Op::select:
      return compute_select(value);
    case Op::cast:
      return args[0]->type.is_int() ? arg(0) : of_type(value->type.kind);
    case Op::broadcast:
      return arg(0);
    case Op::shuffle: {
      Interval all = arg(0);
      for (const Expr operand : args) all = hull(all, of(operand));
      return all;
    }
    default:
      return of_leaf(value);
  }
}

/// Each arm is read where its condition holds: select(t < 8, t, 0) is below 8.
Interval Ranges::compute_select(Expr value) {
  if (select_depth_ == largest_select_depth) return hull(of(value->args[1]), of(value->args[2]));
  const auto arm = [&](Outcome outcome, Expr operand, Interval& range) {
    const bool possible = assume(value->args[0], outcome);
    if (possible) range = of(operand);
    end();
    return possible;
  };
  Interval yes;
  Interval no;
  ++select_depth_;
  const bool may_be_yes = arm(Outcome::yes, value->args[1], yes);
  const bool may_be_no = arm(Outcome::no, value->args[2], no);
  --select_depth_;
  if (may_be_yes && may_be_no) return hull(yes, no);
  return may_be_yes ? yes : no;
}

bool Ranges::assume(Expr condition, Outcome outcome) {
  // Everything inside unreachable code is unreachable.
  const bool reachable = scopes_.back().reachable;
  scopes_.emplace_back().reachable = reachable;
  refine(condition, outcome);
  return scopes_.back().reachable;
}

void Ranges::refine(Expr condition, Outcome outcome) {
  switch (condition->op) {
    case Op::int_constant:
      if ((condition->integer != 0) != (outcome == Outcome::yes)) scopes_.back().reachable = false;
      return;
    case Op::variable: {
      if (const Expr* definition = definitions_.find(condition)) refine(*definition, outcome);
      return;
    }
    case Op::logical_and:
    case Op::logical_or:
      // Only these outcomes say what both sides are.
      if ((condition->op == Op::logical_and) != (outcome == Outcome::yes)) return;
      for (const Expr side : condition->args) refine(side, outcome);
      return;
    case Op::lt:
    case Op::le:
    case Op::eq:
      if (condition->args[0]->type.is_int()) refine_comparison(condition, outcome);
      return;
    default:
      return;
  }
}

void Ranges::refine_comparison(Expr comparison, Outcome outcome) {
  const Expr a = comparison->args[0];
  const Expr b = comparison->args[1];
  const Interval left = of(a);
  const Interval right = of(b);
  if (comparison->op == Op::eq) {
    if (outcome == Outcome::no) {
      if (left.single() && left == right) scopes_.back().reachable = false;
      return;
    }
    narrow_value(a, right.low, right.high);
    narrow_value(b, left.low, left.high);
    return;
  }
  const std::int64_t gap = (comparison->op == Op::lt) == (outcome == Outcome::yes) ? 1 : 0;
  // smaller + gap <= larger
  const bool holds = outcome == Outcome::yes;
  const Interval smaller = holds ? left : right;
  const Interval larger = holds ? right : left;
  narrow_value(holds ? a : b, Interval::lowest, saturating_sub(larger.high, gap));
  narrow_value(holds ? b : a, saturating_add(smaller.low, gap), Interval::highest);
}

void Ranges::narrow_value(Expr node, std::int64_t low, std::int64_t high) {
  const Expr value = canonical(node);
  const Interval before = of(value);
  Interval range = before;
  RangeScope& scope = scopes_.back();
  if (!narrow(range, low, high)) {
    scope.reachable = false;
    return;
  }
  // Nothing new. Without this check, operands shared by many values would be visited once for each path to them.
  if (range == before) return;
  scope.known[value] = range;
  // Everything that was computed from it may now be narrower.
  scope.memo.clear();
  narrow_operands(value, range.low, range.high);
}

/// Narrows the range of an operand to what keeps the result in [low, high].
void Ranges::narrow_operands(Expr value, std::int64_t low, std::int64_t high) {
  if (value->op == Op::variable) {
    if (const Expr* definition = definitions_.find(value)) narrow_value(*definition, low, high);
    return;
  }
  if (value->op == Op::cast && value->args[0]->type.is_int()) return narrow_value(value->args[0], low, high);
  if (value->op == Op::add) {
    const Interval a = of(value->args[0]);
    const Interval b = of(value->args[1]);
    narrow_value(value->args[0], saturating_sub(low, b.high), saturating_sub(high, b.low));
    narrow_value(value->args[1], saturating_sub(low, a.high), saturating_sub(high, a.low));
    return;
  }
  std::int64_t factor = 0;
  if (value->op == Op::mul && value->args[1]->op == Op::int_constant) factor = value->args[1]->integer;
  // low and high are members of the product's interval, not below zero, so division rounds down.
  if (factor > 0 && low >= 0) narrow_value(value->args[0], low / factor + (low % factor != 0), high / factor);
}

}  // namespace papilio::ir
