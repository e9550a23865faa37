// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "codelet/expr_dag.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace papilio::codelet {
namespace {

/// Two constants within this relative distance count as equal. Constants are cosines, sines, their quotients and short
/// sums of them, so they carry a few roundings. Distinct constants of radices to max_radix differ by far more.
constexpr long double tolerance = 64 * std::numeric_limits<long double>::epsilon();

}  // namespace

Real operator+(const Real& x, const Real& y) {
  if (y.is_zero()) return x;
  if (x.is_zero()) return y;
  return x.dag->add(x, y);
}

Real operator-(const Real& x, const Real& y) { return x + -y; }

Real operator*(const Constant& constant, const Real& x) { return x.is_zero() ? x : x.dag->mul(constant, x); }

std::size_t ExprDag::ExprNodeHash::operator()(const ExprNode& node) const {
  std::size_t hash = std::hash<long double>{}(node.constant);
  for (const int part : {static_cast<int>(node.kind), node.a, node.b}) {
    hash = (hash ^ static_cast<std::size_t>(part)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

ExprDag::ExprDag(int inputs, Style style) : style_(style) {
  // Field `a` of an input node holds its index, which makes inputs distinct; they are never looked up again.
  for (int i = 0; i < inputs; ++i) nodes_.push_back({ExprKind::input, i});
  for (const long double exact : {0.125L, 0.25L, 0.5L, 1.0L, 2.0L}) constants_.emplace(exact, exact);
}

Real ExprDag::input(int index) { return {this, index, false}; }

int ExprDag::intern(const ExprNode& node) {
  const auto [entry, is_new] = index_.try_emplace(node, static_cast<int>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return entry->second;
}

Constant ExprDag::representative(const Constant& constant) {
  const auto nearest = constants_.lower_bound(constant.value * (1 - tolerance));
  if (nearest != constants_.end() && nearest->first <= constant.value * (1 + tolerance)) return nearest->second;
  constants_.emplace(constant.value, constant);
  return constant;
}

Real ExprDag::add(const Real& x, const Real& y) {
  if (x.is_zero()) return y;
  if (y.is_zero()) return x;
  if (x.node == y.node) return x.negative == y.negative ? mul(2, x) : Real{};
  const ExprNode p = nodes_[x.node];  // copies, because the products below may reallocate nodes_
  const ExprNode q = nodes_[y.node];
  if (p.kind == ExprKind::mul && q.kind == ExprKind::mul && (style_ != Style::separate || p.constant == q.constant)) {
    const Constant of_p{p.constant, p.exact};
    const Constant of_q{q.constant, q.exact};
    const Constant factor = std::max(of_p, of_q);
    const Real a = (of_p / factor) * Real{this, p.a, x.negative};
    const Real b = (of_q / factor) * Real{this, q.a, y.negative};
    return mul(factor, add(a, b));
  }
  if (x.negative == y.negative) {
    const auto [first, second] = std::minmax(x.node, y.node);
    return {this, intern({ExprKind::add, first, second}), x.negative};
  }
  const Real& plus = x.negative ? y : x;
  const Real& minus = x.negative ? x : y;
  // If b-a exists already, reuse it negated: algorithms tend to request the orientation that they need first.
  if (const auto flipped = index_.find({ExprKind::sub, minus.node, plus.node}); flipped != index_.end()) {
    return {this, flipped->second, true};
  }
  return {this, intern({ExprKind::sub, plus.node, minus.node}), false};
}

Real ExprDag::mul(const Constant& constant, const Real& x) {
  if (x.is_zero() || std::fabs(constant.value) < tolerance) return {};
  const bool negative = x.negative != (constant < 0);
  const ExprNode operand = nodes_[x.node];
  const bool nested = operand.kind == ExprKind::mul;
  const int node = nested ? operand.a : x.node;
  const Constant product = nested ? constant * Constant{operand.constant, operand.exact} : constant;
  const Constant magnitude = representative(product < 0 ? -product : product);
  if (magnitude == 1) return {this, node, negative};
  return {this, intern({ExprKind::mul, node, -1, magnitude.value, magnitude.exact}), negative};
}

}  // namespace papilio::codelet
