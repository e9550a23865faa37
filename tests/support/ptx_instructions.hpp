// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The instructions that compute: names, types and operands.
#pragma once

#include <optional>
#include <string_view>

#include "support/ptx_program.hpp"

namespace papilio::test::ptx {

struct Form {
  Kind kind = Kind::nothing;
  Type type = Type::b32;
  /// A letter an operand, results first: 't' is of the instruction's type, 'w' of twice its width, 'c' of a
  /// conversion's result, 'r' a number of 32 bits, 'p' a predicate.
  std::string_view operands;
  Type to = Type::b32;
  int architecture = 50;  ///< the first that has it
};

/// Of "add.rn.f32"; nothing where there is none.
std::optional<Form> form_of(std::string_view name);
std::optional<Type> type_named(std::string_view name);

}  // namespace papilio::test::ptx
