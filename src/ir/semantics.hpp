// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Rules of the IR that the builder, the interpreter and the emitters share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/ir.hpp"

namespace papilio::ir {

/// Offset in bytes of each of module.shared in one array of Module::shared_bytes().
std::vector<std::int64_t> shared_offsets(const Module& module);

/// A lane of one of a node's operands.
struct OperandLane {
  std::size_t operand;
  int lane;
};
/// Source of a lane of a shuffle.
OperandLane shuffled(const Node& shuffle, int lane);

/// The result of an operation on two integers, or on two conditions; nothing for other operations and divisions by 0.
std::optional<std::int64_t> result_of(Op op, std::int64_t x, std::int64_t y);

}  // namespace papilio::ir
