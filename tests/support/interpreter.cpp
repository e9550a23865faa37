// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Lock-step execution: every statement is done by all active work-items before the next begins. Races are found by the
// log in interpreter_memory, not by trying orders, so one order is enough.
#include "support/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <papilio/error.hpp>

#include "support/interpreter_arithmetic.hpp"
#include "support/interpreter_memory.hpp"
#include "support/interpreter_program.hpp"

namespace papilio::ir {
namespace interpreter {
namespace {

/// The work-items that execute a statement, in ascending order.
using Items = std::vector<int>;

class Machine {
 public:
  Machine(const Module& module, std::span<const Binding> bindings, std::span<const std::int64_t> scalars,
          InterpreterReport& report)
      : module_(module),
        program_(compile(module)),
        scalars_(scalars),
        report_(report),
        faults_(report.faults),
        memory_(program_, bindings, report, faults_),
        lanes_(program_.lanes),
        all_items_(static_cast<std::size_t>(module.threads) * module.cluster) {
    std::iota(all_items_.begin(), all_items_.end(), 0);
  }

  /// The work-groups of a cluster run at once; `group` is the first of them.
  void run_cluster(std::int64_t group) {
    group_ = group;
    memory_.begin_group(group);
    for (const auto& [id, leaf] : program_.leaves) set_leaf(id, *leaf);
    run(program_.steps, all_items_);
  }

 private:
  [[nodiscard]] Lane* value(std::size_t id, int item) {
    const Register& place = program_.registers[id];
    return lanes_.data() + place.first + static_cast<std::size_t>(item) * place.type.lanes;
  }

  void set_leaf(std::size_t id, const Node& leaf) {
    for (const int item : all_items_) {
      Lane lane{.i = leaf.integer};
      if (leaf.type.kind == ScalarKind::f32) lane = {.f = static_cast<float>(leaf.real)};
      if (leaf.type.kind == ScalarKind::f64) lane = {.d = leaf.real};
      if (leaf.op == Op::thread_id) lane = {.i = item % module_.threads};
      if (leaf.op == Op::group_id) lane = {.i = group_ + item / module_.threads};
      if (leaf.op == Op::scalar_param) lane = {.i = scalar(static_cast<Scalar>(leaf.integer))};
      std::fill_n(value(id, item), leaf.type.lanes, lane);
    }
  }

  [[nodiscard]] std::int64_t scalar(Scalar which) const {
    const auto place = std::find(module_.scalars.begin(), module_.scalars.end(), which);
    if (place == module_.scalars.end()) throw Error::internal("interpreter", "a scalar that is no parameter");
    return scalars_[static_cast<std::size_t>(place - module_.scalars.begin())];
  }

  void run(const Steps& steps, const Items& items) {
    if (items.empty()) return;
    for (const Step& step : steps) {
      for (const Instruction& instruction : step.code) compute(instruction, items);
      std::visit([&](const auto& action) { act(action, items); }, step.action);
    }
  }

  void compute(const Instruction& instruction, const Items& items) {
    if (instruction.node->op != Op::load) {
      report_.flops += execute({instruction, program_, lanes_, items, group_}, faults_);
      return;
    }
    const Node& node = *instruction.node;
    AccessPoint point{&instruction, instruction.buffer, 0, node.type.lanes, node.integer, 0, 0};
    for (const int item : items) {
      point.item = item;
      point.group = item / module_.threads;
      point.index = value(instruction.args[0], item)->i;
      memory_.load(point, value(instruction.result, item));
    }
  }

  void act(std::monostate, const Items&) {}

  void act(const Write& write, const Items& items) {
    const Store& store = *write.store;
    AccessPoint point{&store, write.buffer, 0, store.value->type.lanes, store.alignment, 0, 0};
    for (const int item : items) {
      point.item = item;
      point.group = write.rank ? static_cast<int>(value(*write.rank, item)->i) : item / module_.threads;
      point.index = value(write.index, item)->i;
      memory_.store(point, value(write.value, item));
    }
  }

  /// A work-item leaves the loop when it has reached its own bound.
  void act(const Repeat& repeat, const Items& items) {
    for (const int item : items) value(repeat.variable, item)->i = value(repeat.begin, item)->i;
    Items inside = items;
    while (true) {
      std::erase_if(inside, [&](int item) { return value(repeat.variable, item)->i >= value(repeat.end, item)->i; });
      if (inside.empty()) return;
      run(repeat.body, inside);
      for (const int item : inside) advance(repeat, item);
    }
  }

