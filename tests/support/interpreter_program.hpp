// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The form in which the interpreter runs a module: expressions as lists of instructions, values in numbered registers.
// A node that a statement uses twice is computed and counted once. All operands are computed, including both arms of a
// select. Each register holds a value of its type for every work-item. The form is made once per module, so that
// running it needs no look-ups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "ir/ir.hpp"

namespace papilio::ir::interpreter {

/// One lane of a value. The member is the one of the value's kind; booleans are 0 or 1 in `i`.
union Lane {
  std::int64_t i;
  float f;
  double d;
};

struct Register {
  Type type;
  std::size_t first = 0;  ///< lane l of work-item t is at first + t*lanes + l
};

/// `result` becomes node->op of `args`; type, mask and alignment are the node's.
struct Instruction {
  Expr node = nullptr;
  std::size_t result = 0;
  std::vector<std::size_t> args;
  std::size_t buffer = 0;  ///< load: place in InterpreterProgram::buffers
};

struct Step;
using Steps = std::vector<Step>;

struct Write {
  const Store* store = nullptr;
  std::size_t buffer = 0;
  std::size_t index = 0;
  std::size_t value = 0;
  std::optional<std::size_t> rank;
};
struct Repeat {
  std::size_t variable = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::int64_t step = 1;
  Steps body;
};
struct Choose {
  std::size_t condition = 0;
  Steps then_steps;
  Steps else_steps;
};
struct Sync {
  BarrierScope scope = BarrierScope::group;
};

struct Count {
  const void* statement = nullptr;
  std::size_t buffer = 0;
  std::size_t index = 0;
  std::optional<std::int64_t> awaited;  ///< none: a signal
};

/// One statement: what it computes, then what it does. A Let only computes.
struct Step {
  std::vector<Instruction> code;
  std::variant<std::monostate, Write, Repeat, Choose, Sync, Count> action;
};

struct InterpreterProgram {
  std::vector<Register> registers;
  std::size_t lanes = 0;  ///< of all registers and work-items together
  /// Registers that hold a leaf: constants, parameters, thread_id, group_id.
  std::vector<std::pair<std::size_t, Expr>> leaves;
  std::vector<const Buffer*> buffers;  ///< global, then shared, then registers
  int threads = 1;                     ///< of a work-group
  int cluster = 1;                     ///< work-groups that run at once
  Steps steps;
};

/// Throws Error(internal) if a value is used that no statement binds.
InterpreterProgram compile(const Module& module);

}  // namespace papilio::ir::interpreter
