// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arithmetic: type checks, constant folding and strength reduction. Integers fold freely because a verified program
// never overflows; floats only where IEEE 754 gives the same bits (x*1, and signs).
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <optional>
#include <papilio/error.hpp>
#include <utility>

#include "ir/builder.hpp"
#include "ir/op_table.hpp"
#include "ir/semantics.hpp"

namespace papilio::ir {
namespace {

std::string describe(Expr value) {
  if (value == nullptr) return "nothing";
  if (value->type.lanes == 1) return std::string(to_string(value->type.kind));
  return fmt::format("{}x{}", to_string(value->type.kind), value->type.lanes);
}

[[noreturn]] void reject(Op op, std::initializer_list<Expr> operands) {
  std::vector<std::string> types;
  for (const Expr operand : operands) types.push_back(describe(operand));
  throw Error::internal("kernel builder", fmt::format("{} of {}", to_string(op), fmt::join(types, " and ")));
}

bool fits(std::int64_t value, Type type) {
  return type.kind == ScalarKind::i64 ||
         (value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max());
}

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

std::int64_t apply(Op op, std::int64_t x, std::int64_t y) {
  if (const std::optional<std::int64_t> result = result_of(op, x, y)) return *result;
  throw Error::internal("kernel builder", fmt::format("cannot fold {}", to_string(op)));
}

/// The algebraic laws that an operation on integers obeys.
struct Laws {
  bool commutes = false;
  bool associates = false;
  std::optional<std::int64_t> neutral = {};  ///< x op neutral = x
  std::optional<std::int64_t> zero = {};     ///< x op zero = zero
};

constexpr OpTable<Laws> laws = {{Op::add, {true, true, 0, {}}},
                                {Op::mul, {true, true, 1, 0}},
                                {Op::min, {true}},
                                {Op::max, {true}},
                                {Op::bit_and, {true, true, {}, 0}}};

bool divides(Op op) { return op == Op::div || op == Op::mod; }

bool takes(Op op, Type type) {
  const bool for_floats = op == Op::add || op == Op::sub || op == Op::mul;
  return type.is_int() || (for_floats && type.is_float());
}

/// Mixed integers: the i32 one becomes i64.
void widen(Builder& builder, Expr& a, Expr& b) {
  if (!a->type.is_int() || !b->type.is_int() || a->type.kind == b->type.kind) return;
  a = builder.cast(a, ScalarKind::i64);
  b = builder.cast(b, ScalarKind::i64);
}

/// True and c, when `v` is x op c.
bool has_constant(Expr v, Op op, std::int64_t* c) { return v->op == op && is_constant(v->args[1], c); }

/// One lane of one value.
struct LaneRef {
  Expr value;
  int lane;
};

/// Looks through unnamed shuffles and broadcasts to the value that a lane comes from.
LaneRef resolve(LaneRef ref) {
  while (true) {
    if (ref.value->op == Op::broadcast) {
      ref = {ref.value->args[0], 0};
    } else if (ref.value->op == Op::shuffle) {
      const OperandLane source = shuffled(*ref.value, ref.lane);
      ref = {ref.value->args[source.operand], source.lane};
    } else {
      return ref;
    }
  }
}

/// Operands and mask of a shuffle, each operand once and only if it is used.
struct Sources {
  std::vector<Expr> values;
  std::vector<int> mask;
};

Sources sources_of(const std::vector<LaneRef>& lanes) {
  Sources sources;
  std::vector<int> offsets;
  int total = 0;
  for (const LaneRef& lane : lanes) {
    const LaneRef ref = resolve(lane);
    const auto found = std::find(sources.values.begin(), sources.values.end(), ref.value);
    const auto place = static_cast<std::size_t>(found - sources.values.begin());
    if (place == sources.values.size()) {
      sources.values.push_back(ref.value);
      offsets.push_back(total);
      total += ref.value->type.lanes;
    }
    sources.mask.push_back(offsets[place] + ref.lane);
  }
  return sources;
}

}  // namespace

Value Builder::neg(Expr a) {
  if (a == nullptr || a->type.kind == ScalarKind::boolean) reject(Op::neg, {a});
  if (a->op == Op::int_constant) return constant(-a->integer, a->type);
  if (a->op == Op::float_constant) return real(-a->real, a->type, -a->low);
  if (a->op == Op::neg) return {*this, a->args[0]};
  Node& node = make(Op::neg, a->type);
  node.args = {a};
  return {*this, &node};
}

/// Widens mixed integers, checks that the types agree, folds two constants, moves one constant to the right.
Value Builder::binary(Op op, Expr a, Expr b) {
  if (a == nullptr || b == nullptr) reject(op, {a, b});
  widen(*this, a, b);
  if (a->type != b->type || !takes(op, a->type)) reject(op, {a, b});
  std::int64_t x = 0;
  std::int64_t y = 0;
  if (is_constant(a, &x) && is_constant(b, &y)) {
    if (divides(op) && (x < 0 || y <= 0)) reject(op, {a, b});
    return constant(apply(op, x, y), a->type);
  }
  if (laws[op].commutes && is_constant(a)) std::swap(a, b);
  const Value simple = is_constant(b) ? with_constant(op, a, b) : without_constant(op, a, b);
  if (simple) return simple;
  Node& node = make(op, a->type);
  node.args = {a, b};
  return {*this, &node};
}

/// a op b with a constant b, if there is a simpler form.
Value Builder::with_constant(Op op, Expr a, Expr b) {
  std::int64_t x = 0;
  const std::int64_t y = b->integer;
  if (laws[op].associates && has_constant(a, op, &x) && fits(x, i32) && fits(y, i32)) {
    const std::int64_t merged = apply(op, x, y);
    if (fits(merged, a->type)) return binary(op, a->args[0], constant(merged, a->type));
  }
  if (y == laws[op].neutral) return {*this, a};
  if (y == laws[op].zero) return {*this, b};
  return {};
}

/// a op b with a variable b, if there is a simpler form.
Value Builder::without_constant(Op op, Expr a, Expr b) {
  std::int64_t x = 0;
  std::int64_t y = 0;
  // x + 19 x becomes 20 x
  if (op == Op::add && has_constant(b, Op::mul, &y) && b->args[0] == a && fits(y + 1, a->type))
    return binary(Op::mul, a, constant(y + 1, a->type));
  if (divides(op) && is_constant(a, &x) && x == 0) return {*this, a};
  return {};
}

Value Builder::add(Expr a, Expr b) { return binary(Op::add, a, b); }

Value Builder::sub(Expr a, Expr b) {
  std::int64_t c = 0;
  if (is_constant(b, &c) && a != nullptr && a->type.is_int() && fits(-c, b->type)) {
    return binary(Op::add, a, constant(-c, b->type));
  }
  return binary(Op::sub, a, b);
}

Value Builder::mul(Expr a, Expr b) {
  const auto is_one = [](Expr v) { return v->op == Op::float_constant && v->real == 1.0 && v->low == 0; };
  if (a != nullptr && b != nullptr && a->type == b->type) {
    if (is_one(b)) return {*this, a};
    if (is_one(a)) return {*this, b};
  }
  return binary(Op::mul, a, b);
}

Value Builder::div(Expr a, Expr b) {
  if (a == nullptr || b == nullptr || !a->type.is_int() || !b->type.is_int()) reject(Op::div, {a, b});
  widen(*this, a, b);
  std::int64_t c = 0;
  std::int64_t d = 0;
  if (is_constant(a) || !is_constant(b, &c)) return binary(Op::div, a, b);
  if (c <= 0 || a->type != b->type) reject(Op::div, {a, b});
  if (c == 1) return {*this, a};
  if (ranges_.of(a).high < c) return constant(0, a->type);
  if (has_constant(a, Op::mul, &d) && d > 0 && d % c == 0) return mul(a->args[0], constant(d / c, a->type));
  if (!is_power_of_two(c)) return binary(Op::div, a, b);
  // The operand is never negative; a compiler that sees a signed division does not know that.
  return shr(a, std::countr_zero(static_cast<std::uint64_t>(c)));
}

Value Builder::mod(Expr a, Expr b) {
  if (a == nullptr || b == nullptr || !a->type.is_int() || !b->type.is_int()) reject(Op::mod, {a, b});
  widen(*this, a, b);
  std::int64_t c = 0;
  std::int64_t d = 0;
  if (is_constant(a) || !is_constant(b, &c)) return binary(Op::mod, a, b);
  if (c <= 0 || a->type != b->type) reject(Op::mod, {a, b});
  if (ranges_.of(a).high < c) return {*this, a};
  if (c == 1 || (has_constant(a, Op::mul, &d) && d > 0 && d % c == 0)) return constant(0, a->type);
  if (!is_power_of_two(c)) return binary(Op::mod, a, b);
  return binary(Op::bit_and, a, constant(c - 1, a->type));
}

Value Builder::min(Expr a, Expr b) { return extreme(Op::min, a, b); }

Value Builder::max(Expr a, Expr b) { return extreme(Op::max, a, b); }

Value Builder::extreme(Op op, Expr a, Expr b) {
  const Value result = binary(op, a, b);
  if (result->op != op || result->type.lanes != 1) return result;
  const Interval left = ranges_.of(result->args[0]);
  const Interval right = ranges_.of(result->args[1]);
  if (left.high <= right.low) return {*this, result->args[op == Op::min ? 0 : 1]};
  if (right.high <= left.low) return {*this, result->args[op == Op::min ? 1 : 0]};
  return result;
}

Value Builder::compare(Op op, Expr a, Expr b) {
  if (a == nullptr || b == nullptr) reject(op, {a, b});
  widen(*this, a, b);
  if (a->type != b->type || a->type.lanes != 1 || a->type.kind == ScalarKind::boolean) reject(op, {a, b});
  std::int64_t x = 0;
  std::int64_t y = 0;
  if (is_constant(a, &x) && is_constant(b, &y)) return constant(apply(op, x, y), boolean);
  if (op != Op::eq && a->type.is_int()) {
    const Interval left = ranges_.of(a);
    const Interval right = ranges_.of(b);
    if (apply(op, left.high, right.low) != 0) return constant(1, boolean);
    if (apply(op, left.low, right.high) == 0) return constant(0, boolean);
  }
  Node& node = make(op, boolean);
  node.args = {a, b};
  return {*this, &node};
}

Value Builder::lt(Expr a, Expr b) { return compare(Op::lt, a, b); }

Value Builder::le(Expr a, Expr b) { return compare(Op::le, a, b); }

Value Builder::eq(Expr a, Expr b) { return compare(Op::eq, a, b); }

Value Builder::logical_and(Expr a, Expr b) { return logical(Op::logical_and, a, b); }

Value Builder::logical_or(Expr a, Expr b) { return logical(Op::logical_or, a, b); }

Value Builder::logical(Op op, Expr a, Expr b) {
  if (a == nullptr || b == nullptr || a->type != boolean || b->type != boolean) reject(op, {a, b});
  std::int64_t known = 0;
  if (is_constant(b, &known)) std::swap(a, b);
  if (is_constant(a, &known)) return {*this, (known != 0) == (op == Op::logical_and) ? b : a};
  Node& node = make(op, boolean);
  node.args = {a, b};
  return {*this, &node};
}

Value Builder::bit_and(Expr a, Expr b) { return binary(Op::bit_and, a, b); }

Value Builder::shr(Expr a, int bits) {
  if (a == nullptr || !a->type.is_int()) reject(Op::shr, {a});
  const std::int64_t width = a->type.kind == ScalarKind::i32 ? 31 : 63;
  if (bits < 0 || bits >= width) {
    throw Error::internal("kernel builder", fmt::format("shr of {} by {} bits", describe(a), bits));
  }
  if (bits == 0) return {*this, a};
  std::int64_t earlier = 0;
  if (has_constant(a, Op::shr, &earlier) && earlier + bits < width) {
    return binary(Op::shr, a->args[0], constant(earlier + bits, a->type));
  }
  return binary(Op::shr, a, constant(bits, a->type));
}

Value Builder::on_bits(Op op, Expr a, Expr b) {
  if (a == nullptr || b == nullptr || !a->type.is_int() || a->type != b->type) reject(op, {a, b});
  Node& node = make(op, a->type);
  node.integer = words;
  node.args = {a, b};
  return {*this, &node};
}

Value Builder::fma(Expr a, Expr b, Expr c) {
  if (a == nullptr || b == nullptr || c == nullptr || !a->type.is_float() || a->type != b->type || a->type != c->type) {
    reject(Op::fma, {a, b, c});
  }
  Node& node = make(Op::fma, a->type);
  node.args = {a, b, c};
  return {*this, &node};
}

Value Builder::select(Expr condition, Expr a, Expr b) {
  if (condition == nullptr || a == nullptr || b == nullptr) reject(Op::select, {condition, a, b});
  widen(*this, a, b);
  if (condition->type != boolean || a->type != b->type) reject(Op::select, {condition, a, b});
  std::int64_t known = 0;
  if (is_constant(condition, &known)) return {*this, known != 0 ? a : b};
  if (a == b) return {*this, a};
  Node& node = make(Op::select, a->type);
  node.args = {condition, a, b};
  return {*this, &node};
}

Value Builder::cast(Expr a, ScalarKind kind) {
  if (a == nullptr || a->type.kind == ScalarKind::boolean || kind == ScalarKind::boolean) reject(Op::cast, {a});
  if (a->type.kind == kind) return {*this, a};
  const Type type = Type{kind, 1}.with_lanes(a->type.lanes);
  if (a->op == Op::int_constant && type.is_int()) return constant(a->integer, type);
  Node& node = make(Op::cast, type);
  node.args = {a};
  return {*this, &node};
}

Value Builder::bits(Expr a) {
  if (a == nullptr || a->type.kind == ScalarKind::boolean) reject(Op::bits, {a});
  Node& node = make(Op::bits, Type{of_same_size(a->type.kind), a->type.lanes});
  node.args = {a};
  return {*this, &node};
}

Value Builder::broadcast(Expr a, int lanes) {
  if (a == nullptr || a->type.lanes != 1 || a->type.kind == ScalarKind::boolean) reject(Op::broadcast, {a});
  if (lanes == 1) return {*this, a};
  const Type type = a->type.with_lanes(lanes);
  if (a->op == Op::int_constant) return constant(a->integer, type);
  if (a->op == Op::float_constant) return real(a->real, type, a->low);
  Node& node = make(Op::broadcast, type);
  node.args = {a};
  return {*this, &node};
}

Value Builder::shuffle(const std::vector<Expr>& operands, const std::vector<int>& mask) {
  std::vector<LaneRef> all;
  for (const Expr operand : operands) {
    if (operand == nullptr || operand->type.kind != operands[0]->type.kind) reject(Op::shuffle, {operands[0], operand});
    for (int l = 0; l < operand->type.lanes; ++l) all.push_back({operand, l});
  }
  std::vector<LaneRef> chosen;
  for (const int m : mask) {
    if (m < 0 || m >= static_cast<int>(all.size())) {
      throw Error::internal("kernel builder", fmt::format("shuffle mask entry {} of {} lanes", m, all.size()));
    }
    chosen.push_back(all[m]);
  }
  if (chosen.empty()) throw Error::internal("kernel builder", "shuffle to no lanes");
  Sources sources = sources_of(chosen);
  const Expr first = sources.values[0];
  const auto lanes = static_cast<int>(mask.size());
  if (sources.values.size() == 1) {
    if (first->type.lanes == 1) return broadcast(first, lanes);
    if (first->op == Op::int_constant) return constant(first->integer, first->type.with_lanes(lanes));
    if (first->op == Op::float_constant) return real(first->real, first->type.with_lanes(lanes), first->low);
    std::vector<int> identity(first->type.lanes);
    std::iota(identity.begin(), identity.end(), 0);
    if (sources.mask == identity) return {*this, first};
  }
  Node& node = make(Op::shuffle, first->type.with_lanes(lanes));
  node.args = std::move(sources.values);
  node.mask = std::move(sources.mask);
  return {*this, &node};
}

Value Builder::lane(Expr a, int index) { return shuffle({a}, {index}); }

Value Builder::concat(const std::vector<Value>& parts) {
  const std::vector<Expr> operands(parts.begin(), parts.end());
  int lanes = 0;
  for (const Expr operand : operands) lanes += operand == nullptr ? 0 : operand->type.lanes;
  std::vector<int> identity(lanes);
  std::iota(identity.begin(), identity.end(), 0);
  return shuffle(operands, identity);
}

}  // namespace papilio::ir
