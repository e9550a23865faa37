// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How often each digit occurs in a block of keys, in the local memory of a work-group that has the block.
#pragma once

#include "kernel/nufft/group_sums.hpp"
#include "kernel/nufft/sort_kernels.hpp"

namespace papilio::kernel {

/// Each work-item has counts of its own, of all digits. A row of words, one for each work-item, has a digit in the
/// lower 16 bits and one in the upper bits; work-items add up runs of words.
class BlockCounts {
 public:
  static constexpr int rows = static_cast<int>(sort_digits / 2);
  static constexpr int halves = 65536;
  static constexpr int run = 32;
  /// A gap after every run keeps runs apart in the banks.
  static constexpr std::int64_t words = std::int64_t{rows} * sort_threads + rows * sort_threads / run;
  static_assert(run == rows, "there are as many runs as work-items");
  static_assert(sort_block < halves / 2, "a count has 16 bits, and its word a sign");

  explicit BlockCounts(Builder& b) : b_(b), words_(b.shared("counted", ScalarKind::i32, words)), item_(b.thread_id()) {}

  [[nodiscard]] const Buffer* memory() const { return words_; }
  static Value digit_of(Value key) { return key % sort_digits; }
  /// All counts become 0.
  void clear();
  /// Adds one to this work-item's count of a key's digit, if the key exists. Returns the count before.
  Value add(Value key, Value exists);
  /// After a barrier. The sum of this work-item's run.
  Value sum_of_run();
  /// After that: each word of the run becomes `before` and the sum of those before it.
  void put_sums(Value before);
  /// The count of a digit in this work-item's word, and in the first word of the row.
  Value counted(Value digit);
  Value first_counted(Value digit);
  /// Writes the sums of all work-items, after a barrier. `counts` has those of all blocks, a digit after the other.
  void store_sums(const Buffer* counts, Value block, Value blocks);

 private:
  Value column(Value digit);
  Value in_run(int i) { return item_ * (run + 1) + i; }
  static Value half_of(Value word, Value digit) { return select(digit < rows, word % halves, word / halves); }

  Builder& b_;
  const Buffer* words_;
  Value item_;
};

}  // namespace papilio::kernel
