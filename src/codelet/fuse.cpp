// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <utility>

#include "codelet/program.hpp"

namespace papilio::codelet {
namespace {

bool is_addition(CodeletOp op) { return op == CodeletOp::add || op == CodeletOp::sub; }

/// For each mul that can be removed, the instructions that read it. Empty for any other instruction.
std::vector<std::vector<int>> users_of_removable_muls(const CodeletProgram& program) {
  const int count = static_cast<int>(program.instructions.size());
  std::vector<std::vector<int>> users(count);
  std::vector<bool> is_kept(count, false);
  for (int i = 0; i < count; ++i) is_kept[i] = program.instructions[i].op != CodeletOp::mul;
  for (const int output : program.outputs) {
    if (output >= program.inputs) is_kept[output - program.inputs] = true;
  }
  for (int i = 0; i < count; ++i) {
    const CodeletInstruction& user = program.instructions[i];
    for (const int operand : {user.a, operand_count(user.op) == 2 ? user.b : -1}) {
      if (operand < program.inputs) continue;
      users[operand - program.inputs].push_back(i);
      if (!is_addition(user.op)) is_kept[operand - program.inputs] = true;
    }
  }
  for (int i = 0; i < count; ++i) {
    if (is_kept[i]) users[i].clear();
  }
  return users;
}

/// For each addition, the mul that it absorbs, or -1. An addition can absorb only one of two muls, so muls whose users
/// have fewer other candidates are chosen first.
std::vector<int> choose_muls(const CodeletProgram& program) {
  const auto users = users_of_removable_muls(program);
  std::vector<int> wanted(users.size(), 0);
  for (const auto& list : users) {
    for (const int user : list) ++wanted[user];
  }
  std::vector<std::pair<int, int>> order;
  for (int i = 0; i < static_cast<int>(users.size()); ++i) {
    int rivals = 0;
    for (const int user : users[i]) rivals += wanted[user] - 1;
    if (!users[i].empty()) order.emplace_back(rivals, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<int> taken(users.size(), -1);
  for (const auto& [rivals, mul] : order) {
    const bool is_free = std::all_of(users[mul].begin(), users[mul].end(), [&](int user) { return taken[user] < 0; });
    if (!is_free) continue;
    for (const int user : users[mul]) taken[user] = mul;
  }
  return taken;
}

CodeletInstruction fused(const CodeletInstruction& addition, const CodeletInstruction& mul, bool mul_is_first) {
  const int other = mul_is_first ? addition.b : addition.a;
  if (addition.op == CodeletOp::sub && mul_is_first) return {CodeletOp::fms, mul.a, other, mul.constant, mul.exact};
  const bool subtracts = (addition.op == CodeletOp::sub) != (mul.constant < 0);
  const CodeletOp op = subtracts ? CodeletOp::fnma : CodeletOp::fma;
  if (mul.constant < 0) return {op, mul.a, other, -mul.constant, -mul.exact};
  return {op, mul.a, other, mul.constant, mul.exact};
}

}  // namespace

CodeletProgram fuse(const CodeletProgram& program) {
  const std::vector<int> taken = choose_muls(program);
  std::vector<bool> is_removed(taken.size(), false);
  for (const int mul : taken) {
    if (mul >= 0) is_removed[mul] = true;
  }
  CodeletProgram result;
  result.inputs = program.inputs;
  std::vector<int> renamed(program.inputs + taken.size());
  for (int i = 0; i < program.inputs; ++i) renamed[i] = i;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (is_removed[i]) continue;
    CodeletInstruction next = program.instructions[i];
    if (taken[i] >= 0) next = fused(next, program.instructions[taken[i]], next.a == program.inputs + taken[i]);
    next.a = renamed[next.a];
    if (operand_count(next.op) == 2) next.b = renamed[next.b];
    renamed[program.inputs + i] = program.inputs + static_cast<int>(result.instructions.size());
    result.instructions.push_back(next);
  }
  for (const int output : program.outputs) result.outputs.push_back(renamed[output]);
  return result;
}

}  // namespace papilio::codelet
