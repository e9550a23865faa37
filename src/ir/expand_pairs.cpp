// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/expand_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <papilio/error.hpp>
#include <utility>

#include "ir/f64_words.hpp"
#include "ir/operators.hpp"
#include "ir/pair_arithmetic.hpp"

namespace papilio::ir {
namespace {

constexpr int max_pairs = 8;  // of 16 lanes

bool uses_pairs(Expr value) {
  return value->type.is_pair() || std::ranges::any_of(value->args, [](Expr arg) { return uses_pairs(arg); });
}

/// Lanes first, first + step, … of vectors that lie one after the other.
std::vector<int> every(int first, int step, int count) {
  std::vector<int> mask;
  for (int i = 0; i < count; ++i) mask.push_back(first + step * i);
  return mask;
}

class PairExpansion {
 public:
  PairExpansion(Module module, const PairRules& rules)
      : rules_(rules),
        body_(std::exchange(module.body, {})),
        b_(take_buffers(std::move(module))),
        arithmetic_(b_, rules.product) {}

  Module run() {
    for (const Stmt& statement : body_) rewrite(statement);
    return without_pairs(b_.finish());
  }

 private:
  /// Dialects look through all nodes, also those that no statement uses any more.
  static Module without_pairs(Module module) {
    std::vector<Node*> dead;
    for (Node& node : module.nodes) {
      const auto is_pair = [](Expr arg) { return arg->type.is_pair(); };
      if (node.type.is_pair() || std::ranges::any_of(node.args, is_pair)) dead.push_back(&node);
    }
    for (Node* node : dead) *node = Node{};
    return module;
  }

  struct BufferOfPairs {
    ScalarKind element;
    bool interleaved;  ///< pairs lie in memory, or numbers of f64 as two integers; otherwise numbers of another type
    bool integers;
  };

  /// Buffers of pairs become buffers of floats; `buffers_` keeps the type of the pairs.
  Module take_buffers(Module module) {
    for (Buffer& buffer : module.owned_buffers) {
      if (!is_pair(buffer.element)) continue;
      const bool in_f64 = buffer.storage == Storage::f64 || buffer.element == ScalarKind::f64x2;
      const bool integers = buffer.storage == Storage::f64 && rules_.doubles == DoubleAccess::integers;
      buffers_.emplace(&buffer, BufferOfPairs{buffer.element, integers || !converts(buffer), integers});
      buffer.element = integers ? ScalarKind::i32 : in_f64 ? ScalarKind::f64 : ScalarKind::f32;
      if (integers) buffer.storage = Storage::native;
      if (is_native(buffer.storage, precision_of(buffer))) buffer.storage = Storage::native;
      if (buffers_.at(&buffer).interleaved) buffer.elements *= 2;
    }
    return module;
  }

  void rewrite(const Stmt& statement) {
    std::visit([&](const auto& node) { rewrite(node); }, statement.node);
  }
  template <typename T>
  void rewrite(const T& node) {
    keep(node);
  }
  template <typename T>
  void keep(T node) {
    Stmt statement;
    statement.node.emplace<T>(std::move(node));
    b_.keep(std::move(statement));
  }

  void rewrite(const Let& let) {
    if (let.value->type.is_pair()) {
      values_[let.variable] = named(of(let.value));
    } else {
      keep(Let{let.variable, plain(let.value)});
    }
  }

  void rewrite(const Store& store) {
    const auto found = buffers_.find(store.buffer);
    if (found == buffers_.end()) {
      keep(Store{store.buffer, store.index, plain(store.value), store.alignment, store.rank});
    } else {
      this->store(found->second, store);
    }
  }

  void rewrite(const Prefetch& prefetch) {
    const auto found = buffers_.find(prefetch.buffer);
    const bool doubled = found != buffers_.end() && found->second.interleaved;
    b_.prefetch(prefetch.buffer, doubled ? b_.mul(prefetch.index, 2) : Value(b_, prefetch.index));
  }

  void rewrite(const For& loop) {
    For own = loop;
    own.body = rewritten(*loop.body);
    keep(own);
  }

  void rewrite(const If& branch) {
    If own = branch;
    own.condition = plain(branch.condition);
    own.then_block = rewritten(*branch.then_block);
    if (branch.else_block) own.else_block = rewritten(*branch.else_block);
    keep(own);
  }

  std::shared_ptr<const Block> rewritten(const Block& block) {
    return std::make_shared<const Block>(b_.capture([&] {
      for (const Stmt& statement : block) rewrite(statement);
    }));
  }

  /// An expression that is no pair. Only casts make such of pairs.
  Expr plain(Expr value) {
    if (!uses_pairs(value)) return value;
    if (value->op == Op::cast && value->args[0]->type.is_pair()) return rounded(of(value->args[0]), value->type.kind);
    fail(value);
  }

  [[noreturn]] static void fail(Expr value) {
    throw Error::internal("expansion of pairs", fmt::format("{} of {} has none", to_string(value->op), print(value)));
  }

  ExpandedPair named(const ExpandedPair& x) { return {b_.let("h", x.high), b_.let("l", x.low)}; }

