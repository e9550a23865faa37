// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/nufft/sort_kernels.hpp"

#include <string>
#include <vector>

#include "kernel/nufft/group_sums.hpp"

namespace papilio::kernel {
namespace {

constexpr int items = static_cast<int>(sort_block / sort_threads);  ///< keys of a work-item
constexpr int rows = static_cast<int>(sort_digits / 2);
constexpr int halves = 65536;  ///< a word has the count of one digit of each half in 16 bits
constexpr int run = 32;        ///< counts that a work-item adds up
constexpr int vector = 4;      ///< words of an access
static_assert(rows * sort_threads == run * sort_threads, "a work-item adds up one run");
static_assert(sort_block < halves / 2, "a count has 16 bits, and its word a sign");

/// A block of keys and their digits, as both kernels of a round know it.
class SortBlock {
 protected:
  SortBlock(const char* name, int resident)
      : b_(name, sort_threads, resident), keys_(b_.input("keys", {ScalarKind::i32})), item_(b_.thread_id()) {}

  void begin() {
    counts_ = b_.shared("own", ScalarKind::i32, padded_counts);
    count_ = b_.scalar(Scalar::in_plane);
    blocks_ = b_.scalar(Scalar::units);
    block_ = b_.let("block", wide(b_.group_id()));
    first_ = b_.let("first", block_ * sort_block);
    const std::vector<Value> zeros(vector, b_.constant(0));
    for (std::int64_t i = 0; i < padded_counts / vector; i += sort_threads) {
      const Value at = b_.let("at", (item_ + i) * vector);
      b_.when(i + sort_threads <= padded_counts / vector ? Value(nullptr) : item_ + i < padded_counts / vector,
              [&] { b_.store(counts_, at, concat(zeros), vector); });
    }
    b_.barrier();
  }

  static Value digit_of(Value key) { return key % sort_digits; }
  /// The index of this work-item's word for a digit in local memory. A gap after every run keeps runs apart in the
  /// banks.
  Value column(Value digit) {
    const Value i = b_.let("at", digit % rows * sort_threads + item_);
    return b_.let("at", i + i / run);
  }
  static constexpr std::int64_t padded_counts = std::int64_t{rows} * sort_threads + rows * sort_threads / run;
  /// The index of a count of this work-item's run: a quarter of the words of one row.
  Value in_run(int i) { return item_ * (run + 1) + i; }
  /// The count of a digit in a word.
  static Value half_of(Value word, Value digit) { return select(digit < rows, word % halves, word / halves); }

  /// Adds one to this work-item's count of a digit. Returns the count before.
  Value count(Value key, Value exists) {
    const Value digit = b_.let("digit", digit_of(key));
    const Value at = column(digit);
    const Value before = b_.load(counts_, at);
    const Value one = select(digit < rows, b_.constant(1), b_.constant(halves));
    b_.store(counts_, at, before + select(exists, one, 0));
    return b_.let("rank", half_of(before, digit));
  }

  Value sum_of_run() {
    Value sum = b_.constant(0);
    for (int i = 0; i < run; ++i) {
      const Value number = b_.load(counts_, in_run(i));
      sum = b_.let("sum", sum + number);
    }
    return sum;
  }

  Builder b_;
  const Buffer* keys_;
  const Buffer* counts_ = nullptr;
  Value item_;
  Value count_;
  Value blocks_;
  Value block_;
  Value first_;
};

class CountKernel : SortBlock {
 public:
  CountKernel() : SortBlock("nufft_sort_counts", 0) {}

  Module build() {
    const Buffer* const totals = b_.output("counts", {ScalarKind::i32});
    const Buffer* const sums = b_.shared("sums", ScalarKind::i32, sort_threads);
    begin();
    for (int i = 0; i < items; ++i) {  // in any order
      const Value place = b_.let("place", first_ + item_ + i * sort_threads);
      count(b_.load(keys_, min(place, count_ - 1)), place < count_);
    }
    b_.barrier();
    b_.store(sums, item_, sum_of_run());
    b_.barrier();
    b_.branch(item_ < sort_digits, [&] {
      constexpr int shares = sort_threads / rows;
      Value sum = b_.constant(0);
      for (int i = 0; i < shares; ++i) {
        const Value share = b_.load(sums, item_ % rows * shares + i);
        sum = b_.let("sum", sum + share);
      }
      b_.store(totals, item_ * blocks_ + block_, half_of(sum, item_));
    });
    return b_.finish();
  }
};

class ScatterKernel : SortBlock {
 public:
  /// `resident`: work-groups that a compute unit should hold, in spite of their registers.
  explicit ScatterKernel(SortValues values)
      : SortBlock(values == SortValues::given ? "nufft_sort_scatter" : "nufft_sort_scatter_first", resident),
        values_(values == SortValues::given ? b_.input("values", {ScalarKind::i32}) : nullptr) {}

