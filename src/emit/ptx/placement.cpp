// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/ptx/placement.hpp"

#include <algorithm>
#include <variant>

#include "ir/semantics.hpp"

namespace papilio::emit {

using ir::Block;
using ir::Expr;
using ir::Let;
using ir::Op;

CodePlacement::CodePlacement(const ir::Module& module) : threads_(module.threads) {
  collect(module.body);
  enter(module.body, {});
  read_backwards(module.body);
  for (auto& [block, lets] : entries_) std::ranges::reverse(lets);
}

const std::vector<const Let*>& CodePlacement::at_entry_of(const Block& block) const {
  static const std::vector<const Let*> none;
  const auto entry = entries_.find(&block);
  return entry == entries_.end() ? none : entry->second;
}

void CodePlacement::collect(const Block& block) {
  for (const ir::Stmt& stmt : block) {
    if (const auto* let = std::get_if<Let>(&stmt.node)) definitions_.emplace(let->variable->id, let->value);
    if (const auto* loop = std::get_if<ir::For>(&stmt.node)) collect(*loop->body);
    if (const auto* branch = std::get_if<ir::If>(&stmt.node)) {
      collect(*branch->then_block);
      if (branch->else_block != nullptr) collect(*branch->else_block);
    }
  }
}

void CodePlacement::enter(const Block& block, const BlockNesting& place) {
  BlockNesting& entered = places_[&block] = place;
  if (place.parent != nullptr) entered.depth = places_.at(place.parent).depth + 1;
}

/// A branch saves time only if whole warps skip it. A value that is moved into it is no longer computed alongside its
/// neighbours, and its operands stay in registers until then, so a few idle warps are not worth it (measured:
/// docs/lab/planning.md, "PTX").
bool CodePlacement::is_rare(Expr condition, bool taken) const {
  constexpr int warp = 32;
  int idle = 0;
  int warps = 0;
  for (int first = 0; first < threads_; first += warp, ++warps) {
    const auto skips = [&](int thread) {
      const std::optional<std::int64_t> holds = value_for(condition, thread);
      return holds && (*holds != 0) != taken;
    };
    // The work-items between nearly always behave like the first and the last of the warp.
    if (skips(first) && skips(std::min(first + warp, threads_) - 1)) ++idle;
  }
  return 3 * idle >= warps;
}

std::optional<std::int64_t> CodePlacement::value_for(Expr value, int thread) const {
  if (value->type.is_float()) return std::nullopt;
  switch (value->op) {
    case Op::int_constant:
      return value->integer;
    case Op::thread_id:
      return thread;
    case Op::variable: {
      const auto definition = definitions_.find(value->id);
      return definition == definitions_.end() ? std::nullopt : value_for(definition->second, thread);
    }
    case Op::cast:
      return value_for(value->args[0], thread);
    case Op::load:
    case Op::call:
      return std::nullopt;
    default:
      return result_for(value, thread);
  }
}

std::optional<std::int64_t> CodePlacement::result_for(Expr value, int thread) const {
  std::vector<std::int64_t> args;
  for (const Expr arg : value->args) {
    const std::optional<std::int64_t> known = value_for(arg, thread);
    // The result is false whatever the other operand is.
    if (known == 0 && value->op == Op::logical_and) return 0;
    if (known) args.push_back(*known);
  }
  if (args.empty() || args.size() < value->args.size()) return std::nullopt;
  if (value->op == Op::select) return args[0] != 0 ? args[1] : args[2];
  return args.size() == 2 ? ir::result_of(value->op, args[0], args[1]) : std::nullopt;
}

/// Reading backwards, all uses of a definition are known when the definition is reached.
void CodePlacement::read_backwards(const Block& block) {
  for (auto at = block.rbegin(); at != block.rend(); ++at) {
    const ir::Stmt& stmt = *at;
    if (const auto* let = std::get_if<Let>(&stmt.node)) {
      place(*let, block);
    } else if (const auto* store = std::get_if<ir::Store>(&stmt.node)) {
      need(store->index, block);
      if (store->rank != nullptr) need(store->rank, block);
      need(store->value, block);
    } else if (const auto* hint = std::get_if<ir::Prefetch>(&stmt.node)) {
      need(hint->index, block);
    } else if (const auto* signal = std::get_if<ir::Signal>(&stmt.node)) {
      need(signal->index, block);
    } else if (const auto* await = std::get_if<ir::Await>(&stmt.node)) {
      need(await->index, block);
    } else if (const auto* loop = std::get_if<ir::For>(&stmt.node)) {
      enter(*loop->body, {.parent = &block, .loop = true});
      read_backwards(*loop->body);
      need(loop->begin, block);
      need(loop->end, block);
    } else if (const auto* branch = std::get_if<ir::If>(&stmt.node)) {
      for (const auto& side : {branch->then_block, branch->else_block}) {
        if (side == nullptr) continue;
        enter(*side, {.parent = &block, .rare = is_rare(branch->condition, side == branch->then_block)});
        read_backwards(*side);
      }
      need(branch->condition, block);
    }
  }
}

void CodePlacement::need(Expr value, const Block& block) {
  if (value->op == Op::variable) {
    const Block*& known = needed_[value->id];
    known = known == nullptr ? &block : common(known, &block);
  }
  for (const Expr arg : value->args) need(arg, block);
}

void CodePlacement::place(const Let& let, const Block& own) {
  // Loads and calls must not move: memory may change in between.
  if (let.value->op == Op::load || let.value->op == Op::call) return need(let.value, own);
  const auto known = needed_.find(let.variable->id);
  if (known == needed_.end()) {
    moved_[let.variable->id] = nullptr;
    return;
  }
  // Never moves into a loop, which would compute the value in every iteration.
  const Block* target = known->second;
  const bool dear = let.variable->type.is_float();
  for (const Block* block = target; block != &own; block = places_.at(block).parent) {
    const BlockNesting& place = places_.at(block);
    if (place.loop || (dear && !place.rare)) target = place.parent;
  }
  if (target != &own) {
    moved_[let.variable->id] = target;
    entries_[target].push_back(&let);
  }
  need(let.value, *target);
}

const Block* CodePlacement::common(const Block* a, const Block* b) const {
  while (a != b) {
    const bool a_deeper = places_.at(a).depth >= places_.at(b).depth;
    const Block*& deeper = a_deeper ? a : b;
    deeper = places_.at(deeper).parent;
  }
  return a;
}

}  // namespace papilio::emit
