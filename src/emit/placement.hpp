// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where values are best computed. What is needed under a condition only is computed there, so that work-items whose turn it
// is not skip it: in later passes of a short transform these are most of them. Compilers of C do so by themselves.
#pragma once

#include <unordered_map>
#include <vector>

#include "kernel/ir.hpp"

namespace papilio::emit {

class Placement {
 public:
  explicit Placement(const kernel::Module& module);

  /// True where the value is computed at its own place; else it is in at_entry_of() one block, or nobody needs it.
  [[nodiscard]] bool stays(const kernel::Let& let) const { return moved_.find(let.variable->id) == moved_.end(); }
  /// Values from before a block that are needed in there alone, in their order.
  [[nodiscard]] const std::vector<const kernel::Let*>& at_entry_of(const kernel::Block& block) const;

 private:
  struct Place {
    const kernel::Block* parent = nullptr;
    int depth = 0;
    bool loop = false;
  };
  void enter(const kernel::Block& block, const kernel::Block* parent, bool loop);
  void read_backwards(const kernel::Block& block);
  void need(kernel::Value value, const kernel::Block& block);
  void place(const kernel::Let& let, const kernel::Block& own);
  [[nodiscard]] const kernel::Block* common(const kernel::Block* a, const kernel::Block* b) const;

  std::unordered_map<const kernel::Block*, Place> places_;
  std::unordered_map<int, const kernel::Block*> needed_;  ///< by Node::id of a variable: the innermost block with all uses
  std::unordered_map<int, const kernel::Block*> moved_;   ///< null: to nowhere
  std::unordered_map<const kernel::Block*, std::vector<const kernel::Let*>> entries_;
};

}  // namespace papilio::emit