  Module build() {
    const Buffer* const counts = b_.input("counts", {ScalarKind::i32});
    const Buffer* const totals = b_.input("totals", {ScalarKind::i32});
    const Buffer* const sorted_keys = b_.output("sorted_keys", {ScalarKind::i32});
    const Buffer* const sorted_values = b_.output("sorted_values", {ScalarKind::i32});
    ahead_ = b_.shared("ahead", ScalarKind::i32, sort_digits);
    const Value top = b_.let("top", cast(b_.scalar(Scalar::in_distance), ScalarKind::i32));
    begin();
    const std::vector<Value> keys = numbers(keys_);
    std::vector<Value> slots;
    for (std::size_t i = 0; i < keys.size(); ++i) slots.push_back(count(keys[i], exists(i)));
    b_.barrier();
    add_up(counts, totals);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Value digit = b_.let("digit", digit_of(keys[i]));
      const Value before = b_.load(counts_, column(digit));
      slots[i] = b_.let("slot", max(min(half_of(before, digit) + slots[i], b_.constant(sort_block - 1)), 0));
    }
    b_.barrier();  // the block in the order of its digits takes the memory of the counts
    const std::vector<Value> values = values_ ? numbers(values_) : std::vector<Value>();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      b_.branch(exists(i), [&] {
        b_.store(counts_, slots[i], keys[i]);
        b_.store(counts_, slots[i] + sort_block, values_ ? values[i] : cast(place_of(i), ScalarKind::i32));
      });
    }
    b_.barrier();
    for (int i = 0; i < items; ++i) {
      const Value slot = b_.let("slot", item_ + i * sort_threads);
      b_.branch(first_ + slot < count_, [&] {
        const Value key = b_.load(counts_, slot);
        const Value value = b_.load(counts_, slot + sort_block);
        const Value digit = b_.let("digit", digit_of(key));
        const Value to = b_.let("to", slot + b_.load(ahead_, digit));
        b_.store(sorted_keys, to, key / sort_digits + digit * top);
        b_.store(sorted_values, to, value);
      });
    }
    return b_.finish();
  }

 private:
  static constexpr int resident = 6;
  /// This work-item's neighbouring numbers, and 0 for those behind the last one.
  std::vector<Value> numbers(const Buffer* from) {
    std::vector<Value> result;
    for (std::size_t i = 0; i < items; i += vector) {
      const Value some = b_.load(from, place_of(i), vector, vector);
      for (int lane = 0; lane < vector; ++lane)
        result.push_back(b_.let("number", select(exists(i + static_cast<std::size_t>(lane)), ir::lane(some, lane), 0)));
    }
    return result;
  }
  Value place_of(std::size_t i) { return first_ + (item_ * items + static_cast<int>(i)); }
  Condition exists(std::size_t i) { return place_of(i) < count_; }

  /// Each count becomes the sum of those before it: of smaller digits, and of this digit in earlier work-items.
  void add_up(const Buffer* counts, const Buffer* totals) {
    const Buffer* const sums = b_.shared("sums", ScalarKind::i32, 4 * sort_threads);
    const Value total = b_.load(totals, min(item_, b_.constant(sort_digits - 1)));
    const Value of_digit = b_.let("total", select(item_ < sort_digits, total, 0));
    const std::vector<ItemSums> all = group_sums(b_, sums, sort_threads, {sum_of_run(), of_digit});
    Value before = b_.let("before", all[0].before + all[0].all % halves * halves);  // the upper half follows the lower
    for (int i = 0; i < run; ++i) {
      const Value own = b_.load(counts_, in_run(i));
      b_.store(counts_, in_run(i), before);
      before = b_.let("before", before + own);
    }
    b_.barrier();
    b_.branch(item_ < sort_digits, [&] {
      const Value earlier_blocks = b_.load(counts, item_ * blocks_ + block_);
      const Value word = b_.load(counts_, item_ % rows * (sort_threads + sort_threads / run));
      b_.store(ahead_, item_, all[1].before + earlier_blocks - half_of(word, item_));
    });
  }

  const Buffer* values_;
  const Buffer* ahead_ = nullptr;  ///< of each digit: from a number's place in the block to that among all
};

}  // namespace

Module build_sort_counts() { return CountKernel().build(); }
Module build_sort_scatter(SortValues values) { return ScatterKernel(values).build(); }

Module build_sort_scan(int threads) {
  constexpr int each = 4;
  Builder b("nufft_sort_scan_" + std::to_string(threads), threads);
  const Buffer* const counts = b.work("counts", ScalarKind::i32);
  const Buffer* const totals = b.output("totals", {ScalarKind::i32});
  const Value count = b.scalar(Scalar::in_plane);
  const Buffer* const sums = b.shared("sums", ScalarKind::i32, std::int64_t{2} * threads);
  const Buffer* const carry = b.registers("carry", ScalarKind::i32, 1);
  const Value row = b.let("row", b.group_id() * count);
  b.store(carry, b.constant(0), b.constant(0));
  b.loop("first", b.constant(0, i64), count, {std::int64_t{threads} * each, Unroll::none}, [&](Value first) {
    std::vector<Value> numbers;
    std::vector<Value> places;
    Value own = b.constant(0);
    for (int i = 0; i < each; ++i) {
      places.push_back(b.let("place", first + b.thread_id() * each + i));
      const Value number = b.load(counts, row + min(places.back(), count - 1));
      numbers.push_back(b.let("count", select(places.back() < count, number, 0)));
      own = b.let("sum", own + numbers.back());
    }
    const ItemSums sum = group_sums(b, sums, threads, {own}).front();
    const Value carried = b.load(carry, b.constant(0));
    Value before = b.let("before", carried + sum.before);
    for (std::size_t i = 0; i < each; ++i) {
      b.branch(places[i] < count, [&] { b.store(counts, row + places[i], before); });
      before = b.let("before", before + numbers[i]);
    }
    b.store(carry, b.constant(0), carried + sum.all);
  });
  const Value all = b.load(carry, b.constant(0));
  b.branch(b.thread_id() == 0, [&] { b.store(totals, b.group_id(), all); });
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
