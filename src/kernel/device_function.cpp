// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/device_function.hpp"

#include <algorithm>
#include <map>
#include <papilio/error.hpp>
#include <set>
#include <utility>

#include "ir/op_table.hpp"
#include "kernel/ir_words.hpp"
#include "kernel/kernel.hpp"

namespace papilio::kernel {
namespace {

using ir::Block;
using ir::For;
using ir::If;
using ir::Let;
using ir::Op;
using ir::Role;
using ir::Space;
using ir::Stmt;
using ir::Store;

using BinaryMaker = Value (Builder::*)(Expr, Expr);
constexpr ir::OpTable<BinaryMaker> binary_makers = {{Op::add, &Builder::add},
                                                    {Op::sub, &Builder::sub},
                                                    {Op::mul, &Builder::mul},
                                                    {Op::div, &Builder::div},
                                                    {Op::mod, &Builder::mod},
                                                    {Op::min, &Builder::min},
                                                    {Op::max, &Builder::max},
                                                    {Op::bit_and, &Builder::bit_and},
                                                    {Op::lt, &Builder::lt},
                                                    {Op::le, &Builder::le},
                                                    {Op::eq, &Builder::eq},
                                                    {Op::logical_and, &Builder::logical_and},
                                                    {Op::logical_or, &Builder::logical_or}};

/// Visits an expression and all its parts.
template <typename Visit>
void for_parts(Expr value, const Visit& visit) {
  visit(value);
  for (const Expr arg : value->args) for_parts(arg, visit);
}

bool is_users(const Buffer* buffer) { return buffer->space == Space::global && buffer->role != Role::table; }

/// True if a statement of the block loads from the user's memory or stores there.
bool reaches_user(const Block& block) {
  const auto reads = [](Expr value) {
    bool found = false;
    for_parts(value, [&](Expr part) { found = found || (part->op == Op::load && is_users(part->buffer)); });
    return found;
  };
  return std::ranges::any_of(block, [&](const Stmt& stmt) {
    if (const auto* let = std::get_if<Let>(&stmt.node)) return reads(let->value);
    if (const auto* store = std::get_if<Store>(&stmt.node)) return is_users(store->buffer);
    if (const auto* loop = std::get_if<For>(&stmt.node)) return reaches_user(*loop->body);
    if (const auto* branch = std::get_if<If>(&stmt.node)) {
      return reaches_user(*branch->then_block) || (branch->else_block && reaches_user(*branch->else_block));
    }
    return false;
  });
}

/// The block without bindings that nothing uses: those of addresses. `used` are variables that later statements use.
Block without_unused(const Block& block, std::set<int>& used) {
  const auto use = [&](Expr value) {
    for_parts(value, [&](Expr part) {
      if (part->op == Op::variable) used.insert(part->id);
    });
  };
  Block kept;
  for (auto stmt = block.rbegin(); stmt != block.rend(); ++stmt) {
    Stmt copy = *stmt;
    if (auto* let = std::get_if<Let>(&copy.node)) {
      if (!used.contains(let->variable->id)) continue;
      use(let->value);
    } else if (auto* store = std::get_if<Store>(&copy.node)) {
      use(store->index);
      use(store->value);
    } else if (auto* loop = std::get_if<For>(&copy.node)) {
      loop->body = std::make_shared<const Block>(without_unused(*loop->body, used));
      use(loop->begin);
      use(loop->end);
    } else if (auto* branch = std::get_if<If>(&copy.node)) {
      branch->then_block = std::make_shared<const Block>(without_unused(*branch->then_block, used));
      if (branch->else_block)
        branch->else_block = std::make_shared<const Block>(without_unused(*branch->else_block, used));
      use(branch->condition);
    }
    kept.push_back(std::move(copy));
  }
  std::ranges::reverse(kept);
  return kept;
}

/// Builds the statements of a kernel once more, for a launch of one work-group: parameters are constants, which the
/// builder folds, and the user's memory is registers. Integers of 64 bits become 32: a tile is small.
class FunctionBuilder {
 public:
  /// `unused`: loads of the user's memory, by number, whose values nothing needs.
  FunctionBuilder(const KernelSpec& spec, const ir::Module& kernel, const std::string& name,
                  std::set<std::int64_t> unused)
      : spec_(spec), b_(name, spec.shape.threads), unused_(std::move(unused)) {
    for (const Buffer* buffer : kernel.buffers) {
      if (buffer->role != Role::table) continue;
      buffers_[buffer] =
          b_.table(name + "_" + buffer->name, {buffer->element, buffer->elements, buffer->least, buffer->most});
    }
    for (const Buffer* array : kernel.shared) buffers_[array] = b_.shared(array->name, array->element, array->elements);
    for (const Buffer* array : kernel.registers)
      buffers_[array] = b_.registers(array->name, array->element, array->elements);
  }

