// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CodeletProgram: straight-line code in SSA form, and the passes from graph to codelet, in the order in which they run:
//
//   lower      graph -> instructions; each minus sign is absorbed by an instruction
//   fuse       mul + add -> fma; before the schedule, because it changes which values are live
//   schedule   an order with few live values; last, because nothing else depends on the order
#pragma once

#include <vector>

#include "codelet/codelet.hpp"
#include "codelet/expr_dag.hpp"

namespace papilio::codelet {

/// Value ids 0..inputs-1 are the inputs; instruction i defines value inputs + i.
struct CodeletProgram {
  int inputs = 0;
  std::vector<CodeletInstruction> instructions;
  std::vector<int> outputs;
};

/// Number of values that an instruction reads: one for mul and neg, otherwise two.
int operand_count(CodeletOp op);

/// Instructions for all nodes that the outputs need, in graph order. Throws if an output is the constant 0.
CodeletProgram lower(const ExprDag& dag, int inputs, const std::vector<Real>& outputs);

/// Replaces a mul by fmas in its users where that removes the mul, that is, where all its users are additions and none
/// has absorbed another mul. The result never has more instructions.
CodeletProgram fuse(const CodeletProgram& program);

/// The same instructions in another order.
CodeletProgram schedule(const CodeletProgram& program);

/// The largest number of live values between two instructions. Inputs are live from the start, outputs to the end.
int max_live(const CodeletProgram& program);

}  // namespace papilio::codelet
