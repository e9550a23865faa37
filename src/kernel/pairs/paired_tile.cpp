// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/paired_tile.hpp"

#include "kernel/elements/elements.hpp"
#include "kernel/work/group_exchange.hpp"

namespace papilio::kernel {

PairedTile::PairedTile(const GroupParts& parts, Value first, const AddressMap& half)
    : g_(parts),
      first_(first),
      half_(half),
      tile_(parts.spec.shape.tile),
      columns_(parts.spec.columns()),
      length_(parts.spec.length),
      count_((parts.spec.length + 1) / 2),
      step_(parts.spec.shape.threads % tile_ == 0 ? parts.spec.shape.threads / tile_ : 0) {}

PairedTile::TileSlot PairedTile::at_slot(Value number) {
  Builder& b = g_.b;
  const std::int64_t half = tile_ / 2;
  const std::int64_t pairs = (columns_ + 1) / 2;
  TileSlot slot;
  slot.number = number;
  slot.q = b.let("q", first_ + number % half);
  if (pairs % half != 0) {
    slot.in_bounds = b.let("in_bounds", slot.q < pairs);
    slot.q = b.let("q", min(slot.q, pairs - 1));
  }
  slot.upper = b.let("mirrors", half <= number);
  slot.own = b.let("own", slot.q == 0);
  slot.zero = b.let("zero", slot.own && number < half);
  return slot;
}

Value PairedTile::column_of(const TileSlot& slot, Value* valid) {
  Builder& b = g_.b;
  *valid = slot.in_bounds;
  const bool even = columns_ % 2 == 0;
  if (!even) {
    // Column 0 shares its slots with no other column: the second slot repeats it.
    const Value there = b.let("there", 0 < slot.q || slot.zero);
    *valid = *valid ? b.let("valid", *valid && there) : there;
  }
  // The minimum tells verify() that no column is C.
  const Value mirror = min(columns_ - slot.q, columns_ - 1);
  const Value other = b.let("mirror", select(slot.own, even ? columns_ / 2 : 0, mirror));
  return b.let("column", select(slot.upper, other, slot.q));
}

/// Neighbouring work-items have neighbouring slots, of both halves: no two access one bank, nor do their partners.
std::vector<Pair> PairedTile::pairs() {
  Builder& b = g_.b;
  const std::int64_t threads = g_.spec.shape.threads;
  const std::int64_t total = count_ * tile_;
  std::vector<Pair> all;
  for (std::int64_t u = 0; u * threads < total; ++u) {
    Value active;
    if (step_ == 0) {
      const Value own = own_index(b, threads, u, total, &active);
      const Value slot = b.let("place", own % tile_);
      all.push_back(pair(all.size(), slot, b.let("k", own / tile_), active));
      continue;
    }
    Value k = b.thread_id() / tile_ + u * step_;
    if ((u + 1) * step_ > count_) {
      active = b.let("active", k < count_);
      k = min(k, count_ - 1);
    }
    const Value slot = b.let("place", b.thread_id() % tile_);
    all.push_back(pair(all.size(), slot, b.let("k", k), active));
  }
  if (length_ % 2 == 0) all.push_back(middle(all.size()));
  return all;
}

Pair PairedTile::pair(std::size_t number, Value slot, Value k, Value active) {
  Builder& b = g_.b;
  const TileSlot at = at_slot(slot);
  Pair pair;
  pair.number = number;
  pair.active = active;
  // The middle element of a column of odd length is paired with the middle of the partner column; the first half of the
  // tile processes both.
  if (length_ % 2 != 0 && (static_cast<std::int64_t>(number) + 1) * g_.spec.shape.threads > (count_ - 1) * tile_) {
    const Value once = b.let("once", (at.own || slot < tile_ / 2) || k < count_ - 1);
    pair.active = active ? b.let("active", active && once) : once;
  }
  if (number == 0) pair.is_zero = b.let("is_zero", at.zero && k == 0);
  const auto index = [this, at, k](Value* valid) { return g_.b.let("i", column_of(at, valid) + k * columns_); };
  pair.in_memory = [this, index] {
    HalfPair place{half_, {}, {}, {}};
    place.low = index(&place.valid);
    place.high = g_.b.let("mirror", g_.spec.points() - place.low);
    return place;
  };
  pair.twiddle = [this, number, index] {
    Value valid;
    return twiddle(number, number == 0 || step_ == 0 ? index(&valid) : nullptr);
  };
  pair.slots = [this, at, k, is_zero = pair.is_zero] { return exchange_slots(at, k, is_zero); };
  return pair;
}

Pair PairedTile::middle(std::size_t number) {
  Pair pair;
  pair.kind = PairKind::middle;
  pair.number = number;
  pair.active = g_.b.let("middle", first_ == 0 && g_.b.thread_id() == 0);
  pair.in_memory = [this] { return HalfPair{half_, {}, g_.b.constant(g_.spec.points() / 2), {}}; };
  pair.slots = [this] { return std::vector{g_.exchange.place(g_.b.constant(0), g_.b.constant(length_ / 2))}; };
  return pair;
}

std::vector<Value> PairedTile::exchange_slots(const TileSlot& slot, Value k, Value is_zero) {
  Builder& b = g_.b;
  const Value across = (slot.number + tile_ / 2) % tile_;
  const Value partner = b.let("partner", select(slot.own, slot.number, across));
  Value mirror = length_ - 1 - k + select(slot.zero, b.constant(1), b.constant(0));
  // The minimum tells verify() that no element is L. For later pairs of the same slot, k > 0 is evident.
  if (is_zero || step_ == 0) mirror = min(mirror, length_ - 1);
  if (is_zero) mirror = select(is_zero, 0, mirror);
  const Value own = g_.exchange.place(slot.number, k);
  return {own, g_.exchange.place(partner, b.let("e", mirror))};
}

/// Pairs of one slot are constants apart, and so are their exponents: one entry of the table serves all of them. `i`
/// is null unless the entry is read.
Complex PairedTile::twiddle(std::size_t number, Value i) {
  if (i) return first_twiddle_ = two_level_twiddle(g_.b, g_.context.roots("fold_twiddles"), i);
  const Complex step = constant_root(g_.b, static_cast<std::int64_t>(number) * step_, 2 * length_, g_.context.scalar);
  return multiply(first_twiddle_, step, Conjugate::no);
}

}  // namespace papilio::kernel
