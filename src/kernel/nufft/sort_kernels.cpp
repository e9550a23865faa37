// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/nufft/sort_kernels.hpp"

#include <functional>
#include <string>
#include <vector>

#include "kernel/nufft/group_sums.hpp"

namespace papilio::kernel {
namespace {

constexpr int items = static_cast<int>(sort_block / sort_threads);  ///< neighbouring numbers of a work-item
static_assert(items == sort_digits, "a work-item adds up as many counts of a block as it has keys");

/// A block of keys and their digits, as both kernels of a round know it.
class SortBlock {
 public:
  explicit SortBlock(const char* name)
      : b_(name, sort_threads), keys_(b_.input("keys", {ScalarKind::i32})), item_(b_.thread_id()) {}

 protected:
  void begin(const Buffer* counts) {
    counts_ = counts;
    divisor_ = b_.let("divisor", cast(b_.scalar(Scalar::in_distance), ScalarKind::i32));
    count_ = b_.scalar(Scalar::in_plane);
    blocks_ = b_.scalar(Scalar::units);
    block_ = b_.let("block", wide(b_.group_id()));
    first_ = b_.let("first", block_ * sort_block);
    for (int digit = 0; digit < sort_digits; ++digit) b_.store(counts_, column(b_.constant(digit)), b_.constant(0));
  }

  Value digit_of(Value key) { return b_.let("digit", key / divisor_ % sort_digits); }
  /// Returns the index of this work-item's count of a digit in local memory. A gap after every 16 counts keeps both
  /// rows and columns apart in the banks.
  Value column(Value digit) { return padded(digit * sort_threads + item_); }
  Value padded(Value i) { return b_.let("at", i + i / sort_digits); }
  static constexpr std::int64_t padded_counts = sort_digits * sort_threads + sort_threads;
  /// The number in the array of item i of this work-item, and whether there is one.
  Value place_of(int i) { return b_.let("place", first_ + item_ * items + i); }
  Value value_at(const Buffer* values, Value place) { return b_.load(values, min(place, count_ - 1)); }

  /// Adds one to this work-item's count of a digit. Returns the count before.
  Value count(Value digit, Value exists) {
    const Value at = column(digit);
    const Value before = b_.load(counts_, at);
    b_.store(counts_, at, before + select(exists, b_.constant(1), b_.constant(0)));
    return before;
  }

  Builder b_;
  const Buffer* keys_;
  const Buffer* counts_ = nullptr;
  Value item_;
  Value divisor_;
  Value count_;
  Value blocks_;
  Value block_;
  Value first_;
};

class CountKernel : SortBlock {
 public:
  CountKernel() : SortBlock("nufft_sort_counts") {}

  Module build() {
    const Buffer* const totals = b_.output("counts", {ScalarKind::i32});
    const Buffer* const sums = b_.shared("sums", ScalarKind::i32, sort_threads);
    begin(b_.shared("own", ScalarKind::i32, padded_counts));
    for (int i = 0; i < items; ++i) {
      const Value place = place_of(i);
      const Value key = value_at(keys_, place);
      count(digit_of(key), place < count_);
    }
    b_.barrier();
    constexpr int shares = sort_threads / sort_digits;  // work-items that add up a digit
    const Value row = b_.let("row", item_ / shares * sort_threads + item_ % shares);
    b_.store(sums, item_, sum_of(counts_, items, [&](int i) { return padded(row + i * shares); }));
    b_.barrier();
    b_.branch(item_ < sort_digits, [&] {
      b_.store(totals, item_ * blocks_ + block_,
               sum_of(sums, shares, [&](int i) { return b_.let("at", item_ * shares + i); }));
    });
    return b_.finish();
  }

 private:
  Value sum_of(const Buffer* numbers, int count, const std::function<Value(int)>& at) {
    Value sum = b_.constant(0);
    for (int i = 0; i < count; ++i) {
      const Value number = b_.load(numbers, at(i));
      sum = b_.let("sum", sum + number);
    }
    return sum;
  }
};

class ScatterKernel : SortBlock {
 public:
  ScatterKernel() : SortBlock("nufft_sort_scatter") {}

  Module build() {
    const Buffer* const values = b_.input("values", {ScalarKind::i32});
    const Buffer* const sums = b_.input("counts", {ScalarKind::i32});
    const Buffer* const sorted_keys = b_.output("sorted_keys", {ScalarKind::i32});
    const Buffer* const sorted_values = b_.output("sorted_values", {ScalarKind::i32});
    stage_ = b_.shared("stage", ScalarKind::i32, sort_block);
    const Buffer* const ahead = b_.shared("ahead", ScalarKind::i32, sort_digits);
    begin(b_.shared("own", ScalarKind::i32, padded_counts));
    std::vector<Value> keys;
    std::vector<Value> ranks;
    for (int i = 0; i < items; ++i) {
      places_.push_back(place_of(i));
      keys.push_back(value_at(keys_, places_.back()));
      digits_.push_back(digit_of(keys.back()));
      ranks.push_back(count(digits_.back(), places_.back() < count_));
    }
    b_.barrier();
    add_up();
    b_.branch(item_ < sort_digits, [&] {
      const Value before = b_.load(sums, item_ * blocks_ + block_);
      const Value inside = b_.load(counts_, padded(item_ * sort_threads));
      b_.store(ahead, item_, before - inside);
    });
    for (int i = 0; i < items; ++i) {
      const auto n = static_cast<std::size_t>(i);
      const Value before = b_.load(counts_, column(digits_[n]));
      slots_.push_back(b_.let("slot", max(min(before + ranks[n], b_.constant(sort_block - 1)), 0)));
    }
    put([&](std::size_t i) { return keys[i]; });
    std::vector<Value> to;
    const Value last = b_.let("last", max(cast(min(count_ - first_, sort_block) - 1, ScalarKind::i32), 0));
    for (int i = 0; i < items; ++i) {
      const Value slot = staged_slot(i);
      const Value key = b_.load(stage_, min(slot, last));
      const Value shift = b_.load(ahead, digit_of(key));
      to.push_back(b_.let("to", shift + slot));
      b_.branch(slot <= last, [&] { b_.store(sorted_keys, to.back(), key); });
    }
    b_.barrier();
    put([&](std::size_t i) { return value_at(values, places_[i]); });
    for (int i = 0; i < items; ++i) {
      const Value slot = staged_slot(i);
      b_.branch(slot <= last, [&] {
        const Value value = b_.load(stage_, slot);
        b_.store(sorted_values, to[static_cast<std::size_t>(i)], value);
      });
    }
    return b_.finish();
  }

