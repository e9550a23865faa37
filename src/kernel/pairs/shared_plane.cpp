// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/shared_plane.hpp"

#include <string>

#include "kernel/elements/elements.hpp"
#include "kernel/work/register_array.hpp"

namespace papilio::kernel {

std::vector<Pair> row_pairs(const GroupParts& parts, PairedTile& tile, Value first, const AddressMap& half) {
  Builder& b = parts.b;
  const KernelSpec& spec = parts.spec;
  const std::int64_t m = spec.length;
  const std::int64_t rows = spec.shape.tile;
  // The slot in the tile of the row that is the partner of the one in a slot. Rows 0 and n1/2 are their own partners.
  const auto partner = [parts, first, rows](Value slot) {
    const Value own = first + slot % (rows / 2) == 0;
    return parts.b.let("partner", select(own, slot, (slot + rows / 2) % rows));
  };
  // Place of a number of the row in a slot in its array; r2c has even numbers of rows.
  const auto element = [&tile, m](Value slot, Value k2) {
    Value valid;
    return half_plane_element(tile.column(slot, &valid), k2, m);
  };
  // With the padding between stages, as rows are written across and read along.
  const auto at = [parts](Value slot, Value k2) {
    const Exchange& layout = parts.exchange.layout();
    return parts.exchange.places_from(layout.between(), parts.exchange.raw_place(slot, k2), layout.element_step(), 1)
        .front();
  };
  std::vector<Pair> all;
  const auto deal = [&](PairKind kind, std::int64_t u, std::int64_t count) {
    Pair& pair = all.emplace_back();
    pair.kind = kind;
    pair.number = all.size() - 1;
    const Value index = own_index(b, spec.shape.threads, u, count * rows, &pair.active);
    const bool both = kind == PairKind::both;
    const Value slot = b.let("place", index / count);
    const Value k2 = both ? b.let("k2", index % count) : b.constant(m / 2);
    pair.twiddle = [parts, both, k2, m] {
      const Complex root = parts.elements.table_entry(parts.context.table("fold_twiddles"), k2, m);
      return both ? root : root * 0.5;
    };
    pair.in_memory = [parts, half, both, slot, k2, m, partner, element] {
      HalfPair place{half, {}, parts.b.let("own", element(slot, k2)), {}};
      if (both) place.high = parts.b.let("other", element(partner(slot), m - k2));
      return place;
    };
    pair.slots = [parts, both, slot, k2, m, partner, at] {
      const Value own = at(slot, k2);
      const Value other = partner(slot);
      return std::vector<Value>{own, at(other, both ? conjugate_index(k2, m) : k2)};
    };
  };
  const std::int64_t threads = spec.shape.threads;
  for (std::int64_t u = 0; u * threads < m / 2 * rows; ++u) deal(PairKind::both, u, m / 2);
  for (std::int64_t u = 0; u * threads < rows; ++u) deal(PairKind::low, u, 1);
  return all;
}

void SharedRows::load(Butterfly& w, Value k2, const Stage& stage) {
  Builder& b = g_.b;
  const std::int64_t pitch = m_ + 1;
  const auto row = [&](int j) { return w.c + j * stage.butterflies(); };
  const Value own = b.let("own", half_plane_element(w.c, k2, m_));
  for (int j = 0; j < stage.radix; ++j)
    w.x.push_back(g_.elements.load_half(half_, own + j * stage.butterflies() * pitch));
  const RegisterArray numbers(b, "numbers_" + std::to_string(w.number), g_.context.element, stage.radix);
  numbers.keep(0, w.x);
  // As a real signal's: the mean of conjugate partners.
  b.branch(b.let("is_first", k2 == 0), [&] {
    for (int j = 0; j < stage.radix; ++j) {
      const Value other = b.let("other", conjugate_index(row(j), rows_) * pitch);
      const auto mean = [&](const Complex& x, std::int64_t column) {
        return mean_with_conjugate(x, g_.elements.load_half(half_, other + column));
      };
      const Complex first = mean(w.x[j], 0);
      const Complex last = mean(g_.elements.load_half(half_, row(j) * pitch + m_), m_);
      const Value re = b.let("re", first.re - last.im);
      numbers.keep(j, {{re, b.let("im", first.im + last.re)}});
    }
  });
  w.x = numbers.recall(0, stage.radix);
}

std::vector<ExchangeSlots> SharedRows::partners(const std::vector<Butterfly>& butterflies, const Stage& stage) {
  std::vector<ExchangeSlots> from;
  for (const Butterfly& w : butterflies) {
    from.push_back({w.active, {}});
    const std::int64_t step = stage.butterflies();
    for (int j = 0; j < stage.radix; ++j) {
      const Value e = j == 0 ? conjugate_index(w.c, m_) : m_ - j * step - w.c;
      from.back().at.push_back(g_.exchange.place(w.column, e));
    }
  }
  return from;
}

void SharedRows::pre_process_row(Butterfly& w, const Stage& stage, const std::vector<Complex>& partners) {
  Builder& b = g_.b;
  const Complex ends = w.x[0];
  for (int j = 0; j < stage.radix; ++j) {
    const Value k = w.c + j * stage.butterflies();
    w.x[j] =
        pre_process_low(b, {w.x[j], partners[j]}, g_.elements.table_entry(g_.context.table("fold_twiddles"), k, m_));
  }
  const Value both = b.let("both", w.c == 0);
  w.x[0].re = b.let("re", select(both, ends.re + ends.im, w.x[0].re));
  w.x[0].im = b.let("im", select(both, ends.re - ends.im, w.x[0].im));
}

}  // namespace papilio::kernel
