// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Value: an expression together with the Builder that makes expressions from it, so that kernels are written as
// arithmetic (operators.hpp). Whatever only reads the IR uses Expr, the bare pointer, to which a Value converts.
#pragma once

#include <cstddef>
#include <type_traits>

#include "ir/ir.hpp"

namespace papilio::ir {

class Builder;

class Value {
 public:
  /// None.
  Value() = default;
  Value(std::nullptr_t) {}  // NOLINT(google-explicit-constructor): as pointers have it
  Value(Builder& builder, Expr expr) : builder_(&builder), expr_(expr) {}

  operator Expr() const { return expr_; }  // NOLINT(google-explicit-constructor): readers of the IR take Expr
  explicit operator bool() const { return expr_ != nullptr; }
  const Node* operator->() const { return expr_; }
  [[nodiscard]] Type type() const { return expr_->type; }
  /// The builder of a value that is not none.
  [[nodiscard]] Builder& builder() const;

 private:
  Builder* builder_ = nullptr;
  Expr expr_ = nullptr;
};

/// The very same node, or both none. `a == b` is a comparison in the kernel.
inline bool same(Expr a, Expr b) { return a == b; }

static_assert(sizeof(Value) == 2 * sizeof(void*) && std::is_trivially_copyable_v<Value>);

}  // namespace papilio::ir
