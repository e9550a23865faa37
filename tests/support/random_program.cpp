// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/random_program.hpp"

#include <random>
#include <utility>
#include <vector>

#include "ir/builder.hpp"

namespace papilio::test {
namespace {

using ir::Buffer;
using ir::Builder;
using ir::ScalarKind;
using ir::Value;

constexpr int shared_share = 4;  ///< numbers of a shared array that belong to one work-item
constexpr int global_share = random_share;
constexpr int kept_numbers = 3;

class RandomProgram {
 public:
  using Next = std::function<std::uint32_t()>;

  RandomProgram(Next next, int resident, ScalarKind element, int threads, Storage storage)
      : random_(std::move(next)),
        threads_(threads),
        shared_numbers_(threads * shared_share),
        type_{element, 1},
        b_("random", threads_, resident),
        in_(b_.input("in", {element, storage, false})),
        out_(b_.output("out", {element, storage, false})),
        shared_{b_.shared("s", element, shared_numbers_), b_.shared("u", element, shared_numbers_)},
        kept_(b_.registers("kept", element, kept_numbers)),
        own_(b_.let("own", b_.mul(b_.thread_id(), shared_share))),
        global_(b_.let("global", b_.mul(b_.add(b_.mul(b_.group_id(), threads_), b_.thread_id()), global_share))) {}

  ir::Module make() {
    begin();
    for (int phase = 0; phase < 4; ++phase) {
      // In a phase either all work-items access only their own numbers, or none writes.
      is_read_only_ = phase % 2 == 1;
      for (int i = 0; i < 12; ++i) statement(0);
      b_.barrier();
    }
    end();
    return b_.finish();
  }

 private:
  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  Value pick(const std::vector<Value>& values) { return values[random_() % values.size()]; }
  Value number() { return b_.real(static_cast<double>(below(64)) / 64 - 0.5, type_); }

  void begin() {
    integers_ = {b_.thread_id(), b_.group_id(), b_.constant(3)};
    for (int i = 0; i < 3; ++i) numbers_.push_back(b_.load(in_, b_.add(global_, i)));
    for (int i = 0; i < kept_numbers; ++i) b_.store(kept_, b_.constant(i), pick(numbers_));
    for (const Buffer* array : shared_) {
      for (int i = 0; i < shared_share; ++i) b_.store(array, b_.add(own_, i), pick(numbers_));
    }
  }

  /// Reads everything that was not read yet.
  void end() {
    for (int i = 0; i < shared_share; ++i) {
      b_.store(out_, b_.add(global_, global_share - 1 - i), b_.load(shared_[0], b_.add(own_, i)));
      b_.store(out_, b_.add(global_, global_share - 1 - shared_share - i), b_.load(shared_[1], b_.add(own_, i)));
    }
    for (int i = 0; i < kept_numbers; ++i) b_.store(out_, b_.add(global_, i), b_.load(kept_, b_.constant(i)));
  }

  /// Never large, never negative.
  Value integer() {
    const Value a = pick(integers_);
    const Value c = pick(integers_);
    switch (below(8)) {
      case 0:
        return b_.mod(b_.add(b_.mul(a, 1 + below(9)), c), 1 + below(60));
      case 1:
        return b_.div(b_.add(a, below(100)), 1 + below(12));
      case 2:
        return b_.select(b_.lt(a, c), c, b_.add(a, 1));
      case 3:
        return b_.min(a, b_.add(c, 1));
      case 4:
        return b_.mod(b_.max(a, c), 50);
      case 5:
        return b_.shr(b_.add(a, 64), 1 + below(3));
      case 6:
        return b_.bit_and(b_.add(a, c), b_.constant(below(64)));
      default:
        return b_.cast(b_.mod(b_.mul(b_.cast(a, ScalarKind::i64), 1000003), 97), ScalarKind::i32);
    }
  }

  /// Between -1 and 1, to exclude infinities.
  Value arithmetic() {
    const Value a = pick(numbers_);
    const Value c = pick(numbers_);
    switch (below(5)) {
      case 0:
        return b_.mul(b_.add(a, c), b_.real(0.5, type_));
      case 1:
        return b_.mul(b_.sub(a, c), b_.real(0.5, type_));
      case 2:
        return b_.fma(a, number(), b_.mul(c, number()));
      case 3:
        return b_.select(b_.le(pick(integers_), pick(integers_)), b_.neg(a), c);
      default:
        return b_.mul(b_.mul(a, c), number());
    }
  }

  Value condition() {
    const Value integer = pick(integers_);
    // Drivers have rules of their own for widened numbers beside constants.
    if (below(4) == 0) return b_.lt(b_.cast(integer, ScalarKind::i64), b_.constant(below(40), ir::i64));
    return b_.lt(integer, b_.add(b_.mod(pick(integers_), 4), below(6)));
  }