  /// The two values of an expression, of a statement's own.
  ExpandedPair of(Expr value) {
    const auto each = [&](const auto& operation) {
      std::vector<Expr> high;
      std::vector<Expr> low;
      for (const Expr operand : value->args) {
        if (!operand->type.is_pair()) continue;
        const ExpandedPair x = named(of(operand));
        high.push_back(x.high);
        low.push_back(x.low);
      }
      return ExpandedPair{operation(high), operation(low)};
    };
    switch (value->op) {
      case Op::float_constant:
        return arithmetic_.constant(*value);
      case Op::variable:
        return values_.at(value);
      case Op::neg: {
        const ExpandedPair x = of(value->args[0]);
        return {-x.high, -x.low};
      }
      case Op::add:
      case Op::sub:
      case Op::mul:
      case Op::fma:
        return combined(*value);
      case Op::select:
        return each([&](const std::vector<Expr>& x) { return b_.select(plain(value->args[0]), x[0], x[1]); });
      case Op::broadcast:
        return each([&](const std::vector<Expr>& x) { return b_.broadcast(x[0], value->type.lanes); });
      case Op::shuffle:
        return each([&](const std::vector<Expr>& x) { return b_.shuffle(x, value->mask); });
      case Op::cast:
        return widened({b_, plain(value->args[0])}, value->type.kind);
      case Op::load:
        return load(*value);
      default:
        fail(value);
    }
  }

  /// Operands are emitted last to first, so that programs do not depend on the compiler of Papilio.
  ExpandedPair combined(const Node& node) {
    std::vector<ExpandedPair> x(node.args.size());
    for (std::size_t i = x.size(); i-- > 0;) x[i] = named(of(node.args[i]));
    if (node.op == Op::add) return arithmetic_.add(x[0], x[1]);
    if (node.op == Op::sub) return arithmetic_.sub(x[0], x[1]);
    return node.op == Op::mul ? arithmetic_.mul(x[0], x[1]) : arithmetic_.fma(x[0], x[1], x[2]);
  }

  /// A pair from a float, or from an integer that its high part holds.
  ExpandedPair widened(Value x, ScalarKind kind) {
    const ScalarKind part = part_of(kind);
    const bool narrow = x.type().kind == ScalarKind::f64 && part == ScalarKind::f32;
    if (!x.type().is_float()) x = cast(x, part);
    if (!narrow) return {cast(x, part), constant_like(cast(x, part), 0.0)};
    const Value high = b_.let("h", cast(x, part));
    return {high, cast(x - cast(high, ScalarKind::f64), part)};
  }

  Value rounded(const ExpandedPair& x, ScalarKind kind) {
    if (kind == ScalarKind::f64 && x.high.type().kind == ScalarKind::f32) return cast(x.high, kind) + cast(x.low, kind);
    return cast(x.high, kind);
  }

  /// Pairs of one access, of 16 lanes, or of 16 bytes where GPUs access one complex number.
  static int pairs_at_once(ScalarKind kind, int lanes) {
    return kind == ScalarKind::f64x2 && lanes == 2 ? 1 : std::min(lanes, max_pairs);
  }

  ExpandedPair load(const Node& node) {
    const BufferOfPairs& kind = buffers_.at(node.buffer);
    if (!kind.interleaved)
      return widened(b_.load(node.buffer, node.args[0], node.type.lanes, node.integer), node.type.kind);
    return kind.integers ? pair_of_words(named(load_both(node, kind))) : load_both(node, kind);
  }

  /// The two neighbours in memory that a pair, or a number of f64, consists of.
  ExpandedPair load_both(const Node& node, const BufferOfPairs& kind) {
    const int lanes = node.type.lanes;
    const Value first = b_.mul(node.args[0], 2);
    if (node.buffer->space == Space::registers && lanes == 1)
      return {b_.load(node.buffer, first), b_.load(node.buffer, first + 1)};
    const int width = pairs_at_once(kind.element, lanes);
    std::vector<Expr> parts;
    for (int l = 0; l < lanes; l += width) {
      const std::int64_t alignment = l == 0 ? 2 * node.integer : std::gcd(2 * node.integer, std::int64_t{2} * l);
      parts.push_back(b_.load(node.buffer, first + 2 * l, 2 * width, alignment));
    }
    return {b_.shuffle(parts, every(0, 2, lanes)), b_.shuffle(parts, every(1, 2, lanes))};
  }

  void store(const BufferOfPairs& kind, const Store& store) {
    ExpandedPair x = named(of(store.value));
    if (kind.integers) x = words_of_pair(x);
    if (!kind.interleaved) {
      b_.store(store.buffer, store.index, rounded(x, store.buffer->element), store.alignment, store.rank);
      return;
    }
    const int lanes = store.value->type.lanes;
    const Value first = b_.mul(store.index, 2);
    if (store.buffer->space == Space::registers && lanes == 1) {
      b_.store(store.buffer, first, x.high);
      b_.store(store.buffer, first + 1, x.low);
      return;
    }
    const int width = pairs_at_once(kind.element, lanes);
    for (int l = 0; l < lanes; l += width) {
      std::vector<int> mask;
      for (int i = l; i < l + width; ++i) mask.insert(mask.end(), {i, lanes + i});
      const std::int64_t alignment = l == 0 ? 2 * store.alignment : std::gcd(2 * store.alignment, std::int64_t{2} * l);
      b_.store(store.buffer, first + 2 * l, b_.shuffle({x.high, x.low}, mask), alignment, store.rank);
    }
  }

  PairRules rules_;
  Block body_;
  std::map<const Buffer*, BufferOfPairs> buffers_;
  Builder b_;
  PairArithmetic arithmetic_;
  std::map<Expr, ExpandedPair> values_;  ///< by variable of the old program
};

}  // namespace

Module expand_pairs(Module module, const PairRules& rules) {
  const bool none = std::ranges::none_of(module.nodes, [](const Node& node) { return node.type.is_pair(); });
  return none ? std::move(module) : PairExpansion(std::move(module), rules).run();
}

}  // namespace papilio::ir
