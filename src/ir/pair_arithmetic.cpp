// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/pair_arithmetic.hpp"

#include <cmath>

namespace papilio::ir {
namespace {

bool is_zero(Value x) { return x->op == Op::float_constant && x->real == 0; }

bool is_power_of_two(Value x) {
  int exponent = 0;
  return x->op == Op::float_constant && std::abs(std::frexp(x->real, &exponent)) == 0.5;
}

/// A product with it is exact, part by part.
bool scales(const ExpandedPair& x) { return is_power_of_two(x.high) && is_zero(x.low); }

}  // namespace

ExpandedPair PairArithmetic::constant(const Node& constant) {
  const Type type{part_of(constant.type.kind), constant.type.lanes};
  if (type.kind == ScalarKind::f64) return {b_.real(constant.real, type), b_.real(constant.low, type)};
  const auto high = static_cast<float>(constant.real);
  const double rest = constant.real - static_cast<double>(high) + constant.low;
  return {b_.real(double{high}, type), b_.real(double{static_cast<float>(rest)}, type)};
}

ExpandedPair PairArithmetic::two_sum(Value a, Value c) {
  const Value s = let("s", a + c);
  const Value z = let("z", s - a);
  return {s, let("e", (a - (s - z)) + (c - z))};
}

ExpandedPair PairArithmetic::renormalised(const ExpandedPair& x) {
  const Value high = let("h", x.high + x.low);
  return {high, let("l", x.low - (high - x.high))};
}

ExpandedPair PairArithmetic::halves(Value a) {
  const double splitter = a.type().kind == ScalarKind::f32 ? 0x1p12 + 1 : 0x1p27 + 1;
  const Value t = let("t", a * splitter);
  const Value high = let("h", t - (t - a));
  return {high, let("l", a - high)};
}

ExpandedPair PairArithmetic::two_product(Value a, Value c) {
  const Value p = let("p", a * c);
  if (product_ == TwoProduct::fma) return {p, let("e", ir::fma(a, c, -p))};
  const ExpandedPair x = halves(a);
  const ExpandedPair y = halves(c);
  return {p, let("e", ((x.high * y.high - p) + x.high * y.low + x.low * y.high) + x.low * y.low)};
}

ExpandedPair PairArithmetic::product(const ExpandedPair& a, const ExpandedPair& c) {
  const ExpandedPair p = two_product(a.high, c.high);
  if (is_zero(c.low)) return {p.high, let("e", p.low + a.low * c.high)};
  return {p.high, let("e", p.low + (a.high * c.low + a.low * c.high))};
}

ExpandedPair PairArithmetic::add(const ExpandedPair& a, const ExpandedPair& c) {
  if (is_zero(c.high) && is_zero(c.low)) return a;
  const ExpandedPair s = two_sum(a.high, c.high);
  return renormalised({s.high, let("e", s.low + (a.low + c.low))});
}

ExpandedPair PairArithmetic::sub(const ExpandedPair& a, const ExpandedPair& c) {
  const Value s = let("s", a.high - c.high);
  const Value z = let("z", s - a.high);
  const Value e = let("e", (a.high - (s - z)) - (c.high + z));
  return renormalised({s, let("e", e + (a.low - c.low))});
}

ExpandedPair PairArithmetic::mul(const ExpandedPair& a, const ExpandedPair& c) {
  if (scales(a)) return mul(c, a);
  if (scales(c)) return {let("h", a.high * c.high), let("l", a.low * c.high)};
  return renormalised(product(a, c));
}

ExpandedPair PairArithmetic::fma(const ExpandedPair& a, const ExpandedPair& c, const ExpandedPair& d) {
  if (scales(c)) return add({let("h", a.high * c.high), let("l", a.low * c.high)}, d);
  const ExpandedPair p = product(a, c);
  const ExpandedPair s = two_sum(p.high, d.high);
  return renormalised({s.high, let("e", s.low + (p.low + d.low))});
}

}  // namespace papilio::ir
