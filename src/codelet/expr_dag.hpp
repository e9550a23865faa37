// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ExprDag: real arithmetic as a hash-consed graph that simplifies itself while it is built.
//
// A DFT of fixed length is a linear function of its inputs, so four kinds of node are enough, and the only constant
// that can be a value of its own is 0. A minus sign is never a node: it belongs to the reference (Real), floats up
// through mul, and is absorbed by the next add or sub. Equal expressions are one node, a-b and b-a included.
#pragma once

#include <cstddef>
#include <map>
#include <unordered_map>
#include <vector>

namespace papilio::codelet {

class ExprDag;

/// What the graph is simplified for.
enum class Style {
  separate,  ///< adds and muls cost the same: as few of both as possible
  fused,     ///< a mul is free where the next add can absorb it: constants float towards the outputs
  exact,     ///< the same graph; primes are done with the smallest errors, not with the fewest operations
};

/// A node with a sign; by default, 0. Reads as a number: +, - and multiplication by a constant.
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
Real operator*(long double constant, const Real& x);

class ExprDag {
 public:
  enum class Kind { input, add, sub, mul };
  struct Node {
    Kind kind;
    int a = -1;
    int b = -1;                ///< add and sub only
    long double constant = 0;  ///< mul only; positive, and never 1
    friend bool operator==(const Node&, const Node&) = default;
  };

  /// Nodes 0..inputs-1 are the inputs.
  ExprDag(int inputs, Style style);
  // Every Real points at its graph.
  ExprDag(const ExprDag&) = delete;
  ExprDag& operator=(const ExprDag&) = delete;

  [[nodiscard]] Real input(int index);
  /// Operands come before the nodes that use them. Holds nodes that no output needs, too.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

  /// The rules: x+0 = x, x+x = 2x, x-x = 0, (-x)+(-y) = -(x+y), k*x + k*y = k*(x+y).
  /// In fused style also k*x + l*y = k*(x + (l/k)*y), |l| <= |k|: one fma, and the factor k is left for the addition
  /// that follows. On a twiddle (c+is)(x+iy) this is the butterfly of Linzer and Feig, "Modified FFTs for fused
  /// multiply-add architectures", 1993; quotients of at most 1 do not amplify rounding errors.
  Real add(const Real& x, const Real& y);
  /// The rules: 0*x = 0, 1*x = x, k*(l*x) = (k*l)*x, (-k)*x = -(k*x).
  Real mul(long double constant, const Real& x);

 private:
  struct NodeHash {
    std::size_t operator()(const Node& node) const;
  };
  int intern(const Node& node);
  /// One representative for all positive constants that differ by rounding only.
  long double representative(long double constant);

  Style style_;
  std::vector<Node> nodes_;
  std::unordered_map<Node, int, NodeHash> index_;
  std::map<long double, long double> constants_;
};

}  // namespace papilio::codelet