  /// The variable ends up to one step beyond `end`, and must still fit its type then.
  void advance(const Repeat& repeat, int item) {
    std::int64_t& variable = value(repeat.variable, item)->i;
    const bool narrow = program_.registers[repeat.variable].type.kind == ScalarKind::i32;
    const std::int64_t largest =
        narrow ? std::numeric_limits<std::int32_t>::max() : std::numeric_limits<std::int64_t>::max();
    if (variable <= largest - repeat.step) {
      variable += repeat.step;
      return;
    }
    faults_.report(&repeat, Fault::overflow, [&] {
      return fmt::format(
          "integer overflow of a loop variable by work-item {} of group {}: {} plus step {} does not fit "
          "{}; end the loop earlier",
          item, group_, variable, repeat.step, narrow ? "i32" : "i64");
    });
    variable = largest;
  }

  void act(const Choose& choose, const Items& items) {
    Items yes;
    Items no;
    for (const int item : items) (value(choose.condition, item)->i != 0 ? yes : no).push_back(item);
    run(choose.then_steps, yes);
    run(choose.else_steps, no);
  }

  /// Per group, as conditions may differ between groups.
  void act(const Sync& sync, const Items& items) {
    if (sync.scope == BarrierScope::cluster_arrive) return;  // verify() checks the code between it and the wait
    if (sync.scope == BarrierScope::cluster_wait) {
      expect_all(sync, items, all_items_.size());
      memory_.cluster_barrier();
      ++report_.barriers;
      return;
    }
    for (auto first = items.begin(); first != items.end();) {
      const int group = *first / module_.threads;
      const auto last = std::lower_bound(first, items.end(), (group + 1) * module_.threads);
      expect_all(sync, {first, last}, static_cast<std::size_t>(module_.threads));
      memory_.barrier(group);
      ++report_.barriers;
      first = last;
    }
  }

  /// Groups run in the order of their numbers, so every counter has been signalled before it is awaited.
  void act(const Count& count, const Items& items) {
    act(Sync{}, items);
    AccessPoint point{count.statement, count.buffer, value(count.index, items.front())->i, 1, 1, items.front(), 0};
    Lane number{.i = 0};
    memory_.load(point, &number);
    if (!count.awaited) {
      ++number.i;
      memory_.store(point, &number);
    } else if (number.i < *count.awaited) {
      faults_.report(count.statement, Fault::barrier, [&] {
        return fmt::format("group {} awaits {} signals, and groups before it gave {}; it would wait for ever", group_,
                           *count.awaited, number.i);
      });
    }
  }

  /// A barrier that some work-items do not reach still orders the others, so that one mistake is reported once.
  void expect_all(const Sync& sync, std::span<const int> items, std::size_t all) {
    if (items.size() == all) return;
    faults_.report(&sync, Fault::barrier, [&] {
      return fmt::format(
          "barrier reached by {} of {} work-items of group {}, work-item {} first; move it out of "
          "divergent control flow",
          items.size(), all, group_ + items.front() / module_.threads, items.front() % module_.threads);
    });
  }

  const Module& module_;
  InterpreterProgram program_;
  std::span<const std::int64_t> scalars_;
  InterpreterReport& report_;
  FaultLog faults_;
  InterpreterMemory memory_;
  std::vector<Lane> lanes_;
  Items all_items_;
  std::int64_t group_ = 0;
};

void require_arguments(const Module& module, std::size_t buffers, std::size_t scalars) {
  if (buffers == module.buffers.size() && scalars == module.scalars.size()) return;
  throw Error::invalid_argument(fmt::format("interpret '{}'", module.name),
                                fmt::format("{} buffers and {} scalars given, {} and {} declared", buffers, scalars,
                                            module.buffers.size(), module.scalars.size()),
                                "pass one for each parameter, in order");
}

}  // namespace
}  // namespace interpreter

InterpreterReport interpret(const Module& module, std::span<const Binding> buffers,
                            std::span<const std::int64_t> scalars, std::int64_t first_group, std::int64_t groups) {
  interpreter::require_arguments(module, buffers.size(), scalars.size());
  if (first_group % module.cluster != 0 || groups % module.cluster != 0) {
    throw Error::invalid_argument(
        fmt::format("interpret '{}'", module.name),
        fmt::format("{} groups from {} on are no clusters of {}", groups, first_group, module.cluster),
        "run whole clusters");
  }
  InterpreterReport report;
  interpreter::Machine machine(module, buffers, scalars, report);
  for (std::int64_t group = first_group; group < first_group + groups; group += module.cluster)
    machine.run_cluster(group);
  return report;
}

}  // namespace papilio::ir
