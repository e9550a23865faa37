// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/nufft/sort_block.hpp"

#include <vector>

namespace papilio::kernel {

void BlockCounts::clear() {
  constexpr int lanes = 4;
  constexpr std::int64_t accesses = words / lanes;
  static_assert(words % lanes == 0);
  const std::vector<Value> zeros(lanes, b_.constant(0));
  for (std::int64_t i = 0; i < accesses; i += sort_threads) {
    const Value access = b_.let("access", item_ + i);
    b_.when(i + sort_threads <= accesses ? Value(nullptr) : access < accesses,
            [&] { b_.store(words_, access * lanes, concat(zeros), lanes); });
  }
  b_.barrier();
}

Value BlockCounts::column(Value digit) {
  const Value i = b_.let("at", digit % rows * sort_threads + item_);
  return b_.let("at", i + i / run);
}

Value BlockCounts::add(Value key, Value exists) {
  const Value digit = b_.let("digit", digit_of(key));
  const Value at = column(digit);
  const Value before = b_.load(words_, at);
  const Value one = select(digit < rows, b_.constant(1), b_.constant(halves));
  b_.store(words_, at, before + (exists ? select(exists, one, 0) : one));
  return b_.let("rank", half_of(before, digit));
}

Value BlockCounts::sum_of_run() {
  Value sum = b_.constant(0);
  for (int i = 0; i < run; ++i) {
    const Value number = b_.load(words_, in_run(i));
    sum = b_.let("sum", sum + number);
  }
  return sum;
}

void BlockCounts::put_sums(Value before) {
  for (int i = 0; i < run; ++i) {
    const Value own = b_.load(words_, in_run(i));
    b_.store(words_, in_run(i), before);
    before = b_.let("before", before + own);
  }
}

Value BlockCounts::counted(Value digit) {
  const Value word = b_.load(words_, column(digit));
  return half_of(word, digit);
}

Value BlockCounts::first_counted(Value digit) {
  const Value word = b_.load(words_, digit % rows * (sort_threads + sort_threads / run));
  return half_of(word, digit);
}

void BlockCounts::store_sums(const Buffer* counts, Value block, Value blocks) {
  const Buffer* const sums = b_.shared("sums", ScalarKind::i32, sort_threads);
  b_.store(sums, item_, sum_of_run());
  b_.barrier();
  b_.branch(item_ < sort_digits, [&] {
    constexpr int shares = sort_threads / rows;  // runs of a row
    Value sum = b_.constant(0);
    for (int i = 0; i < shares; ++i) {
      const Value share = b_.load(sums, item_ % rows * shares + i);
      sum = b_.let("sum", sum + share);
    }
    b_.store(counts, item_ * blocks + block, half_of(sum, item_));
  });
}

}  // namespace papilio::kernel
