// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/semantics.hpp"

#include <algorithm>

namespace papilio::ir {
namespace {

/// Every shared array starts at a multiple of this: the widest vector of any dialect (16 floats).
constexpr std::int64_t shared_alignment = 64;

}  // namespace

std::vector<std::int64_t> shared_offsets(const Module& module) {
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
  for (const Buffer* array : module.shared) {
    offsets.push_back((end + shared_alignment - 1) / shared_alignment * shared_alignment);
    end = offsets.back() + array->elements * size_of(array->element);
  }
  return offsets;
}

std::int64_t Module::shared_bytes() const {
  if (shared.empty()) return 0;
  return shared_offsets(*this).back() + shared.back()->elements * size_of(shared.back()->element);
}

OperandLane shuffled(const Node& shuffle, int lane) {
  OperandLane source{0, shuffle.mask[lane]};
  while (source.lane >= shuffle.args[source.operand]->type.lanes)
    source.lane -= shuffle.args[source.operand++]->type.lanes;
  return source;
}

std::optional<std::int64_t> result_of(Op op, std::int64_t x, std::int64_t y) {
  switch (op) {
    case Op::add:
      return x + y;
    case Op::sub:
      return x - y;
    case Op::mul:
      return x * y;
    case Op::div:
      return y == 0 ? std::nullopt : std::optional(x / y);
    case Op::mod:
      return y == 0 ? std::nullopt : std::optional(x % y);
    case Op::min:
      return std::min(x, y);
    case Op::max:
      return std::max(x, y);
    case Op::bit_and:
      return x & y;
    case Op::shl:
      return x << y;
    case Op::shr:
      return x >> y;
    case Op::lt:
      return x < y;
    case Op::le:
      return x <= y;
    case Op::eq:
      return x == y;
    case Op::logical_and:
      return x != 0 && y != 0;
    case Op::logical_or:
      return x != 0 || y != 0;
    default:
      return std::nullopt;
  }
}

}  // namespace papilio::ir
