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

#include "ir/ir.hpp"

namespace papilio::emit {

class Placement {
 public:
  explicit Placement(const ir::Module& module);

  /// True where the value is computed at its own place; else it is in at_entry_of() one block, or nobody needs it.
  [[nodiscard]] bool stays(const ir::Let& let) const { return moved_.find(let.variable->id) == moved_.end(); }
  /// Values from before a block that are needed in there alone, in their order.
  [[nodiscard]] const std::vector<const ir::Let*>& at_entry_of(const ir::Block& block) const;

 private:
  struct Place {
    const ir::Block* parent = nullptr;
    int depth = 0;
    bool loop = false;
    bool rare = false;  ///< many work-items skip it
  };
  void collect(const ir::Block& block);
  void enter(const ir::Block& block, const Place& place);
  /// Whether many work-items skip the branch that is taken where the condition is `taken`.
  [[nodiscard]] bool is_rare(ir::Value condition, bool taken) const;
  /// The integer, or the condition, in one work-item; nullopt where it depends on more than that.
  [[nodiscard]] std::optional<std::int64_t> value_for(ir::Value value, int thread) const;
  void read_backwards(const ir::Block& block);
  void need(ir::Value value, const ir::Block& block);
  void place(const ir::Let& let, const ir::Block& own);
  [[nodiscard]] const ir::Block* common(const ir::Block* a, const ir::Block* b) const;

  int threads_;
  std::unordered_map<int, ir::Value> definitions_;  ///< of variables, by Node::id
  std::unordered_map<const ir::Block*, Place> places_;
  std::unordered_map<int, const ir::Block*> needed_;  ///< by Node::id of a variable: the innermost block with all uses
  std::unordered_map<int, const ir::Block*> moved_;   ///< null: to nowhere
  std::unordered_map<const ir::Block*, std::vector<const ir::Let*>> entries_;
};

}  // namespace papilio::emit
