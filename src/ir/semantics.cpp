// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/semantics.hpp"

#include <algorithm>

#include "core/number_theory.hpp"
#include "ir/op_table.hpp"

namespace papilio::ir {
namespace {

/// Every shared array starts at a multiple of this: the widest vector of any dialect (16 floats).
constexpr std::int64_t shared_alignment = 64;

using Int = std::int64_t;
using IntegerFunction = Int (*)(Int, Int);

constexpr OpTable<IntegerFunction> integer_functions = {
    {Op::add, [](Int x, Int y) { return x + y; }},
    {Op::sub, [](Int x, Int y) { return x - y; }},
    {Op::mul, [](Int x, Int y) { return x * y; }},
    {Op::div, [](Int x, Int y) { return x / y; }},
    {Op::mod, [](Int x, Int y) { return x % y; }},
    {Op::min, [](Int x, Int y) { return std::min(x, y); }},
    {Op::max, [](Int x, Int y) { return std::max(x, y); }},
    {Op::bit_and, [](Int x, Int y) { return x & y; }},
    {Op::shl, [](Int x, Int y) { return x << y; }},
    {Op::shr, [](Int x, Int y) { return x >> y; }},
    {Op::lt, [](Int x, Int y) { return Int{x < y}; }},
    {Op::le, [](Int x, Int y) { return Int{x <= y}; }},
    {Op::eq, [](Int x, Int y) { return Int{x == y}; }},
    {Op::logical_and, [](Int x, Int y) { return Int{x != 0 && y != 0}; }},
    {Op::logical_or, [](Int x, Int y) { return Int{x != 0 || y != 0}; }},
};

}  // namespace

std::vector<std::int64_t> shared_offsets(const Module& module) {
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
  for (const Buffer* array : module.shared) {
    offsets.push_back(ceil_div(end, shared_alignment) * shared_alignment);
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
  const IntegerFunction function = integer_functions[op];
  const bool divides = op == Op::div || op == Op::mod;
  if (function == nullptr || (divides && y == 0)) return std::nullopt;
  return function(x, y);
}

}  // namespace papilio::ir
