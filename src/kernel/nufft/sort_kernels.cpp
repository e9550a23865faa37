// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/nufft/sort_kernels.hpp"

#include <vector>

#include "kernel/nufft/sort_block.hpp"

namespace papilio::kernel {
namespace {

constexpr int items = static_cast<int>(sort_block / sort_threads);  ///< keys of a work-item
constexpr int together = 4;                                         ///< numbers of an access

class ScatterKernel {
 public:
  explicit ScatterKernel(SortValues values)
      : b_(values == SortValues::given ? "nufft_sort_scatter" : "nufft_sort_scatter_first", sort_threads, resident),
        keys_(b_.input("keys", {ScalarKind::i32})),
        values_(values == SortValues::given ? b_.input("values", {ScalarKind::i32}) : nullptr),
        digits_(b_),
        item_(b_.thread_id()) {}

  Module build() {
    const Buffer* const counts = b_.input("counts", {ScalarKind::i32});
    const Buffer* const totals = b_.input("totals", {ScalarKind::i32});
    const Buffer* const sorted_keys = b_.output("sorted_keys", {ScalarKind::i32});
    const Buffer* const sorted_values = b_.output("sorted_values", {ScalarKind::i32});
    const Buffer* const ahead = b_.shared("ahead", ScalarKind::i32, sort_digits);
    const Value top = b_.let("top", cast(b_.scalar(Scalar::in_distance), ScalarKind::i32));
    const Value count = b_.scalar(Scalar::in_plane);
    block_ = b_.let("block", wide(b_.group_id()));
    const Value first = b_.let("first", block_ * sort_block);
    const Value present = b_.let("present", cast(min(count - first, sort_block), ScalarKind::i32));
    own_ = b_.let("own", first + item_ * items);
    digits_.clear();
    std::vector<Value> keys = numbers(keys_);
    std::vector<Value> slots;
    for (std::size_t i = 0; i < items; ++i) {
      // Keys that do not exist are the last ones of the largest digit, so that the others have the first slots.
      const Value exists = item_ * items + static_cast<int>(i) < present;
      keys[i] = b_.let("key", select(exists, keys[i], sort_digits - 1));
      slots.push_back(digits_.add(keys[i], nullptr));
    }
    b_.barrier();
    add_up(counts, totals, ahead);
    for (std::size_t i = 0; i < items; ++i) {
      const Value before = digits_.counted(BlockCounts::digit_of(keys[i]));
      slots[i] = b_.let("slot", max(min(before + slots[i], b_.constant(sort_block - 1)), 0));
    }
    b_.barrier();
    const Buffer* const staged = digits_.memory();  // the block in the order of its digits: keys, then values
    static_assert(BlockCounts::words >= 2 * sort_block);
    const std::vector<Value> values = values_ ? numbers(values_) : std::vector<Value>();
    for (std::size_t i = 0; i < items; ++i) {
      b_.store(staged, slots[i], keys[i]);
      b_.store(staged, slots[i] + sort_block, values_ ? values[i] : cast(place_of(i), ScalarKind::i32));
    }
    b_.barrier();
    for (int i = 0; i < items; ++i) {
      const Value slot = b_.let("slot", item_ + i * sort_threads);
      b_.branch(slot < present, [&] {
        const Value key = b_.load(staged, slot);
        const Value value = b_.load(staged, slot + sort_block);
        const Value digit = b_.let("digit", BlockCounts::digit_of(key));
        const Value to = b_.let("to", slot + b_.load(ahead, digit));
        b_.store(sorted_keys, to, key / sort_digits + digit * top);
        b_.store(sorted_values, to, value);
      });
    }
    return b_.finish();
  }

 private:
  /// Work-groups that a compute unit should hold: as many as an H200 can without spilling registers.
  static constexpr int resident = 6;

