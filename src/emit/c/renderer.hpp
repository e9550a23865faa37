// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Renderer: the common part of the C-like dialects. It walks a module once and writes its text; a dialect adds the
// signature, the names of types and functions, and how vectors are loaded, stored and split into lanes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/c/conversions.hpp"
#include "ir/ir.hpp"

namespace papilio::emit {

/// Used instead of a lane's number: all lanes.
inline constexpr int whole = -1;

/// Precedence levels of C's operators, loosest first.
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
  /// Suffix of literals of the type that f32 has in the text.
  [[nodiscard]] virtual std::string_view f32_suffix() const { return "f"; }
  [[nodiscard]] virtual std::string_view f64_suffix() const { return ""; }
  [[nodiscard]] virtual std::string_view fma_name(ir::ScalarKind kind) const = 0;
  /// The function of Op::bits whose result is of that type.
  [[nodiscard]] virtual std::string bits_name(ir::Type type) const = 0;
  [[nodiscard]] virtual std::string_view barrier() const = 0;
  /// The barrier between the work-groups of a cluster.
  [[nodiscard]] virtual std::string_view cluster_barrier(ir::BarrierScope scope) const;
  virtual void signal(const ir::Signal& signal);
  virtual void await(const ir::Await& await);
  /// A store to another work-group of the cluster.
  virtual void store_away(const ir::Store& store);
  /// The line before a loop; may be empty.
  [[nodiscard]] virtual std::string_view unroll(ir::Unroll unroll) const = 0;
  /// ".s3" or ".w"
  [[nodiscard]] virtual std::string component(int lane) const = 0;
  /// An expression for a vector of several lanes that is not a variable.
  [[nodiscard]] virtual Text vector(ir::Expr value) const = 0;
  virtual void store_vector(const ir::Store& store) = 0;
  /// Functions for buffers that convert, of dialects with pointers.
  [[nodiscard]] virtual Definitions load_function(const Conversion& conversion) const;
  [[nodiscard]] virtual Definitions store_function(const Conversion& conversion) const;
  /// A statement that prefetches the memory at `address` of a buffer with this access; empty if the dialect has none.
  [[nodiscard]] virtual std::string prefetch(const std::string& address, ir::Access access) const = 0;
  /// "const float x", "float x[8];", and the head of a loop.
  [[nodiscard]] virtual std::string constant(ir::Expr variable) const;
  [[nodiscard]] virtual std::string register_array(const ir::Buffer& array) const;
  [[nodiscard]] virtual std::string loop_head(const ir::For& loop) const;

  /// A value with all its lanes.
  [[nodiscard]] Text expression(ir::Expr value) const;
  /// One lane of a value; a scalar has the same value in every lane.
  [[nodiscard]] Text lane(ir::Expr value, int lane) const;
  /// An operation whose lanes are independent: all lanes (`whole`) or one.
  [[nodiscard]] virtual Text arithmetic(ir::Expr value, int lane) const;
  [[nodiscard]] Text operand(ir::Expr value, int lane) const;
  /// buffer[index + offset]
  [[nodiscard]] virtual Text element(const ir::Buffer& buffer, ir::Expr index, int offset) const;
  /// index + offset
  [[nodiscard]] Text position(ir::Expr index, std::int64_t offset) const;
  /// Writes the user's callbacks after the definitions that they may use; `prelude` is the dialect's part of those.
  void define_callbacks(const Definitions& prelude) const;
  /// "buffer + index"
  [[nodiscard]] virtual std::string address(const ir::Buffer& buffer, ir::Expr index, int offset = 0) const;
  /// Loads `lanes` numbers of a buffer that converts, with a conversion function.
  [[nodiscard]] virtual Text converted(const ir::Buffer& buffer, ir::Expr index, int offset, int lanes) const;
  virtual void store_converted(const ir::Store& store, int lane, int lanes);
  [[nodiscard]] Text literal(ir::Expr value) const;
  [[nodiscard]] std::string float_literal(ir::Expr value) const;
  /// `text` as another type.
  [[nodiscard]] virtual Text cast_text(std::string_view type, const Text& text) const;

  [[nodiscard]] bool uses(ir::Op op) const;
  [[nodiscard]] bool uses(ir::ScalarKind kind) const;
  void line(std::string_view text);
  void indent() { ++depth_; }
  /// Declares the private arrays of a work-item, but not `except`.
  void register_arrays(const ir::Buffer* except = nullptr);
  /// Adds functions to the text, unless it has them.
  void define(const Definitions& definitions) const;
  /// Marks the current position, before the kernel, for the functions that the text turns out to need.
  void place_functions() { functions_at_ = text_.size(); }

  const ir::Module& module_;

 private:
  [[nodiscard]] Text infix(ir::Expr value, int lane) const;
  [[nodiscard]] Text call(std::string_view name, ir::Expr value, int lane) const;
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

  [[nodiscard]] Text call_of_user(ir::Expr value) const;

  std::string text_;
  std::size_t depth_ = 0;
  std::size_t functions_at_ = 0;
  mutable std::vector<std::string> functions_;  ///< filled while expressions are rendered
};

/// `text`, in parentheses if it binds less tightly than `least`.
std::string at_least(const Text& text, Precedence least);
/// True if a dialect may access `lanes` scalars at once at an index of this alignment.
bool is_aligned(std::int64_t alignment, int lanes);

}  // namespace papilio::emit
