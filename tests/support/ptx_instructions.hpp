// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arithmetic instructions: names, types and operands.
#pragma once

#include <optional>
#include <string_view>

#include "support/ptx_program.hpp"

namespace papilio::test::ptx {

struct Form {
  Kind kind = Kind::nothing;
  Type type = Type::b32;
  /// One letter per operand, results first: 't' has the instruction's type, 'w' twice its width, 'c' the type of a
  /// conversion's result, 'r' 32 bits, 'p' is a predicate.
  std::string_view operands;
  Type to = Type::b32;
  int architecture = 50;  ///< the first architecture with this instruction
};

/// The form of a name such as "add.rn.f32"; empty if there is none.
std::optional<Form> form_of(std::string_view name);
std::optional<Type> type_named(std::string_view name);

}  // namespace papilio::test::ptx
