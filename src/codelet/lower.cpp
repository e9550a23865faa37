// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/error.hpp>
#include <utility>

#include "codelet/program.hpp"

namespace papilio::codelet {
namespace {

using ExprKind = ExprDag::ExprKind;

/// Decides for each node whether the program computes its value or its negative. An output is computed as it is; a
/// difference can be computed either way at no cost; a sum of two negative terms makes one of them compute its
/// negative. Users are visited before their operands, so a node is decided after all its users have stated what they
/// need.
class Polarity {
 public:
  Polarity(const ExprDag& dag, int inputs, const std::vector<Real>& outputs)
      : nodes_(dag.nodes()), sign_(nodes_.size(), 0), is_used_(nodes_.size(), false) {
    for (int i = 0; i < inputs; ++i) sign_[i] = 1;
    for (const Real& output : outputs) {
      is_used_[output.node] = true;
      if (sign_[output.node] == 0) sign_[output.node] = output.negative ? -1 : 1;
    }
    for (int i = static_cast<int>(nodes_.size()) - 1; i >= inputs; --i) {
      if (is_used_[i]) decide(i);
    }
  }

  [[nodiscard]] int sign(int node) const { return sign_[node]; }
  [[nodiscard]] bool is_used(int node) const { return is_used_[node]; }

 private:
  void decide(int i) {
    const ExprDag::ExprNode& node = nodes_[i];
    is_used_[node.a] = true;
    if (node.kind == ExprKind::mul) {
      if (sign_[i] == 0) sign_[i] = 1;
      // A negative constant would also work, but c and -c would then be two constants.
      if (sign_[node.a] == 0 && (sign_[i] > 0 || nodes_[node.a].kind != ExprKind::add)) sign_[node.a] = sign_[i];
      return;
    }
    is_used_[node.b] = true;
    const int minus = node.kind == ExprKind::sub ? -1 : 1;
    if (sign_[i] == 0) sign_[i] = sign_[node.a] < 0 && sign_[node.b] * minus < 0 ? -1 : 1;
    ask_for_a_positive_term(node.a, sign_[i], node.b, sign_[i] * minus);
  }

  /// At least one of the terms sign_a*a and sign_b*b must come out positive.
  void ask_for_a_positive_term(int a, int sign_a, int b, int sign_b) {
    if (sign_[a] == sign_a || sign_[b] == sign_b) return;
    if (sign_[a] == 0) {
      sign_[a] = sign_a;
    } else if (sign_[b] == 0) {
      sign_[b] = sign_b;
    }
  }

  const std::vector<ExprDag::ExprNode>& nodes_;
  std::vector<int> sign_;  ///< 0 while undecided
  std::vector<bool> is_used_;
};

class Lowering {
 public:
  Lowering(const ExprDag& dag, int inputs, const std::vector<Real>& outputs)
      : polarity_(dag, inputs, outputs), value_(dag.nodes().size(), -1) {
    program_.inputs = inputs;
    for (int i = 0; i < inputs; ++i) value_[i] = i;
    for (int i = inputs; i < static_cast<int>(dag.nodes().size()); ++i) {
      if (polarity_.is_used(i)) value_[i] = lower_node(dag.nodes()[i], polarity_.sign(i));
    }
    for (const Real& output : outputs) {
      const bool agrees = (polarity_.sign(output.node) < 0) == output.negative;
      program_.outputs.push_back(agrees ? value_[output.node] : emit(CodeletOp::neg, value_[output.node]));
    }
  }

  [[nodiscard]] CodeletProgram result() && { return std::move(program_); }

 private:
  int emit(CodeletOp op, int a, int b = -1, const Constant& constant = 0) {
    program_.instructions.push_back({op, a, b, constant.value, constant.exact});
    return program_.inputs + static_cast<int>(program_.instructions.size()) - 1;
  }

  int lower_node(const ExprDag::ExprNode& node, int sign) {
    const int a = value_[node.a];
    const int sign_a = sign * polarity_.sign(node.a);
    if (node.kind == ExprKind::mul)
      return emit(CodeletOp::mul, a, -1,
                  Constant(static_cast<long double>(sign_a)) * Constant{node.constant, node.exact});
    const int b = value_[node.b];
    const int sign_b = sign * polarity_.sign(node.b) * (node.kind == ExprKind::sub ? -1 : 1);
    if (sign_a > 0 && sign_b > 0) return emit(CodeletOp::add, a, b);
    if (sign_a > 0) return emit(CodeletOp::sub, a, b);
    if (sign_b > 0) return emit(CodeletOp::sub, b, a);
    return emit(CodeletOp::neg, emit(CodeletOp::add, a, b));
  }

  Polarity polarity_;
  std::vector<int> value_;
  CodeletProgram program_;
};

}  // namespace

int operand_count(CodeletOp op) { return op == CodeletOp::mul || op == CodeletOp::neg ? 1 : 2; }

CodeletProgram lower(const ExprDag& dag, int inputs, const std::vector<Real>& outputs) {
  for (const Real& output : outputs) {
    if (output.is_zero()) throw Error::internal("lowering a codelet", "an output is the constant 0");
  }
  return Lowering(dag, inputs, outputs).result();
}

}  // namespace papilio::codelet
