// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/placement.hpp"

#include <algorithm>
#include <ranges>
#include <variant>

namespace papilio::emit {

using kernel::Block;
using kernel::Let;
using kernel::Op;
using kernel::Value;

Placement::Placement(const kernel::Module& module) {
  enter(module.body, nullptr, false);
  read_backwards(module.body);
  for (auto& [block, lets] : entries_) std::ranges::reverse(lets);
}

const std::vector<const Let*>& Placement::at_entry_of(const Block& block) const {
  static const std::vector<const Let*> none;
  const auto entry = entries_.find(&block);
  return entry == entries_.end() ? none : entry->second;
}

void Placement::enter(const Block& block, const Block* parent, bool loop) {
  places_[&block] = {parent, parent == nullptr ? 0 : places_.at(parent).depth + 1, loop};
}

/// Uses come after definitions, so that all of them are known when a definition is read.
void Placement::read_backwards(const Block& block) {
  for (const kernel::Stmt& stmt : std::views::reverse(block)) {
    if (const auto* let = std::get_if<Let>(&stmt.node)) {
      place(*let, block);
    } else if (const auto* store = std::get_if<kernel::Store>(&stmt.node)) {
      need(store->index, block);
      need(store->value, block);
    } else if (const auto* hint = std::get_if<kernel::Prefetch>(&stmt.node)) {
      need(hint->index, block);
    } else if (const auto* loop = std::get_if<kernel::For>(&stmt.node)) {
      enter(*loop->body, &block, true);
      read_backwards(*loop->body);
      need(loop->begin, block);
      need(loop->end, block);
    } else if (const auto* branch = std::get_if<kernel::If>(&stmt.node)) {
      for (const auto& side : {branch->then_block, branch->else_block}) {
        if (side == nullptr) continue;
        enter(*side, &block, false);
        read_backwards(*side);
      }
      need(branch->condition, block);
    }
  }
}

void Placement::need(Value value, const Block& block) {
  if (value->op == Op::variable) {
    const Block*& known = needed_[value->id];
    known = known == nullptr ? &block : common(known, &block);
  }
  for (const Value arg : value->args) need(arg, block);
}

void Placement::place(const Let& let, const Block& own) {
  // What memory holds changes.
  if (let.value->op == Op::load || let.value->op == Op::call) return need(let.value, own);
  const auto known = needed_.find(let.variable->id);
  if (known == needed_.end()) {
    moved_[let.variable->id] = nullptr;
    return;
  }
  // Not into a loop, which would compute it again and again.
  const Block* target = known->second;
  for (const Block* block = target; block != &own; block = places_.at(block).parent) {
    if (places_.at(block).loop) target = places_.at(block).parent;
  }
  if (target != &own) {
    moved_[let.variable->id] = target;
    entries_[target].push_back(&let);
  }
  need(let.value, *target);
}

const Block* Placement::common(const Block* a, const Block* b) const {
  while (a != b) {
    const bool a_deeper = places_.at(a).depth >= places_.at(b).depth;
    const Block*& deeper = a_deeper ? a : b;
    deeper = places_.at(deeper).parent;
  }
  return a;
}

}  // namespace papilio::emit
