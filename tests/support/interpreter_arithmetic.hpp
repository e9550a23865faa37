// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What every Op but load computes.
#pragma once

#include <span>

#include "support/interpreter_memory.hpp"

namespace papilio::ir::interpreter {

/// An instruction and the work-items that execute it.
struct Call {
  const Instruction& instruction;
  const InterpreterProgram& program;
  std::span<Lane> lanes;  ///< of all registers
  std::span<const int> items;
  std::int64_t group = 0;

  /// The first lane of a work-item's value.
  [[nodiscard]] Lane* value(std::size_t id, int item) const {
    const Register& place = program.registers[id];
    return lanes.data() + place.first + static_cast<std::size_t>(item) * place.type.lanes;
  }
};

/// Computes the result for all work-items of the call; returns the floating-point operations done.
std::int64_t execute(const Call& call, FaultLog& faults);

}  // namespace papilio::ir::interpreter
