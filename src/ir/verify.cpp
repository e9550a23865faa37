// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Second half of verify(): shared indices by interval, alignment, barriers in uniform control flow.
#include "ir/verify.hpp"

#include <fmt/format.h>

#include "core/flat_map.hpp"
#include "ir/ranges.hpp"
#include "ir/verify_structure.hpp"

namespace papilio::ir {
namespace {

std::string shortened(std::string text) {
  constexpr std::size_t longest = 120;
  if (text.size() <= longest) return text;
  return text.substr(0, longest) + "...";
}

std::string bound(std::int64_t value) {
  const bool unknown = value == Interval::lowest || value == Interval::highest;
  return unknown ? "unbounded" : fmt::format("{}", value);
}

/// Values that may differ between work-items: those computed from thread_id.
class Divergence {
 public:
  explicit Divergence(int threads) : threads_(threads) {}

  void bind(Expr variable, bool divergent) { memo_[variable] = divergent; }

  bool of(Expr value) {
    if (value->args.empty() && value->op != Op::variable) return value->op == Op::thread_id && threads_ > 1;
    if (const bool* found = memo_.find(value)) return *found;
    bool divergent = false;
    for (const Expr arg : value->args) divergent = of(arg) || divergent;
    memo_[value] = divergent;
    return divergent;
  }

 private:
  int threads_;
  FlatMap<Expr, bool> memo_;
};

class SoundnessCheck {
 public:
  explicit SoundnessCheck(const Module& module)
      : module_(module), ranges_(module.threads), divergence_(module.threads) {}

  std::vector<std::string> run() {
    block(module_.body);
    if (arrived_) fault("'{}' ends between cluster_arrive and cluster_wait; wait", module_.name);
    if (owes_)
      fault("'{}' ends behind a store to another work-group, which may have ended; arrive and wait before",
            module_.name);
    return std::move(faults_);
  }

