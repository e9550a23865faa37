// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where values are best computed. Indices that are needed under a condition only are computed there, and arithmetic is
// if many work-items then skip it: in later stages of a short transform these are most of them. Compilers of C do so by
// themselves.
#pragma once

#include <cstdint>
#include <optional>
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
    bool rare = false;  ///< many work-items skip it
  };
  void collect(const kernel::Block& block);
  void enter(const kernel::Block& block, const Place& place);
  /// Whether many work-items skip the branch that is taken where the condition is `taken`.
  [[nodiscard]] bool is_rare(kernel::Value condition, bool taken) const;
  /// The integer, or the condition, in one work-item; nullopt where it depends on more than that.
  [[nodiscard]] std::optional<std::int64_t> value_for(kernel::Value value, int thread) const;
  void read_backwards(const kernel::Block& block);
  void need(kernel::Value value, const kernel::Block& block);
  void place(const kernel::Let& let, const kernel::Block& own);
  [[nodiscard]] const kernel::Block* common(const kernel::Block* a, const kernel::Block* b) const;

  int threads_;
  std::unordered_map<int, kernel::Value> definitions_;  ///< of variables, by Node::id
  std::unordered_map<const kernel::Block*, Place> places_;
  std::unordered_map<int, const kernel::Block*>
      needed_;  ///< by Node::id of a variable: the innermost block with all uses
  std::unordered_map<int, const kernel::Block*> moved_;  ///< null: to nowhere
  std::unordered_map<const kernel::Block*, std::vector<const kernel::Let*>> entries_;
};

}  // namespace papilio::emit
