// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CodePlacement: where values are computed. Indices that are needed only under a condition are computed there;
// arithmetic is moved there only if many work-items then skip it, which in the later stages of a short transform are
// most of them. C compilers do this by themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/ir.hpp"

namespace papilio::emit {

class CodePlacement {
 public:
  explicit CodePlacement(const ir::Module& module);

  /// True if the value is computed at its definition. Otherwise it is in at_entry_of() one block, or unused.
  [[nodiscard]] bool stays(const ir::Let& let) const { return moved_.find(let.variable->id) == moved_.end(); }
  /// Values defined before a block that only this block needs, in their order.
  [[nodiscard]] const std::vector<const ir::Let*>& at_entry_of(const ir::Block& block) const;

 private:
  struct BlockNesting {
    const ir::Block* parent = nullptr;
    int depth = 0;
    bool loop = false;
    bool rare = false;  ///< true if many work-items skip it
  };
  void collect(const ir::Block& block);
  void enter(const ir::Block& block, const BlockNesting& place);
  /// True if many work-items skip the branch that is executed when the condition equals `taken`.
  [[nodiscard]] bool is_rare(ir::Expr condition, bool taken) const;
  /// The value of an integer or a condition in one work-item; nullopt if it depends on anything but the work-item's
  /// number.
  [[nodiscard]] std::optional<std::int64_t> value_for(ir::Expr value, int thread) const;
  /// The same of an operation on integers or conditions.
  [[nodiscard]] std::optional<std::int64_t> result_for(ir::Expr value, int thread) const;
  void read_backwards(const ir::Block& block);
  void need(ir::Expr value, const ir::Block& block);
  void place(const ir::Let& let, const ir::Block& own);
  [[nodiscard]] const ir::Block* common(const ir::Block* a, const ir::Block* b) const;

  int threads_;
  std::unordered_map<int, ir::Expr> definitions_;  ///< of variables, by Node::id
  std::unordered_map<const ir::Block*, BlockNesting> places_;
  std::unordered_map<int, const ir::Block*> needed_;  ///< by Node::id of a variable: the innermost block with all uses
  std::unordered_map<int, const ir::Block*> moved_;   ///< null: unused, never computed
  std::unordered_map<const ir::Block*, std::vector<const ir::Let*>> entries_;
};

}  // namespace papilio::emit