  ir::KernelFunction build(const ir::Module& kernel) {
    x_ = b_.registers("x", kernel.buffers.front()->element, 1);  // their number is known at the end
    // Another call may still read what the last exchange left.
    if (!kernel.shared.empty()) b_.barrier();
    block(kernel.body);
    ir::KernelFunction function;
    for (const CallerNumber& slot : inputs_) function.inputs.push_back(place_of(slot));
    for (const CallerNumber& slot : outputs_) function.outputs.push_back(place_of(slot));
    function.module = b_.finish();
    std::set<int> used;
    function.module.body = without_unused(function.module.body, used);
    const auto operands = static_cast<std::int64_t>(std::max(inputs_.size(), outputs_.size()));
    for (Buffer& buffer : function.module.owned_buffers) {
      if (&buffer == x_) buffer.elements = 2 * operands;
    }
    function.operands = x_;
    return function;
  }

 private:
  /// One number of the caller.
  struct CallerNumber {
    Value scalar;                                    ///< the index of its first scalar in the user's memory
    std::vector<std::pair<Value, bool>> conditions;  ///< which have these values where the number exists
  };
  using Environment = std::map<int, Value>;

  // Expressions

  std::int64_t parameter(ir::Scalar scalar) const {
    switch (scalar) {
      case ir::Scalar::batch:
        return spec_.shape.tile;
      case ir::Scalar::in_distance:
        return distance(spec_.in);
      case ir::Scalar::out_distance:
        return distance(spec_.out);
      case ir::Scalar::repeat:
        return 1;
      default:
        return 0;
    }
  }
  /// Steps from one transform to the next are counted in complex or in real numbers.
  std::int64_t distance(const Side& side) const {
    return elements_of(spec_, side) * (side.form == Form::pairs ? 2 : 1);
  }

  Value rebuilt(Expr value, const Environment& names) {
    const auto argument = [&](std::size_t i) { return rebuilt(value->args[i], names); };
    if (const BinaryMaker make = binary_makers[value->op]) {
      const Value first = argument(0);
      return (b_.*make)(first, argument(1));
    }
    switch (value->op) {
      case Op::int_constant:
        return b_.constant(value->integer, value->type.is_int() ? i32 : value->type);
      case Op::float_constant:
        return b_.real(value->real, value->type);
      case Op::variable:
        return names.at(value->id);
      case Op::scalar_param:
        return b_.constant(parameter(static_cast<ir::Scalar>(value->integer)));
      case Op::thread_id:
        return b_.thread_id();
      case Op::group_id:
        return b_.constant(0);
      case Op::neg:
        return b_.neg(argument(0));
      case Op::shl:
        return b_.mul(argument(0), std::int64_t{1} << value->args[1]->integer);
      case Op::shr:
        return b_.shr(argument(0), static_cast<int>(value->args[1]->integer));
      case Op::fma: {
        const Value a = argument(0);
        const Value c = argument(1);
        return b_.fma(a, c, argument(2));
      }
      case Op::select: {
        const Value condition = argument(0);
        const Value yes = argument(1);
        return b_.select(condition, yes, argument(2));
      }
      case Op::cast:
        return value->type.is_int() && value->args[0]->type.is_int() ? argument(0)
                                                                     : b_.cast(argument(0), value->type.kind);
      case Op::bits:
        return b_.bits(argument(0));
      case Op::broadcast:
        return b_.broadcast(argument(0), value->type.lanes);
      case Op::shuffle: {
        std::vector<Expr> operands;
        for (const Expr arg : value->args) operands.push_back(rebuilt(arg, names));
        return b_.shuffle(operands, value->mask);
      }
      default:
        break;
    }
    throw Error::internal("a device function", "its kernel has " + ir::print(value));
  }
  Value value(Expr value) { return rebuilt(value, names_); }
  /// The value in terms of the work-item alone.
  Value spelled_out(Expr value) { return rebuilt(value, spelled_); }

