// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/interpreter_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <papilio/error.hpp>
#include <tuple>
#include <unordered_map>

namespace papilio::ir::interpreter {
namespace {

/// Equal leaves share a register.
using LeafKey = std::tuple<Op, ScalarKind, std::uint8_t, std::int64_t, std::uint64_t>;

LeafKey key_of(const Node& leaf) {
  const bool has_integer = leaf.op == Op::int_constant || leaf.op == Op::scalar_param;
  return {leaf.op, leaf.type.kind, leaf.type.lanes, has_integer ? leaf.integer : 0,
          leaf.op == Op::float_constant ? std::bit_cast<std::uint64_t>(leaf.real) : 0};
}

class Compiler {
 public:
  explicit Compiler(const Module& module) : threads_(static_cast<std::size_t>(module.threads) * module.cluster) {
    program_.threads = module.threads;
    program_.cluster = module.cluster;
    program_.buffers = module.buffers;
    program_.buffers.insert(program_.buffers.end(), module.shared.begin(), module.shared.end());
    program_.buffers.insert(program_.buffers.end(), module.registers.begin(), module.registers.end());
    program_.steps = block(module.body);
    // Intermediate results of all statements share one area behind the values that outlive their statement.
    for (const std::size_t scratch : all_scratch_) program_.registers[scratch].first += lasting_;
    program_.lanes = lasting_ + max_scratch_;
  }

  InterpreterProgram take() { return std::move(program_); }

 private:
  Steps block(const Block& statements) {
    Steps steps;
    for (const Stmt& stmt : statements) {
      std::visit([&](const auto& node) { statement(node, steps); }, stmt.node);
      forget();
    }
    return steps;
  }

  /// Ends a statement: its intermediate results are not read again.
  void forget() {
    computed_.clear();
    all_scratch_.insert(all_scratch_.end(), scratch_.begin(), scratch_.end());
    scratch_.clear();
    next_scratch_ = 0;
  }

  void statement(const Let& let, Steps& steps) {
    Step step;
    variables_[let.variable] = lasting_value(let.value, step.code);
    if (!step.code.empty()) steps.push_back(std::move(step));
  }

  void statement(const Store& store, Steps& steps) {
    Step step;
    Write write{&store, buffer(store.buffer), value(store.index, step.code), value(store.value, step.code), {}};
    if (store.rank != nullptr) write.rank = value(store.rank, step.code);
    step.action = write;
    steps.push_back(std::move(step));
  }

  void statement(const For& loop, Steps& steps) {
    Step step;
    Repeat repeat;
    repeat.begin = lasting_value(loop.begin, step.code);
    repeat.end = lasting_value(loop.end, step.code);
    repeat.variable = lasting_register(loop.variable->type);
    repeat.step = loop.step;
    variables_[loop.variable] = repeat.variable;
    forget();
    repeat.body = block(*loop.body);
    step.action = std::move(repeat);
    steps.push_back(std::move(step));
  }

  void statement(const If& branch, Steps& steps) {
    Step step;
    Choose choose;
    choose.condition = lasting_value(branch.condition, step.code);
    forget();
    choose.then_steps = block(*branch.then_block);
    if (branch.else_block != nullptr) choose.else_steps = block(*branch.else_block);
    step.action = std::move(choose);
    steps.push_back(std::move(step));
  }

  void statement(const Barrier& barrier, Steps& steps) { steps.push_back({{}, Sync{barrier.scope}}); }
  void statement(const Signal& signal, Steps& steps) {
    count({&signal, buffer(signal.buffer), 0, {}}, signal.index, steps);
  }
  void statement(const Await& await, Steps& steps) {
    count({&await, buffer(await.buffer), 0, await.count}, await.index, steps);
  }
  void count(Count count, Expr index, Steps& steps) {
    Step step;
    count.index = value(index, step.code);
    step.action = count;
    steps.push_back(std::move(step));
  }
  void statement(const Prefetch&, Steps&) {}
  void statement(const Comment&, Steps&) {}

  std::size_t lasting_register(Type type) {
    program_.registers.push_back({type, lasting_});
    lasting_ += threads_ * type.lanes;
    return program_.registers.size() - 1;
  }

  std::size_t scratch_register(Type type) {
    program_.registers.push_back({type, next_scratch_});
    next_scratch_ += threads_ * type.lanes;
    max_scratch_ = std::max(max_scratch_, next_scratch_);
    scratch_.push_back(program_.registers.size() - 1);
    return scratch_.back();
  }

  std::size_t leaf(Expr value) {
    if (value->op == Op::variable) {
      const auto bound = variables_.find(value);
      if (bound != variables_.end()) return bound->second;
      throw Error::internal("interpreter", fmt::format("'{}_{}' is used before it is bound", value->name, value->id));
    }
    const auto [place, fresh] = leaves_.try_emplace(key_of(*value), 0);
    if (fresh) {
      place->second = lasting_register(value->type);
      program_.leaves.emplace_back(place->second, value);
    }
    return place->second;
  }

  /// The register of a value that statements after this one read too: it moves out of the scratch area.
  std::size_t lasting_value(Expr root, std::vector<Instruction>& code) {
    const std::size_t result = value(root, code);
    if (std::erase(scratch_, result) != 0) {
      Register& moved = program_.registers[result];
      moved.first = lasting_;
      lasting_ += threads_ * moved.type.lanes;
    }
    return result;
  }

  std::size_t value(Expr node, std::vector<Instruction>& code) {
    if (node->args.empty()) return leaf(node);
    const auto known = computed_.find(node);
    if (known != computed_.end()) return known->second;
    Instruction instruction;
    instruction.node = node;
    for (const Expr arg : node->args) instruction.args.push_back(value(arg, code));
    if (node->op == Op::load) instruction.buffer = buffer(node->buffer);
    instruction.result = scratch_register(node->type);
    code.push_back(std::move(instruction));
    computed_[node] = code.back().result;
    return code.back().result;
  }

  std::size_t buffer(const Buffer* buffer) const {
    const auto found = std::find(program_.buffers.begin(), program_.buffers.end(), buffer);
    if (found == program_.buffers.end()) throw Error::internal("interpreter", "access to a buffer nobody declared");
    return static_cast<std::size_t>(found - program_.buffers.begin());
  }

  std::size_t threads_;  ///< of all work-groups that run at once
  InterpreterProgram program_;
  std::unordered_map<Expr, std::size_t> variables_;
  std::unordered_map<Expr, std::size_t> computed_;  ///< in this statement
  std::map<LeafKey, std::size_t> leaves_;
  std::vector<std::size_t> scratch_;  ///< registers of this statement; `first` counts from the scratch area
  std::vector<std::size_t> all_scratch_;
  std::size_t lasting_ = 0;
  std::size_t next_scratch_ = 0;
  std::size_t max_scratch_ = 0;
};

}  // namespace

InterpreterProgram compile(const Module& module) { return Compiler(module).take(); }

}  // namespace papilio::ir::interpreter
