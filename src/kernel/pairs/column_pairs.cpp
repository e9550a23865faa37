// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/column_pairs.hpp"

#include "kernel/elements/elements.hpp"
#include "kernel/work/group_exchange.hpp"

namespace papilio::kernel {

std::vector<Pair> column_pairs(const GroupParts& parts, const AddressMapOf& half) {
  Builder& b = parts.b;
  const KernelSpec& spec = parts.spec;
  GroupExchange& exchange = parts.exchange;
  const std::int64_t m = spec.length;
  const std::int64_t tile = spec.shape.tile;
  // Whether slots follow the order of memory or that of the exchange.
  const bool rows = in_rows(spec, pre_processes(spec) ? spec.in : spec.out);
  const bool along = rows || !exchange.layout().by_column();
  std::vector<Pair> all;
  const auto deal = [&](PairKind kind, std::int64_t u, std::int64_t count) {
    Pair& pair = all.emplace_back();
    pair.kind = kind;
    pair.number = all.size() - 1;
    const Value index = own_index(b, spec.shape.threads, u, count * tile, &pair.active);
    const Value column = b.let("column", along ? index / count : index % tile);
    const bool middle = kind == PairKind::middle;
    const Value k = middle ? b.constant(m / 2) : b.let("k", along ? index % count : index / tile);
    pair.twiddle = [parts, k, m] {
      return parts.elements.table_entry(parts.context.table("fold_twiddles"), k, pairs_of(m));
    };
    pair.in_memory = [parts, half, column, active = pair.active, k, m, middle] {
      HalfPair at;
      at.half = half(column, &at.valid);
      at.column = column;
      at.counted = active;
      at.low = k;
      if (!middle) at.high = parts.b.let("mirror", m - k);
      return at;
    };
    if (middle) {
      pair.slots = [parts, column, k] { return std::vector<Value>{parts.exchange.place(column, k)}; };
      return;
    }
    pair.is_zero = b.let("is_zero", k == 0);
    pair.slots = [parts, column, k, m, is_zero = pair.is_zero] {
      // Z[m] is Z[0]. The minimum tells verify() that no slot is m.
      const Value partner = parts.b.let("e", select(is_zero, k, min(m - k, m - 1)));
      return std::vector<Value>{parts.exchange.place(column, k), parts.exchange.place(column, partner)};
    };
  };
  const std::int64_t threads = spec.shape.threads;
  const std::int64_t count = pairs_of(m);
  for (std::int64_t u = 0; u * threads < count * tile; ++u) deal(PairKind::both, u, count);
  if (m % 2 != 0) return all;
  for (std::int64_t u = 0; u * threads < tile; ++u) deal(PairKind::middle, u, 1);
  return all;
}

}  // namespace papilio::kernel
