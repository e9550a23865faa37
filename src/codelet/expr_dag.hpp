// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ExprDag: real arithmetic as a hash-consed graph that simplifies itself while it is built.
//
// A DFT of fixed length is a linear function of its inputs, so four kinds of node suffice, and 0 is the only constant
// that can be a value by itself. A minus sign is not a node: the reference (Real) carries it, mul passes it on to its
// result, and the next add or sub absorbs it. Equal expressions share one node, and so do a-b and b-a.
#pragma once

#include <cstddef>
#include <map>
#include <unordered_map>
#include <vector>

#include "codelet/codelet.hpp"
#include "codelet/constant.hpp"

namespace papilio::codelet {

class ExprDag;

/// A reference to a node, with a sign; the default value is 0. Supports +, - and multiplication by a constant.
struct Real {
  ExprDag* dag = nullptr;
  int node = -1;  ///< index into ExprDag::nodes(); -1 is the value 0
  bool negative = false;

  [[nodiscard]] bool is_zero() const { return node < 0; }
  Real operator-() const { return {dag, node, !is_zero() && !negative}; }
  friend bool operator==(const Real& x, const Real& y) { return x.node == y.node && x.negative == y.negative; }
};

Real operator+(const Real& x, const Real& y);
Real operator-(const Real& x, const Real& y);
Real operator*(const Constant& constant, const Real& x);

class ExprDag {
 public:
  enum class ExprKind { input, add, sub, mul };
  struct ExprNode {
    ExprKind kind;
    int a = -1;
    int b = -1;                ///< add and sub only
    long double constant = 0;  ///< mul only; positive, and never 1
    QuadReal exact = 0;        ///< follows from `constant`, has more digits
    friend bool operator==(const ExprNode& x, const ExprNode& y) {
      return x.kind == y.kind && x.a == y.a && x.b == y.b && x.constant == y.constant;
    }
  };

  /// Nodes 0..inputs-1 are the inputs.
  ExprDag(int inputs, Style style);
  // Not copyable: every Real points to its graph.
  ExprDag(const ExprDag&) = delete;
  ExprDag& operator=(const ExprDag&) = delete;

  [[nodiscard]] Real input(int index);
  /// Operands precede the nodes that use them. The list also contains nodes that no output needs.
  [[nodiscard]] const std::vector<ExprNode>& nodes() const { return nodes_; }

  /// Rules: x+0 = x, x+x = 2x, x-x = 0, (-x)+(-y) = -(x+y), k*x + k*y = k*(x+y). Unless the style is separate also k*x
  /// + l*y = k*(x + (l/k)*y) for |l| <= |k|: one fma, and the addition that follows takes the factor k. Applied to a
  /// twiddle (c+is)(x+iy) this is the butterfly of Linzer and Feig, "Modified FFTs for fused multiply-add
  /// architectures", 1993. Quotients of at most 1 do not amplify rounding errors.
  Real add(const Real& x, const Real& y);
  /// Rules: 0*x = 0, 1*x = x, k*(l*x) = (k*l)*x, (-k)*x = -(k*x).
  Real mul(const Constant& constant, const Real& x);

 private:
  struct ExprNodeHash {
    std::size_t operator()(const ExprNode& node) const;
  };
  int intern(const ExprNode& node);
  /// Maps all positive constants that differ only by rounding to one representative.
  Constant representative(const Constant& constant);

  Style style_;
  std::vector<ExprNode> nodes_;
  std::unordered_map<ExprNode, int, ExprNodeHash> index_;
  std::map<long double, Constant> constants_;
};

}  // namespace papilio::codelet
