// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Renderer: what the C-like dialects share. Walks a module once and writes its text; a dialect adds the signature, the
// names of types and functions, and how vectors are loaded, stored and taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/c/conversions.hpp"
#include "ir/ir.hpp"

namespace papilio::emit {

/// In place of a lane: all of them.
inline constexpr int whole = -1;

/// Operators of C, loosest first.
enum class Precedence {
  conditional,
  logical_or,
  logical_and,
  bit_or,
  bit_xor,
  bit_and,
  equality,
  relational,
  shift,
  additive,
  multiplicative,
  unary,
  primary
};

/// An expression, and how tightly its outermost operator binds.
struct Text {
  std::string text;
  Precedence precedence = Precedence::primary;
};

class Renderer {
 public:
  explicit Renderer(const ir::Module& module) : module_(module) {}
  virtual ~Renderer() = default;
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  std::string render();

 protected:
  /// Everything before the body's first statement, the opening brace included.
  virtual void begin_kernel() = 0;
  [[nodiscard]] virtual std::string type_name(ir::Type type) const = 0;
  [[nodiscard]] virtual std::string_view i64_suffix() const = 0;
  [[nodiscard]] virtual std::string_view fma_name(ir::ScalarKind kind) const = 0;
  [[nodiscard]] virtual std::string_view barrier() const = 0;
  /// Of the work-groups of a cluster.
  [[nodiscard]] virtual std::string_view cluster_barrier(ir::BarrierScope meeting) const;
  virtual void signal(const ir::Signal& signal);
  virtual void await(const ir::Await& await);
  /// To another work-group of the cluster.
  virtual void store_away(const ir::Store& store);
  /// The line before a loop, or nothing.
  [[nodiscard]] virtual std::string_view unroll(ir::Unroll unroll) const = 0;
  /// ".s3" or ".w"
  [[nodiscard]] virtual std::string component(int lane) const = 0;
  /// A vector of several lanes that is not a variable.
  [[nodiscard]] virtual Text vector(ir::Value value) const = 0;
  virtual void store_vector(const ir::Store& store) = 0;
  /// Functions for buffers that convert.
  [[nodiscard]] virtual Definitions load_function(const Conversion& conversion) const = 0;
  [[nodiscard]] virtual Definitions store_function(const Conversion& conversion) const = 0;
  /// A statement that asks for the memory at an address, given as text.
  [[nodiscard]] virtual std::string prefetch(const std::string& address) const = 0;

  /// A value, whole.
  [[nodiscard]] Text expression(ir::Value value) const;
  /// One lane of a value; a scalar has the same value in every lane.
  [[nodiscard]] Text lane(ir::Value value, int lane) const;
  /// An operation whose lanes are independent, `whole` or one lane of it.
  [[nodiscard]] Text arithmetic(ir::Value value, int lane) const;
  /// buffer[index + offset]
  [[nodiscard]] Text element(const ir::Buffer& buffer, ir::Value index, int offset) const;
  /// The user's text, after what it may use; `prelude` is the dialect's.
  void define_callbacks(const Definitions& prelude) const;
  /// "buffer + index"
  [[nodiscard]] virtual std::string address(const ir::Buffer& buffer, ir::Value index, int offset = 0) const;
  /// `lanes` numbers of a buffer that converts, by a function of its own.
  [[nodiscard]] Text converted(const ir::Buffer& buffer, ir::Value index, int offset, int lanes) const;
  void store_converted(const ir::Store& store, int lane, int lanes);
  [[nodiscard]] Text literal(ir::Value value) const;
  [[nodiscard]] std::string float_literal(ir::Value value) const;

  [[nodiscard]] bool uses(ir::Op op) const;
  [[nodiscard]] bool uses(ir::ScalarKind kind) const;
  void line(std::string_view text);
  void indent() { ++depth_; }
  /// Declares the arrays of a work-item.
  void register_arrays();
  /// Functions that turn out to be needed will stand here, before the kernel.
  void place_functions() { functions_at_ = text_.size(); }

  const ir::Module& module_;

 private:
  [[nodiscard]] Text operand(ir::Value value, int lane) const;
  [[nodiscard]] Text infix(ir::Value value, int lane) const;
  [[nodiscard]] Text call(std::string_view name, ir::Value value, int lane) const;
  void block(const ir::Block& statements);
  void statement(const ir::Let& let);
  void statement(const ir::Store& store);
  void statement(const ir::For& loop);
  void statement(const ir::If& branch);
  void statement(const ir::Prefetch& hint);
  void statement(const ir::Barrier&);
  void statement(const ir::Signal& node) { signal(node); }
  void statement(const ir::Await& node) { await(node); }
  void statement(const ir::Comment& comment);

  [[nodiscard]] Text call_of_user(ir::Value value) const;
  void define(const Definitions& definitions) const;

  std::string text_;
  std::size_t depth_ = 0;
  std::size_t functions_at_ = 0;
  mutable std::vector<std::string> functions_;  ///< expressions find out
};

/// `text`, in parentheses when it binds less tightly than `least`.
std::string at_least(const Text& text, Precedence least);
/// True when a dialect may access `lanes` scalars at once at an index of this alignment.
bool is_aligned(std::int64_t alignment, int lanes);

}  // namespace papilio::emit