  /// This work-item's neighbouring numbers.
  std::vector<Value> numbers(const Buffer* from) {
    std::vector<Value> result;
    for (std::size_t i = 0; i < items; i += together) {
      const Value some = b_.load(from, place_of(i), together, together);
      for (int l = 0; l < together; ++l) result.push_back(lane(some, l));
    }
    return result;
  }
  Value place_of(std::size_t i) { return own_ + static_cast<std::int64_t>(i); }

  /// Each count becomes the sum of those before it: of smaller digits, and of this digit in earlier work-items.
  /// `ahead`: of each digit, from a number's place in the block to that among all numbers.
  void add_up(const Buffer* counts, const Buffer* totals, const Buffer* ahead) {
    const Buffer* const sums = b_.shared("sums", ScalarKind::i32, std::int64_t{4} * sort_threads);
    const Value total = b_.load(totals, min(item_, b_.constant(sort_digits - 1)));
    const Value of_digit = b_.let("total", select(item_ < sort_digits, total, 0));
    const std::vector<ItemSums> all = group_sums(b_, sums, sort_threads, {digits_.sum_of_run(), of_digit});
    constexpr int halves = BlockCounts::halves;  // upper digits follow the lower ones
    digits_.put_sums(b_.let("before", all[0].before + all[0].all % halves * halves));
    b_.barrier();
    b_.branch(item_ < sort_digits, [&] {
      const Value earlier_blocks = b_.load(counts, item_ * b_.scalar(Scalar::units) + block_);
      const Value inside = digits_.first_counted(item_);
      b_.store(ahead, item_, all[1].before + earlier_blocks - inside);
    });
  }

  Builder b_;
  const Buffer* keys_;
  const Buffer* values_;
  BlockCounts digits_;
  Value item_;
  Value block_;
  Value own_;  ///< the place of this work-item's first number
};

}  // namespace

Module build_sort_counts() {
  Builder b("nufft_sort_counts", sort_threads);
  const Buffer* const keys = b.input("keys", {ScalarKind::i32});
  const Buffer* const counts = b.output("counts", {ScalarKind::i32});
  const Value count = b.scalar(Scalar::in_plane);
  const Value blocks = b.scalar(Scalar::units);
  const Value block = b.let("block", wide(b.group_id()));
  BlockCounts digits(b);
  digits.clear();
  for (std::int64_t i = 0; i < sort_block; i += sort_threads) {  // in any order
    const Value place = b.let("place", block * sort_block + b.thread_id() + i);
    const Value key = b.load(keys, min(place, count - 1));
    digits.add(key, place < count);
  }
  b.barrier();
  digits.store_sums(counts, block, blocks);
  return b.finish();
}

Module build_sort_scatter(SortValues values) { return ScatterKernel(values).build(); }

Module build_sort_scan() {
  constexpr int each = 4;
  Builder b("nufft_sort_scan", sort_threads);
  const Buffer* const counts = b.work("counts", ScalarKind::i32);
  const Buffer* const totals = b.output("totals", {ScalarKind::i32});
  const Value count = b.scalar(Scalar::in_plane);
  const Buffer* const sums = b.shared("sums", ScalarKind::i32, std::int64_t{2} * sort_threads);
  const Buffer* const carry = b.registers("carry", ScalarKind::i32, 1);
  const Value row = b.let("row", b.group_id() * count);
  b.store(carry, b.constant(0), b.constant(0));
  b.loop("first", b.constant(0, i64), count, {std::int64_t{sort_threads} * each, Unroll::none}, [&](Value first) {
    std::vector<Value> numbers;
    std::vector<Value> places;
    Value own = b.constant(0);
    for (int i = 0; i < each; ++i) {
      places.push_back(b.let("place", first + b.thread_id() * each + i));
      const Value number = b.load(counts, row + min(places.back(), count - 1));
      numbers.push_back(b.let("count", select(places.back() < count, number, 0)));
      own = b.let("sum", own + numbers.back());
    }
    const ItemSums sum = group_sums(b, sums, sort_threads, {own}).front();
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

}  // namespace papilio::kernel
