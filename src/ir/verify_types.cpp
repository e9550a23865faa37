// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The typing rule of every Op.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>

#include "ir/verify_structure.hpp"

namespace papilio::ir {
namespace {

constexpr int max_lanes = 16;

/// Types of the operands and the result of an Op.
enum class Rule : std::uint8_t {
  leaf,        ///< no operands
  number,      ///< integers or floats, operands and result of one type
  integer,     ///< integers, operands and result of one type
  floating,    ///< floats, operands and result of one type
  comparison,  ///< two scalar numbers of one type to a boolean
  logical,     ///< booleans
  special,     ///< select, cast, bits, broadcast, shuffle, load, call
};

struct Signature {
  Rule rule;
  int operands;  ///< -1: one or more
};

/// In the order of the enumerators of Op.
constexpr std::array signatures = {
    Signature{Rule::leaf, 0},       Signature{Rule::leaf, 0},        // int_constant, float_constant
    Signature{Rule::leaf, 0},       Signature{Rule::leaf, 0},        // variable, scalar_param
    Signature{Rule::leaf, 0},       Signature{Rule::leaf, 0},        // thread_id, group_id
    Signature{Rule::number, 1},     Signature{Rule::number, 2},      // neg, add
    Signature{Rule::number, 2},     Signature{Rule::number, 2},      // sub, mul
    Signature{Rule::integer, 2},    Signature{Rule::integer, 2},     // div, mod
    Signature{Rule::integer, 2},    Signature{Rule::integer, 2},     // min, max
    Signature{Rule::integer, 2},    Signature{Rule::integer, 2},     // bit_and, bit_or
    Signature{Rule::integer, 2},    Signature{Rule::integer, 2},     // bit_xor, shl
    Signature{Rule::integer, 2},    Signature{Rule::comparison, 2},  // shr, lt
    Signature{Rule::comparison, 2}, Signature{Rule::comparison, 2},  // le, eq
    Signature{Rule::logical, 2},    Signature{Rule::logical, 2},     // logical_and, logical_or
    Signature{Rule::floating, 3},   Signature{Rule::special, 3},     // fma, select
    Signature{Rule::special, 1},    Signature{Rule::special, 1},     // cast, bits
    Signature{Rule::special, 1},    Signature{Rule::special, -1},    // broadcast, shuffle
    Signature{Rule::special, 1},    Signature{Rule::special, 2},     // load, call
};
static_assert(signatures.size() == static_cast<std::size_t>(Op::call) + 1);

std::string name_of(Type type) { return fmt::format("{}x{}", to_string(type.kind), type.lanes); }

std::string operand_types(const Node& node) {
  std::vector<std::string> types;
  for (const Expr arg : node.args) types.push_back(name_of(arg->type));
  return fmt::format("{}", fmt::join(types, ", "));
}

bool all_of_type(const Node& node, Type type) {
  return std::all_of(node.args.begin(), node.args.end(), [&](Expr arg) { return arg->type == type; });
}

bool leaf_is_sound(const Node& node) {
  using Limits = std::numeric_limits<std::int32_t>;
  const std::int64_t value = node.integer;
  switch (node.op) {
    case Op::int_constant:
      if (node.type.kind == ScalarKind::boolean) return value == 0 || value == 1;
      if (node.type.kind == ScalarKind::i32) return value >= Limits::min() && value <= Limits::max();
      return node.type.kind == ScalarKind::i64;
    case Op::float_constant:
      return node.type.is_float();
    case Op::scalar_param:
      return node.type == i64;
    case Op::thread_id:
    case Op::group_id:
      return node.type == i32;
    default:
      return true;
  }
}

bool select_is_sound(const Node& node) {
  return node.args[0]->type == boolean && node.args[1]->type == node.type && node.args[2]->type == node.type;
}

bool cast_is_sound(const Node& node) {
  const Type from = node.args[0]->type;
  return from.kind != ScalarKind::boolean && node.type.kind != ScalarKind::boolean && from.lanes == node.type.lanes;
}

bool load_is_sound(const Node& node) {
  const Type index = node.args[0]->type;
  return (index == i32 || index == i64) && node.buffer != nullptr && node.buffer->element == node.type.kind;
}

bool call_is_sound(const Node& node) {
  const bool number = node.type.is_float() && node.type.lanes <= 2 && node.args[0]->type == node.type;
  return number && node.args[1]->type == i64 && node.buffer != nullptr;
}

bool special_is_sound(const Node& node) {
  const Type type = node.type;
  switch (node.op) {
    case Op::select:
      return select_is_sound(node);
    case Op::cast:
      return cast_is_sound(node);
    case Op::bits:
      return node.args[0]->type == Type{of_same_size(type.kind), type.lanes};
    case Op::broadcast:
      return node.args[0]->type == type.scalar() && type.kind != ScalarKind::boolean;
    case Op::shuffle:
      return std::all_of(node.args.begin(), node.args.end(), [&](Expr arg) { return arg->type.kind == type.kind; });
    case Op::call:
      return call_is_sound(node);
    default:
      return load_is_sound(node);
  }
}

bool comparison_is_sound(const Node& node) {
  const Type operand = node.args[0]->type;
  return node.type == boolean && operand.lanes == 1 && operand.kind != ScalarKind::boolean &&
         all_of_type(node, operand);
}

bool types_are_sound(const Node& node) {
  const Type type = node.type;
  switch (signatures[static_cast<std::size_t>(node.op)].rule) {
    case Rule::leaf:
      return leaf_is_sound(node);
    case Rule::number:
      return (type.is_int() || type.is_float()) && all_of_type(node, type);
    case Rule::integer:
      return type.is_int() && all_of_type(node, type);
    case Rule::floating:
      return type.is_float() && all_of_type(node, type);
    case Rule::comparison:
      return comparison_is_sound(node);
    case Rule::logical:
      return type == boolean && all_of_type(node, boolean);
    case Rule::special:
      return special_is_sound(node);
  }
  return false;
}

std::string mask_fault(const Node& node) {
  int lanes = 0;
  for (const Expr arg : node.args) lanes += arg->type.lanes;
  if (node.mask.size() != node.type.lanes) {
    return fmt::format("shuffle to {} has {} mask entries; give one for each lane", name_of(node.type),
                       node.mask.size());
  }
  for (const int entry : node.mask) {
    if (entry < 0 || entry >= lanes) {
      return fmt::format("shuffle mask [{}] names lane {}, but its operands have {}; keep entries in range",
                         fmt::join(node.mask, " "), entry, lanes);
    }
  }
  return {};
}

}  // namespace

std::string type_fault(const Node& node) {
  const int expected = signatures[static_cast<std::size_t>(node.op)].operands;
  const auto operands = static_cast<int>(node.args.size());
  if (expected >= 0 ? operands != expected : operands == 0) {
    return fmt::format("{} has {} operands, but takes {}; build it with Builder", to_string(node.op), operands,
                       expected >= 0 ? fmt::format("{}", expected) : "at least one");
  }
  if (std::find(node.args.begin(), node.args.end(), nullptr) != node.args.end()) {
    return fmt::format("an operand of {} is missing; build it with Builder", to_string(node.op));
  }
  const int lanes = node.type.lanes;
  if (lanes < 1 || lanes > max_lanes || (lanes & (lanes - 1)) != 0) {
    return fmt::format("{} has {} lanes, which no dialect can express; use 1, 2, 4, 8 or 16", to_string(node.op),
                       lanes);
  }
  if (!types_are_sound(node)) {
    return fmt::format("{} of ({}) to {} is ill-typed; cast or broadcast the operands", to_string(node.op),
                       operand_types(node), name_of(node.type));
  }
  return node.op == Op::shuffle ? mask_fault(node) : std::string();
}

}  // namespace papilio::ir
