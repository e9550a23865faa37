// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Program: straight-line code in SSA form, and the passes from graph to codelet, in the order in which they run:
//
//   lower      graph -> instructions; every minus sign finds an instruction that absorbs it
//   fuse       mul + add -> fma; before the schedule, because it changes what is alive
//   schedule   an order with few live values; last, because nothing else depends on the order
#pragma once

#include <vector>

#include "codelet/codelet.hpp"
#include "codelet/expr_dag.hpp"

namespace papilio::codelet {

/// Value ids 0..inputs-1 are the inputs; inputs + i is what instruction i defines.
struct Program {
  int inputs = 0;
  std::vector<Instruction> instructions;
  std::vector<int> outputs;
};

/// How many value ids an instruction reads: one for mul and neg, else two.
int operand_count(Op op);

/// What the outputs need, in the order of the graph. No output may be 0.
Program lower(const ExprDag& dag, int inputs, const std::vector<Real>& outputs);

/// Replaces a mul by fmas in its users, when that removes the mul: all its users are additions, none has taken another
/// mul. Never more instructions than before.
Program fuse(const Program& program);

/// The same instructions in another order.
Program schedule(const Program& program);

/// The largest number of values alive between two instructions. Inputs are alive from the start, outputs to the end.
int max_live(const Program& program);

}  // namespace papilio::codelet
