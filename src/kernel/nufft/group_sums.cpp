// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/nufft/group_sums.hpp"

namespace papilio::kernel {

std::vector<ItemSums> group_sums(Builder& b, const Buffer* sums, int threads, const std::vector<Value>& own) {
  const Value item = b.thread_id();
  const auto row = [&](std::size_t i) { return static_cast<std::int64_t>(2 * i) * threads; };
  for (std::size_t i = 0; i < own.size(); ++i) b.store(sums, item + row(i), own[i]);
  b.barrier();
  std::int64_t from = 0;
  for (int step = 1; step < threads; step *= 2) {
    const std::int64_t to = threads - from;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const Value here = b.load(sums, item + (row(i) + from));
      const Value earlier = b.load(sums, max(item - step, 0) + (row(i) + from));
      b.store(sums, item + (row(i) + to), here + select(item < step, 0, earlier));
    }
    b.barrier();
    from = to;
  }
  std::vector<ItemSums> results;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Value through = b.load(sums, item + (row(i) + from));
    const Value all = b.load(sums, b.constant(row(i) + from + threads - 1));
    results.push_back({b.let("before", through - own[i]), all});
  }
  b.barrier();
  return results;
}

}  // namespace papilio::kernel