 private:
  template <typename... Args>
  void fault(fmt::format_string<Args...> format, Args&&... args) {
    faults_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  void block(const Block& statements) {
    for (const Stmt& stmt : statements) {
      std::visit([this](const auto& node) { statement(node); }, stmt.node);
    }
  }

  void statement(const Let& let) {
    const Node& value = *let.value;
    if (value.op == Op::load) access("load from", *value.buffer, value.args[0], value.type.lanes, value.integer);
    ranges_.bind(let.variable, let.value);
    divergence_.bind(let.variable, divergence_.of(let.value));
    definitions_[let.variable] = let.value;
  }

  void statement(const Store& store) {
    access("store to", *store.buffer, store.index, store.value->type.lanes, store.alignment);
    if (store.rank == nullptr) return;
    const Interval range = ranges_.of(store.rank);
    if (range.low < 0 || range.high >= module_.cluster) {
      fault("store to {} of work-group {} of a cluster, which may be {} to {}: there are {}; bound it",
            store.buffer->name, shortened(print(store.rank)), bound(range.low), bound(range.high), module_.cluster);
    }
    if (!cluster_runs_)
      fault("store to {} of another work-group, which may not run yet; arrive and wait before", store.buffer->name);
    owes_ = true;
  }

  void statement(const For& loop) {
    // A loop that never runs is sound, whatever its body contains.
    if (ranges_.of(loop.end).high <= ranges_.of(loop.begin).low) return;
    ++depth_;
    ranges_.bind_loop(loop);
    divergence_.bind(loop.variable, divergence_.of(loop.begin));
    const bool divergent = divergence_.of(loop.begin) || divergence_.of(loop.end);
    if (divergent) {
      divergent_above_.push_back(
          fmt::format("loop over {} from {} to {}", print(loop.variable), print(loop.begin), print(loop.end)));
    }
    block(*loop.body);
    --depth_;
    if (divergent) divergent_above_.pop_back();
  }

  void statement(const If& branch) {
    const bool divergent = divergence_.of(branch.condition);
    if (divergent) divergent_above_.push_back("if " + print(branch.condition));
    ++depth_;
    arm(branch.condition, Outcome::yes, branch.then_block.get());
    arm(branch.condition, Outcome::no, branch.else_block.get());
    --depth_;
    if (divergent) divergent_above_.pop_back();
  }

  void arm(Expr condition, Outcome outcome, const Block* statements) {
    if (statements == nullptr) return;
    if (ranges_.assume(condition, outcome)) block(*statements);
    ranges_.end();
  }

  void statement(const Prefetch& hint) { access("prefetch of", *hint.buffer, hint.index, 1, 1); }
  void statement(const Barrier& barrier) {
    if (barrier.scope != BarrierScope::group) return cluster_barrier(barrier.scope == BarrierScope::cluster_arrive);
    if (divergent_above_.empty()) return;
    fault("barrier in '{}', which depends on thread_id: some work-items would never arrive; move it out",
          shortened(divergent_above_.back()));
  }

  void statement(const Signal& signal) { count("signal", *signal.buffer, signal.index); }
  void statement(const Await& await) { count("await", *await.buffer, await.index); }

  void count(std::string_view what, const Buffer& buffer, Expr index) {
    access(what, buffer, index, 1, 1);
    if (divergence_.of(index))
      fault("{} of {}[{}], which depends on thread_id", what, buffer.name, shortened(print(index)));
    if (module_.cluster > 1) fault("{} in a cluster, whose work-groups end together", what);
    statement(Barrier{});
  }

  void statement(const Comment&) {}

  /// All work-groups of a cluster must reach the barrier, and values that depend on group_id differ between them.
  void cluster_barrier(bool arrive) {
    if (depth_ > 0) fault("a barrier of the cluster in a loop or under a condition; move it out");
    if (arrive == arrived_)
      fault("cluster_arrive and cluster_wait do not come in turn in '{}'; pair them", module_.name);
    arrived_ = arrive;
    cluster_runs_ = cluster_runs_ || !arrive;
    owes_ = owes_ && arrive;
  }

  void access(std::string_view what, const Buffer& buffer, Expr index, int lanes, std::int64_t alignment) {
    if (arrived_ && buffer.space == Space::shared) {
      fault("{} {} between cluster_arrive and cluster_wait, where others may touch it; move it", what, buffer.name);
    }
    const Interval range = ranges_.of(index);
    if (buffer.space != Space::global && (range.low < 0 || range.high > buffer.elements - lanes)) {
      fault("{} {}[{}] of {} scalars: the index may be {} to {}, but the array has {} elements; bound the index", what,
            buffer.name, shortened(print(index)), lanes, bound(range.low), bound(range.high), buffer.elements);
    }
    if (range.multiple_of(alignment)) return;
    const std::int64_t constant = constant_part(index);
    if (constant % alignment != 0 || range.never_multiple_of(alignment)) {
      fault("{} {}[{}] claims alignment {}, but the index has the constant part {}; claim less", what, buffer.name,
            shortened(print(index)), alignment, range.never_multiple_of(alignment) ? range.low : constant);
    }
  }

  /// The sum of the constant terms of an index, including those of its variables' definitions.
  std::int64_t constant_part(Expr index) const {
    if (index->op == Op::int_constant) return index->integer;
    if (index->op == Op::cast) return constant_part(index->args[0]);
    if (index->op == Op::add) return saturating_add(constant_part(index->args[0]), constant_part(index->args[1]));
    if (index->op != Op::variable) return 0;
    const Expr* definition = definitions_.find(index);
    return definition == nullptr ? 0 : constant_part(*definition);
  }

  const Module& module_;
  Ranges ranges_;
  Divergence divergence_;
  int depth_ = 0;              ///< of loops and conditions
  bool arrived_ = false;       ///< at the cluster's barrier, and has not waited
  bool cluster_runs_ = false;  ///< all work-groups of the cluster run
  bool owes_ = false;          ///< has written to other work-groups since it last waited for the cluster
  FlatMap<Expr, Expr> definitions_;
  std::vector<std::string> divergent_above_;  ///< conditions and loops around that depend on thread_id
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> verify(const Module& module) {
  std::vector<std::string> faults = verify_structure(module);
  if (!faults.empty()) return faults;
  return SoundnessCheck(module).run();
}

}  // namespace papilio::ir
