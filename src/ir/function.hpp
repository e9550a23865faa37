// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// KernelFunction: a program for one work-group whose inputs and results are registers of its caller.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ir.hpp"

namespace papilio::ir {

/// `module` has no inputs and outputs, no scalars and no group_id. Its shared arrays are the caller's memory, in the
/// order of shared_offsets(); it begins with a barrier if it has some.
struct KernelFunction {
  Module module;
  /// One of module.registers: the caller's complex numbers, in pairs. The inputs are in the first inputs.size() of them
  /// when the function begins, the results in the first outputs.size() when it ends.
  const Buffer* operands = nullptr;
  /// Which element each number is, as an i32 that depends on thread_id alone; -1: none, the number has no meaning.
  std::vector<Expr> inputs;
  std::vector<Expr> outputs;
};

/// The value of an integer or a condition that depends on thread_id alone.
std::int64_t value_at(Expr value, std::int64_t thread);

}  // namespace papilio::ir