  /// An index of the work-item's own numbers, expressed in many ways.
  Value own_place() {
    const int constant = below(shared_share);
    switch (below(6)) {
      case 0:
        return b_.add(b_.mul(b_.thread_id(), shared_share), constant);
      case 1:
        return b_.add(own_, b_.mod(pick(integers_), shared_share));
      case 2:
        return b_.add(b_.let("row", b_.add(own_, constant / 2)), constant / 2);
      case 3:
        return b_.add(b_.mul(b_.add(b_.mul(b_.thread_id(), shared_share / 2), constant / 2), 2), constant % 2);
      case 4:
        return b_.add(b_.min(pick(integers_), b_.constant(shared_share - 1 - constant)), b_.add(own_, constant));
      default:
        return b_.add(own_, constant);
    }
  }

  Value global_place(int lanes) {
    const int constant = below(16 / lanes) * lanes;
    if (below(3) == 0) return b_.add(b_.mul(b_.mod(pick(integers_), 16 / lanes), lanes), global_);
    if (below(2) == 0) return b_.add(b_.cast(global_, ScalarKind::i64), b_.constant(constant, ir::i64));
    return b_.add(global_, constant);
  }

  void take(Value value, int lanes) {
    for (int l = 0; l < lanes; ++l) numbers_.push_back(lanes == 1 ? value : b_.let("part", b_.lane(value, l)));
  }
  Value give(int lanes) {
    std::vector<Value> parts;
    for (int l = 0; l < lanes; ++l) parts.push_back(pick(numbers_));
    return lanes == 1 ? parts.front() : b_.concat(parts);
  }

  void access_shared() {
    const Buffer* array = shared_[below(2)];
    if (is_read_only_) return take(b_.load(array, b_.mod(pick(integers_), shared_numbers_)), 1);
    if (below(2) == 0) {
      const int lanes = 1 << below(3);
      if (below(2) == 0) return take(b_.load(array, own_place()), 1);
      return take(b_.load(array, b_.add(own_, below(shared_share / lanes) * lanes), lanes, lanes), lanes);
    }
    // Several in a row, which the emitter may combine.
    for (int i = below(4); i >= 0; --i) {
      const int lanes = 1 << below(2);
      if (below(2) == 0) b_.store(array, own_place(), give(1));
      b_.store(array, b_.add(own_, below(shared_share / lanes) * lanes), give(lanes), lanes);
    }
  }

  void access_global() {
    const int lanes = type_.kind == ScalarKind::f32 ? 1 << below(3) : 1 << below(2);
    if (below(2) == 0) return take(b_.load(in_, global_place(lanes), lanes, lanes), lanes);
    b_.store(out_, global_place(lanes), give(lanes), lanes);
  }

  void access_kept() {
    const Value place = b_.constant(below(kept_numbers));
    if (below(2) == 0) return take(b_.load(kept_, place), 1);
    b_.store(kept_, place, pick(numbers_));
  }

  /// Values defined in a block are not visible after it.
  void block(int depth) {
    const std::vector<Value> numbers = numbers_;
    const std::vector<Value> integers = integers_;
    for (int i = 0; i < 5; ++i) statement(depth + 1);
    numbers_ = numbers;
    integers_ = integers;
  }

  void loop(int depth) {
    const Value end = below(2) == 0 ? b_.constant(2 + below(2)) : b_.mod(pick(integers_), 4);
    const auto body = [&](Value i) {
      const std::vector<Value> integers = integers_;
      integers_.push_back(i);
      block(depth);
      integers_ = integers;
    };
    b_.loop("i", b_.constant(0), end, {1, below(2) == 0 ? ir::Unroll::none : ir::Unroll::automatic}, body);
  }

  void statement(int depth) {
    switch (below(depth < 3 ? 12 : 10)) {
      case 0:
      case 1:
        return numbers_.push_back(b_.let("x", arithmetic()));
      case 2:
        return integers_.push_back(b_.let("n", integer()));
      case 3:
      case 4:
      case 5:
      case 6:
        return access_shared();
      case 7:
      case 8:
        return access_global();
      case 9:
        return access_kept();
      case 10:
        return loop(depth);
      default:
        break;
    }
    if (below(2) == 0) return b_.branch(condition(), [&] { block(depth); });
    b_.branch(
        condition(), [&] { block(depth); }, [&] { block(depth); });
  }

  Next random_;
  int threads_;  ///< of a work-group
  int shared_numbers_;
  ir::Type type_;
  Builder b_;
  const Buffer* in_;
  const Buffer* out_;
  const Buffer* shared_[2];
  const Buffer* kept_;
  Value own_;
  Value global_;
  bool is_read_only_ = false;
  std::vector<Value> integers_;
  std::vector<Value> numbers_;
};

}  // namespace

ir::Module random_program(unsigned seed, ScalarKind element, int threads, Storage storage) {
  const auto next = [engine = std::mt19937(seed)]() mutable { return static_cast<std::uint32_t>(engine()); };
  return RandomProgram(next, seed % 3 == 0 ? 1 : 0, element, threads, storage).make();
}

ir::Module random_program(std::function<std::uint32_t()> next, ScalarKind element, int threads, Storage storage) {
  const int resident = next() % 3 == 0 ? 1 : 0;
  return RandomProgram(std::move(next), resident, element, threads, storage).make();
}

}  // namespace papilio::test
