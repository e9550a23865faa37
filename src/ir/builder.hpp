// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Builder: the only way to make IR. Arithmetic on constants is folded at once, and so are x + 0 and x * 1; x / 2^k and
// x mod 2^k become shifts and masks. Every operation is type-checked, so an ill-typed program cannot be built. Kernels
// write arithmetic with the operators of operators.hpp, which call the functions here.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "ir/ir.hpp"
#include "ir/ranges.hpp"
#include "ir/value.hpp"

namespace papilio::ir {

/// The type of an input or output.
struct GlobalMemory {
  ScalarKind element = ScalarKind::f32;
  Storage storage = Storage::native;
  bool restrict_ = true;
};

/// Constants that the launcher provides. verify() trusts that integers are in [least, most].
struct Table {
  ScalarKind element = ScalarKind::f32;
  std::int64_t elements = 0;
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// Step of a loop, and whether compilers should unroll it.
struct LoopStep {
  LoopStep(std::int64_t step, Unroll unroll_ = Unroll::automatic)  // NOLINT(google-explicit-constructor)
      : by(step), unroll(unroll_) {}
  std::int64_t by;
  Unroll unroll;
};

class Builder {
 public:
  Builder(std::string_view name, int threads, int resident = 0, int cluster = 1);
  /// For passes: begins the body of a program anew, with its parameters, arrays and nodes.
  explicit Builder(Module module);

  // Parameters and shared memory
  const Buffer* input(ScalarKind element, bool restrict_) { return input("in", {element, Storage::native, restrict_}); }
  const Buffer* output(ScalarKind element, bool restrict_) {
    return output("out", {element, Storage::native, restrict_});
  }
  const Buffer* input(std::string_view name, const GlobalMemory& memory);
  const Buffer* output(std::string_view name, const GlobalMemory& memory);
  const Buffer* table(std::string_view name, const Table& table);
  Value scalar(Scalar which);
  const Buffer* shared(std::string_view name, ScalarKind element, std::int64_t elements);
  const Buffer* registers(std::string_view name, ScalarKind element, std::int64_t elements);

  /// Memory that a work-group writes and reads back; no other may touch that part of it.
  const Buffer* work(std::string_view name, ScalarKind element);
  const Buffer* counters(std::string_view name);
  /// Begins one of the two kernels of a fused launch, up to the next begin_part(): group_id() returns `group`, the
  /// second kernel's parameters get names of their own, and both kernels use the same shared memory.
  void begin_part(bool second, Expr group);

  // Leaves
  Value constant(std::int64_t value, Type type = i32);
  /// `low` is added to the value; of pairs only.
  Value real(double value, Type type, double low = 0);
  Value thread_id();
  Value group_id();

  // Arithmetic. Integer operands i32 and i64 may be mixed: the i32 one is widened.
  Value neg(Expr a);
  Value add(Expr a, Expr b);
  Value sub(Expr a, Expr b);
  Value mul(Expr a, Expr b);
  Value div(Expr a, Expr b);
  Value mod(Expr a, Expr b);
  Value min(Expr a, Expr b);
  Value max(Expr a, Expr b);
  Value lt(Expr a, Expr b);
  Value le(Expr a, Expr b);
  Value eq(Expr a, Expr b);
  Value logical_and(Expr a, Expr b);
  Value logical_or(Expr a, Expr b);
  Value bit_and(Expr a, Expr b);
  Value shr(Expr a, int bits);
  /// bit_and, bit_or, shl or shr of integers as words of bits (ir.hpp), which is never simplified.
  Value on_bits(Op op, Expr a, Expr b);
  Value fma(Expr a, Expr b, Expr c);
  Value select(Expr condition, Expr a, Expr b);
  Value cast(Expr a, ScalarKind kind);
  /// The bits of a float as an integer of the same size, or the other way round.
  Value bits(Expr a);
  Value broadcast(Expr a, int lanes);
  Value shuffle(const std::vector<Expr>& operands, const std::vector<int>& mask);
  Value lane(Expr a, int index);
  Value concat(const std::vector<Value>& parts);

  // Integers with a constant on the right
  Value add(Expr a, std::int64_t b) { return add(a, constant(b, a->type)); }
  Value mul(Expr a, std::int64_t b) { return mul(a, constant(b, a->type)); }
  Value div(Expr a, std::int64_t b) { return div(a, constant(b, a->type)); }
  Value mod(Expr a, std::int64_t b) { return mod(a, constant(b, a->type)); }

  // Statements
  /// Binds a value to a name; leaves (constants, variables) are returned as they are.
  Value let(std::string_view name, Expr value);
  Value load(const Buffer* buffer, Expr index, int lanes = 1, std::int64_t alignment = 1);
  /// `rank`: the work-group of the cluster whose shared array is written.
  void store(const Buffer* buffer, Expr index, Expr value, std::int64_t alignment = 1, Expr rank = nullptr);
  /// Declares a function of the user's text; returns the buffer that it may read.
  const Buffer* callback(Callback which, std::string_view text, ScalarKind element);
  Value call(Callback which, Expr value, Expr index, const Buffer* user);
  void prefetch(const Buffer* buffer, Expr index);
  /// Runs `body` with the loop variable (of begin's type). A loop that is known to run once becomes straight-line code.
  void loop(std::string_view name, Expr begin, Expr end, LoopStep step, const std::function<void(Value)>& body);
  /// Values made in a body must not be used outside of it: they may have been simplified under the condition.
  void branch(Expr condition, const std::function<void()>& then_body, const std::function<void()>& else_body = {});
  /// `body` under a condition, or unconditionally if it is null.
  void when(Expr condition, const std::function<void()>& body);
  void barrier(BarrierScope scope = BarrierScope::group);
  void signal(const Buffer* counters, Expr index);
  void await(const Buffer* counters, Expr index, std::int64_t count);
  void comment(std::string_view text);
  /// For passes: a statement as it is, and the statements that `body` emits, which are not part of the program.
  void keep(Stmt statement);
  Block capture(const std::function<void()>& body);

  /// The finished program; the builder is spent.
  Module finish();

 private:
  Node& make(Op op, Type type);
  Value binary(Op op, Expr a, Expr b);
  Value with_constant(Op op, Expr a, Expr b);
  Value without_constant(Op op, Expr a, Expr b);
  Value extreme(Op op, Expr a, Expr b);
  Value compare(Op op, Expr a, Expr b);
  Value logical(Op op, Expr a, Expr b);
  [[nodiscard]] std::string own_name(std::string_view name) const;
  const Buffer* array(std::string_view name, Space space, ScalarKind element, std::int64_t elements);

  Module module_;
  Ranges ranges_;  ///< ranges of integers at this point: clamps and conditions that they decide are left out
  std::vector<Block> blocks_;
  int next_id_ = 0;
  Expr group_ = nullptr;  ///< group_id() in a part; null: there are no parts
  bool second_ = false;
};

/// True and the value, when it is an integer constant.
bool is_constant(Expr value, std::int64_t* out = nullptr);

}  // namespace papilio::ir