  // Operands

  /// Half of an even number.
  Value half(Value v) {
    std::int64_t number = 0;
    if (ir::is_constant(v, &number)) return b_.constant(number / 2);
    const auto part = [&](std::size_t i) { return Value(b_, v->args[i]); };
    const bool by_even = v->args.size() == 2 && ir::is_constant(v->args[1], &number);
    if (v->op == Op::mul && by_even && number % 2 == 0) return part(0) * (number / 2);
    if (v->op == Op::shl && by_even) return part(0) * ((std::int64_t{1} << number) / 2);
    if (v->op == Op::add) {
      const Value first = half(part(0));
      return first + half(part(1));
    }
    return v / 2;
  }
  [[nodiscard]] Value place_of(const CallerNumber& slot) {
    Value place = slot.scalar;
    for (auto it = slot.conditions.rbegin(); it != slot.conditions.rend(); ++it) {
      const auto& [condition, holds] = *it;
      const Value none = b_.constant(-1);
      place = holds ? b_.select(condition, place, none) : b_.select(condition, none, place);
    }
    return place;
  }
  /// Registers a number of the caller, whose index in memory counts scalars of which an element has two where the side
  /// has complex numbers or pairs.
  std::int64_t add_slot(std::vector<CallerNumber>& slots, const Side& side, Expr index) {
    const Value scalar = rebuilt(spelled_out(index), {});  // once more, under the conditions
    slots.push_back({side.form == Form::real ? scalar : half(scalar), conditions_});
    return 2 * (static_cast<std::int64_t>(slots.size()) - 1);
  }

  void load_operand(const Let& let) {
    if (!outputs_.empty()) throw Error::internal("a device function", "its kernel loads after it has stored");
    if (unused_.contains(loads_++)) {
      names_[let.variable->id] = b_.real(0.0, let.variable->type);
      return;
    }
    const std::int64_t place = add_slot(inputs_, spec_.in, let.value->args[0]);
    const Value re = b_.load(x_, b_.constant(place));
    if (let.value->type.lanes == 1) {
      names_[let.variable->id] = re;
      return;
    }
    const Value im = b_.load(x_, b_.constant(place + 1));
    names_[let.variable->id] = b_.concat({re, im});
  }
  void store_operand(const Store& store) {
    const std::int64_t place = add_slot(outputs_, spec_.out, store.index);
    const Value numbers = value(store.value);
    b_.store(x_, b_.constant(place), b_.lane(numbers, 0));
    if (store.value->type.lanes > 1) b_.store(x_, b_.constant(place + 1), b_.lane(numbers, 1));
  }

  // Statements