 private:
  /// Each count becomes the sum of those before it.
  void add_up() {
    const Buffer* const sums = b_.shared("sums", ScalarKind::i32, 2 * sort_threads);
    std::vector<Value> run;
    Value own = b_.constant(0);
    for (int i = 0; i < items; ++i) {
      run.push_back(b_.load(counts_, padded(item_ * items + i)));
      own = b_.let("sum", own + run.back());
    }
    Value before = group_sums(b_, sums, sort_threads, {own}).front().before;
    for (int i = 0; i < items; ++i) {
      b_.store(counts_, padded(item_ * items + i), before);
      before = b_.let("sum", before + run[static_cast<std::size_t>(i)]);
    }
    b_.barrier();
  }

  /// Numbers of the block in the order of their digits.
  void put(const std::function<Value(std::size_t)>& number) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      b_.branch(places_[i] < count_, [&] {
        const Value value = number(i);
        b_.store(stage_, slots_[i], value);
      });
    }
    b_.barrier();
  }

  Value staged_slot(int i) { return b_.let("slot", item_ + i * sort_threads); }

  const Buffer* stage_ = nullptr;
  std::vector<Value> places_, digits_, slots_;
};

}  // namespace

Module build_sort_counts() { return CountKernel().build(); }
Module build_sort_scatter() { return ScatterKernel().build(); }

Module build_sort_scan(int threads) {
  Builder b("nufft_sort_scan_" + std::to_string(threads), threads);
  const Buffer* const counts = b.work("counts", ScalarKind::i32);
  const Value count = b.scalar(Scalar::in_plane);
  const Buffer* const sums = b.shared("sums", ScalarKind::i32, std::int64_t{2} * threads);
  const Buffer* const carry = b.registers("carry", ScalarKind::i32, 1);
  b.store(carry, b.constant(0), b.constant(0));
  b.loop("first", b.constant(0, i64), count, {std::int64_t{threads} * items, Unroll::none}, [&](Value first) {
    std::vector<Value> run;
    std::vector<Value> places;
    Value own = b.constant(0);
    for (int i = 0; i < items; ++i) {
      places.push_back(b.let("place", first + b.thread_id() * items + i));
      const Value number = b.load(counts, min(places.back(), count - 1));
      run.push_back(b.let("count", select(places.back() < count, number, b.constant(0))));
      own = b.let("sum", own + run.back());
    }
    const ItemSums sum = group_sums(b, sums, threads, {own}).front();
    const Value carried = b.load(carry, b.constant(0));
    Value before = b.let("before", carried + sum.before);
    for (int i = 0; i < items; ++i) {
      const auto n = static_cast<std::size_t>(i);
      b.branch(places[n] < count, [&] { b.store(counts, places[n], before); });
      before = b.let("before", before + run[n]);
    }
    b.store(carry, b.constant(0), carried + sum.all);
  });
  return b.finish();
}

Module build_sort_bounds() {
  Builder b("nufft_sort_bounds", sort_threads);
  const Buffer* const keys = b.input("keys", {ScalarKind::i32});
  const Buffer* const firsts = b.output("firsts", {ScalarKind::i32});
  const Value steps = b.scalar(Scalar::repeat);
  const Value count = b.scalar(Scalar::in_plane);
  const Value units = b.scalar(Scalar::units);
  const Buffer* const ends = b.registers("ends", ScalarKind::i64, 2);
  const Value low_place = b.constant(0);
  const Value high_place = b.constant(1);
  const Value at = b.let("at", wide(b.group_id()) * sort_threads + b.thread_id());
  b.branch(at < units, [&] {
    b.store(ends, low_place, b.constant(0, i64));
    b.store(ends, high_place, count);
    b.loop("step", b.constant(0, i64), steps, {1, Unroll::none}, [&](Value) {
      const Value low = b.load(ends, low_place);
      const Value high = b.load(ends, high_place);
      const Value middle = b.let("middle", (low + high) / 2);
      const Value key = b.load(keys, min(middle, count - 1));
      const Value before = b.let("less", low < high && wide(key) < at);
      b.store(ends, low_place, select(before, middle + 1, low));
      b.store(ends, high_place, select(before, high, middle));
    });
    const Value first = b.load(ends, low_place);
    b.store(firsts, at, cast(first, ScalarKind::i32));
  });
  return b.finish();
}

}  // namespace papilio::kernel
