// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <vector>

#include "codelet/program.hpp"

namespace papilio::codelet {
namespace {

/// The distinct values that an instruction reads.
struct OperandRange {
  int value[2];
  int count;
  explicit OperandRange(const CodeletInstruction& in) : value{in.a, in.b}, count(operand_count(in.op)) {
    if (count == 2 && in.a == in.b) count = 1;
  }
  [[nodiscard]] const int* begin() const { return value; }
  [[nodiscard]] const int* end() const { return value + count; }
};

/// List scheduling: of the instructions whose operands exist, take the one that ends the most live ranges. Among equals
/// take the first in graph order, which is depth first because the algorithms recurse. (Measured over all radices:
/// preferring operands with few readers left, or recently computed operands, keeps more values live.)
class ListScheduler {
 public:
  explicit ListScheduler(const CodeletProgram& program)
      : program_(program),
        users_(program.inputs + program.instructions.size()),
        readers_(users_.size(), 0),
        missing_(program.instructions.size(), 0) {
    for (int i = 0; i < static_cast<int>(program.instructions.size()); ++i) {
      for (const int operand : OperandRange(program.instructions[i])) {
        users_[operand].push_back(i);
        ++readers_[operand];
        missing_[i] += operand >= program.inputs ? 1 : 0;
      }
      if (missing_[i] == 0) ready_.insert(i);
    }
    for (const int output : program.outputs) ++readers_[output];  // outputs stay live to the end
  }

  std::vector<int> order() && {
    std::vector<int> result;
    while (!ready_.empty()) {
      const int next = best();
      ready_.erase(next);
      result.push_back(next);
      for (const int operand : OperandRange(program_.instructions[next])) --readers_[operand];
      for (const int user : users_[program_.inputs + next]) {
        if (--missing_[user] == 0) ready_.insert(user);
      }
    }
    return result;
  }

 private:
  [[nodiscard]] int best() const {
    int choice = *ready_.begin();
    int most = ended(choice);
    for (const int candidate : ready_) {
      if (most == 2) break;  // no instruction reads more than two values
      const int count = ended(candidate);
      if (count > most) choice = candidate;
      most = std::max(most, count);
    }
    return choice;
  }

  /// The number of live ranges that this instruction ends.
  [[nodiscard]] int ended(int instruction) const {
    const OperandRange operands(program_.instructions[instruction]);
    return static_cast<int>(std::count_if(operands.begin(), operands.end(), [&](int v) { return readers_[v] == 1; }));
  }

  const CodeletProgram& program_;
  std::vector<std::vector<int>> users_;
  std::vector<int> readers_;
  std::vector<int> missing_;
  std::set<int> ready_;
};

CodeletProgram reordered(const CodeletProgram& program, const std::vector<int>& order) {
  std::vector<int> renamed(program.inputs + order.size());
  std::iota(renamed.begin(), renamed.begin() + program.inputs, 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    renamed[program.inputs + order[i]] = program.inputs + static_cast<int>(i);
  }
  CodeletProgram result;
  result.inputs = program.inputs;
  for (const int i : order) {
    CodeletInstruction next = program.instructions[i];
    next.a = renamed[next.a];
    if (operand_count(next.op) == 2) next.b = renamed[next.b];
    result.instructions.push_back(next);
  }
  for (const int output : program.outputs) result.outputs.push_back(renamed[output]);
  return result;
}

}  // namespace

CodeletProgram schedule(const CodeletProgram& program) { return reordered(program, ListScheduler(program).order()); }

int max_live(const CodeletProgram& program) {
  std::vector<int> readers(program.inputs + program.instructions.size(), 0);
  for (const CodeletInstruction& in : program.instructions) {
    for (const int operand : OperandRange(in)) ++readers[operand];
  }
  for (const int output : program.outputs) ++readers[output];
  int live = program.inputs;
  int most = live;
  for (const CodeletInstruction& in : program.instructions) {
    ++live;
    for (const int operand : OperandRange(in)) live -= --readers[operand] == 0 ? 1 : 0;
    most = std::max(most, live);
  }
  return most;
}

}  // namespace papilio::codelet