  void block(const Block& statements) {
    for (const Stmt& stmt : statements) std::visit([&](const auto& node) { statement(node); }, stmt.node);
  }
  void statement(const Let& let) {
    const int id = let.variable->id;
    if (let.value->op == Op::load) {
      const Buffer* buffer = let.value->buffer;
      if (is_users(buffer)) return load_operand(let);
      const Value at = value(let.value->args[0]);
      names_[id] = b_.load(buffers_.at(buffer), at, let.value->type.lanes, let.value->integer);
      return;
    }
    names_[id] = b_.let(let.variable->name, value(let.value));
    if (!let.value->type.is_float() && is_known(let.value)) spelled_[id] = spelled_out(let.value);
  }
  /// The value depends on no table.
  bool is_known(Expr value) {
    bool known = true;
    for_parts(value, [&](Expr part) { known = known && (part->op != Op::variable || spelled_.contains(part->id)); });
    return known;
  }
  void statement(const Store& store) {
    if (is_users(store.buffer)) return store_operand(store);
    const Value at = value(store.index);
    b_.store(buffers_.at(store.buffer), at, value(store.value), store.alignment);
  }
  void statement(const For& loop) {
    const int id = loop.variable->id;
    const Value begin = value(loop.begin);
    const Value end = value(loop.end);
    const auto body = [&](Value variable) {
      names_[id] = spelled_[id] = variable;
      block(*loop.body);
    };
    std::int64_t first = 0;
    std::int64_t last = 0;
    if (!reaches_user(*loop.body)) return b_.loop(loop.variable->name, begin, end, {loop.step, loop.unroll}, body);
    if (!ir::is_constant(begin, &first) || !ir::is_constant(end, &last))
      throw Error::internal("a device function", "the caller's numbers are in a loop of unknown length");
    for (; first < last; first += loop.step) body(b_.constant(first));
  }
  void statement(const If& branch) {
    const Value condition = value(branch.condition);
    const bool reaches = reaches_user(*branch.then_block) || (branch.else_block && reaches_user(*branch.else_block));
    const Value known = reaches ? spelled_out(branch.condition) : nullptr;
    const auto side = [&](const std::shared_ptr<const Block>& part, bool holds) {
      return [&, part, holds] {
        if (!part) return;
        if (known) conditions_.emplace_back(known, holds);
        block(*part);
        if (known) conditions_.pop_back();
      };
    };
    b_.branch(condition, side(branch.then_block, true), side(branch.else_block, false));
  }
  void statement(const ir::Prefetch&) {}
  void statement(const ir::Barrier& node) { b_.barrier(node.scope); }
  void statement(const ir::Signal&) { throw Error::internal("a device function", "its kernel signals"); }
  void statement(const ir::Await&) { throw Error::internal("a device function", "its kernel awaits"); }
  void statement(const ir::Comment& node) { b_.comment(node.text); }

  const KernelSpec& spec_;
  Builder b_;
  std::map<const Buffer*, const Buffer*> buffers_;
  const Buffer* x_ = nullptr;
  std::set<std::int64_t> unused_;
  std::int64_t loads_ = 0;
  Environment names_;    ///< of the kernel's variables
  Environment spelled_;  ///< what its integers are, without names
  std::vector<std::pair<Value, bool>> conditions_;
  std::vector<CallerNumber> inputs_;
  std::vector<CallerNumber> outputs_;
};

/// The inputs that a block reads, by number.
void collect_inputs(const Block& block, const Buffer* operands, std::set<std::int64_t>& read) {
  for (const Stmt& stmt : block) {
    std::int64_t scalar = 0;
    if (const auto* let = std::get_if<Let>(&stmt.node)) {
      const bool loads = let->value->op == Op::load && let->value->buffer == operands;
      if (loads && ir::is_constant(let->value->args[0], &scalar)) read.insert(scalar / 2);
    } else if (const auto* loop = std::get_if<For>(&stmt.node)) {
      collect_inputs(*loop->body, operands, read);
    } else if (const auto* branch = std::get_if<If>(&stmt.node)) {
      collect_inputs(*branch->then_block, operands, read);
      if (branch->else_block) collect_inputs(*branch->else_block, operands, read);
    }
  }
}

/// Inputs that no statement reads: a chirp's zeros beyond the transform, for which kernels load the last element.
std::set<std::int64_t> unused_inputs(const ir::KernelFunction& function) {
  std::set<std::int64_t> read;
  std::set<std::int64_t> unused;
  collect_inputs(function.module.body, function.operands, read);
  for (std::int64_t i = 0; i < std::ssize(function.inputs); ++i) {
    if (!read.contains(i)) unused.insert(i);
  }
  return unused;
}

}  // namespace

std::int64_t elements_of(const KernelSpec& spec, const Side& side) {
  if (side.form != Form::half) return spec.length;
  return pairs_conjugates(spec) ? spec.length + 1 : spec.length / 2 + 1;
}

ir::KernelFunction build_device_function(const KernelSpec& spec, const std::string& name) {
  const ir::Module kernel = build_kernel(spec);
  const ir::KernelFunction all = FunctionBuilder(spec, kernel, name, {}).build(kernel);
  return FunctionBuilder(spec, kernel, name, unused_inputs(all)).build(kernel);
}

}  // namespace papilio::kernel
