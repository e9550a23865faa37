// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/verify_structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "core/flat_map.hpp"

namespace papilio::ir {
namespace {

class StructureCheck {
 public:
  explicit StructureCheck(const Module& module) : module_(module) {}

  std::vector<std::string> run() {
    if (module_.threads < 1) {
      fault("module '{}' has {} work-items; a work-group needs at least one", module_.name, module_.threads);
    }
    if (module_.cluster < 1) {
      fault("module '{}' has clusters of {} work-groups; one is the least", module_.name, module_.cluster);
    }
    for (const Buffer* buffer : module_.buffers) parameter(buffer, Space::global);
    for (const Buffer* buffer : module_.shared) parameter(buffer, Space::shared);
    for (const Buffer* buffer : module_.registers) parameter(buffer, Space::registers);
    block(module_.body);
    return std::move(faults_);
  }

 private:
  template <typename... Args>
  void fault(fmt::format_string<Args...> format, Args&&... args) {
    faults_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  void parameter(const Buffer* buffer, Space space) {
    if (buffer == nullptr) return fault("module '{}' has a null buffer; declare it with Builder", module_.name);
    if (buffer->space != space) {
      fault("buffer '{}' is listed in the wrong memory space; declare it with Builder", buffer->name);
    }
    if (space != Space::global && buffer->elements < 1) {
      fault("array '{}' has {} elements; it needs at least one", buffer->name, buffer->elements);
    }
  }

  void block(const Block& statements) {
    const std::size_t outer = in_scope_.size();
    for (const Stmt& stmt : statements) {
      std::visit([this](const auto& node) { statement(node); }, stmt.node);
    }
    leave(outer);
  }

  void leave(std::size_t outer) {
    for (; in_scope_.size() > outer; in_scope_.pop_back()) variables_[in_scope_.back()] = Visibility::ended;
  }

  void statement(const Let& let) {
    expression(let.value, Loads::at_root);
    define(let.variable);
    if (let.variable != nullptr && let.value != nullptr && let.variable->type != let.value->type) {
      fault("'{}' is bound to a value of another type; give both the same", let.variable->name);
    }
  }

  void statement(const Store& store) {
    expression(store.index, Loads::none);
    expression(store.value, Loads::none);
    if (store.rank != nullptr) expression(store.rank, Loads::none);
    if (store.index == nullptr || store.value == nullptr) return;
    access(store.buffer, Access::read, "store to", store.alignment);
    constant_index(store.buffer, store.index);
    if (store.buffer == nullptr) return;
    if (store.index->type != i32 && store.index->type != i64) {
      fault("store to '{}' with an index of {}; use a scalar i32 or i64", store.buffer->name,
            to_string(store.index->type.kind));
    }
    if (store.value->type.kind != store.buffer->element) {
      fault("store of {} to '{}', which holds {}; cast the value", to_string(store.value->type.kind),
            store.buffer->name, to_string(store.buffer->element));
    }
    if (store.rank != nullptr && (store.rank->type != i32 || store.buffer->space != Space::shared)) {
      fault("store to '{}' of another work-group: that is for shared arrays, and ranks are i32", store.buffer->name);
    }
  }

  void statement(const For& loop) {
    expression(loop.begin, Loads::none);
    expression(loop.end, Loads::none);
    if (loop.variable != nullptr && loop.begin != nullptr && loop.end != nullptr) {
      const Type type = loop.variable->type;
      if ((type != i32 && type != i64) || loop.begin->type != type || loop.end->type != type) {
        fault("loop '{}' and its bounds are not all i32 or all i64; cast them", loop.variable->name);
      }
    }
    if (loop.step < 1) fault("a loop has step {}, so it would never end; steps are positive", loop.step);
    if (loop.body == nullptr) return fault("a loop has no body; build it with Builder");
    const std::size_t outer = in_scope_.size();
    define(loop.variable);
    block(*loop.body);
    leave(outer);
  }

  void statement(const If& branch) {
    expression(branch.condition, Loads::none);
    if (branch.condition != nullptr && branch.condition->type != boolean) {
      fault("a condition is of {}; compare something", to_string(branch.condition->type.kind));
    }
    if (branch.then_block == nullptr) return fault("a condition has no branch; build it with Builder");
    block(*branch.then_block);
    if (branch.else_block != nullptr) block(*branch.else_block);
  }

  void statement(const Prefetch& hint) {
    expression(hint.index, Loads::none);
    access(hint.buffer, std::nullopt, "prefetch of", 1);
  }
  void statement(const Barrier&) {}
  void statement(const Signal& signal) { counter(signal.buffer, signal.index, "signal"); }
  void statement(const Await& await) {
    counter(await.buffer, await.index, "await");
    if (await.count < 0 || await.count > std::numeric_limits<std::int32_t>::max())
      fault("an await of {}; counters are i32", await.count);
  }
  void counter(const Buffer* buffer, Expr index, std::string_view what) {
    expression(index, Loads::none);
    access(buffer, Access::write, what, 1);
    if (buffer == nullptr || buffer->role == Role::counters) return;
    fault("{} of '{}', which is no counter; declare one with Builder", what, buffer->name);
  }
  void statement(const Comment&) {}

  void define(Expr variable) {
    if (variable == nullptr || variable->op != Op::variable) {
      return fault("a statement binds something that is no variable; build it with Builder");
    }
    const std::string why = type_fault(*variable);
    if (!why.empty()) faults_.push_back(why);
    Visibility& state = variables_[variable];
    if (state != Visibility::unknown)
      fault("'{}_{}' is bound twice; every variable is bound once", variable->name, variable->id);
    in_scope_.push_back(variable);
    state = Visibility::visible;
  }

  /// A load reads at the Let that binds it, so it stands nowhere else.
  enum class Loads : std::uint8_t { none, at_root };

  void expression(Expr root, Loads loads) {
    ++expressions_;
    visit(root, loads);
  }

  void visit(Expr value, Loads loads) {
    if (value == nullptr) return fault("a statement lacks a value; build it with Builder");
    if (!value->args.empty()) {
      int& seen = seen_[value];
      if (seen == expressions_) return;
      seen = expressions_;
    }
    const std::size_t faults_before = faults_.size();
    for (const Expr arg : value->args) {
      if (arg != nullptr) visit(arg, Loads::none);
    }
    // A fault in an operand would be reported again here.
    if (faults_.size() != faults_before) return;
    const std::string why = type_fault(*value);
    if (!why.empty()) return faults_.push_back(why);
    leaf(*value);
    if (value->op == Op::call) access(value->buffer, Access::write, "call with", 1);
    if (value->op != Op::load) return;
    if (loads == Loads::none) {
      fault("a load of '{}' stands inside an expression, where its time is unclear; bind it", value->buffer->name);
    }
    access(value->buffer, Access::write, "load from", value->integer);
    constant_index(value->buffer, value->args[0]);
  }

  void leaf(const Node& node) {
    if (node.op == Op::variable) {
      const Visibility* state = variables_.find(&node);
      if (state == nullptr || *state != Visibility::visible)
        fault("'{}_{}' is used where it is not bound; bind it before, in this block or around it", node.name, node.id);
    }
    if (node.op != Op::scalar_param) return;
    const auto which = static_cast<Scalar>(node.integer);
    if (std::find(module_.scalars.begin(), module_.scalars.end(), which) == module_.scalars.end()) {
      fault("scalar {} is no parameter of '{}'; declare it with Builder", node.integer, module_.name);
    }
  }

  void access(const Buffer* buffer, std::optional<Access> forbidden, std::string_view what, std::int64_t alignment) {
    if (buffer == nullptr) return fault("{} no buffer; name one", what);
    const auto& declared = arrays_of(buffer->space);
    if (std::find(declared.begin(), declared.end(), buffer) == declared.end()) {
      fault("{} '{}', which '{}' does not declare; declare it with Builder", what, buffer->name, module_.name);
    }
    if (buffer->access == forbidden) {
      fault("{} '{}', which is {}-only; use another buffer", what, buffer->name,
            forbidden == Access::read ? "read" : "write");
    }
    if (alignment < 1) fault("{} '{}' with alignment {}; it is at least 1", what, buffer->name, alignment);
  }

  [[nodiscard]] const std::vector<const Buffer*>& arrays_of(Space space) const {
    switch (space) {
      case Space::global:
        return module_.buffers;
      case Space::shared:
        return module_.shared;
      case Space::registers:
        return module_.registers;
    }
    return module_.buffers;
  }

  /// Registers have no addresses.
  void constant_index(const Buffer* buffer, Expr index) {
    if (buffer == nullptr || buffer->space != Space::registers || index->op == Op::int_constant) return;
    fault("registers '{}' are met at an index that is no constant; unroll the loop around it", buffer->name);
  }

  const Module& module_;
  std::vector<std::string> faults_;
  enum class Visibility : std::uint8_t { unknown, visible, ended };
  std::vector<Expr> in_scope_;  ///< the visible variables, in the order of binding
  FlatMap<Expr, Visibility> variables_;
  int expressions_ = 0;      ///< seen so far
  FlatMap<Expr, int> seen_;  ///< the last of them in which the value was seen
};

}  // namespace

std::vector<std::string> verify_structure(const Module& module) { return StructureCheck(module).run(); }

}  // namespace papilio::ir
