// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/mirrored_tile.hpp"

#include "core/roots.hpp"
#include "kernel/real_fold.hpp"

namespace papilio::kernel {

MirroredTile::MirroredTile(Builder& b, const KernelSpec& spec, const KernelContext& context, GroupExchange& exchange,
                           Elements& elements, Value first, const AddressMap& half)
    : b_(b),
      spec_(spec),
      context_(context),
      exchange_(exchange),
      elements_(elements),
      first_(first),
      half_(half),
      tile_(spec.shape.tile),
      columns_(spec.columns()),
      length_(spec.length),
      count_((spec.length + 1) / 2),
      step_(spec.shape.threads % tile_ == 0 ? spec.shape.threads / tile_ : 0) {}

MirroredTile::Spot MirroredTile::spot(Value place) {
  const std::int64_t half = tile_ / 2;
  const std::int64_t pairs = (columns_ + 1) / 2;
  Spot spot;
  spot.place = place;
  spot.q = b_.let("q", b_.add(first_, b_.mod(place, half)));
  if (pairs % half != 0) {
    spot.in_bounds = b_.let("in_bounds", b_.lt(spot.q, b_.constant(pairs)));
    spot.q = b_.let("q", b_.min(spot.q, b_.constant(pairs - 1)));
  }
  spot.mirrors = b_.let("mirrors", b_.le(b_.constant(half), place));
  spot.own = b_.let("own", b_.eq(spot.q, b_.constant(0)));
  spot.zero = b_.let("zero", b_.logical_and(spot.own, b_.lt(place, b_.constant(half))));
  return spot;
}

Value MirroredTile::column(Value place, Value* valid) {
  const Spot at = spot(place);
  *valid = at.in_bounds;
  const bool even = columns_ % 2 == 0;
  if (!even) {
    // Column 0 has no other beside it: that place of the tile repeats it.
    const Value there = b_.let("there", b_.logical_or(b_.lt(b_.constant(0), at.q), at.zero));
    *valid = *valid == nullptr ? there : b_.let("valid", b_.logical_and(*valid, there));
  }
  // The minimum tells verify() that no column is C.
  const Value mirror = b_.min(b_.sub(b_.constant(columns_), at.q), b_.constant(columns_ - 1));
  const Value other = b_.let("mirror", b_.select(at.own, b_.constant(even ? columns_ / 2 : 0), mirror));
  return b_.let("column", b_.select(at.mirrors, other, at.q));
}

MirroredTile::Item MirroredTile::item(std::int64_t u, Value place, Value k) {
  const std::int64_t threads = spec_.shape.threads;
  Item item;
  item.spot = spot(place);
  item.k = k;
  // The middle of an odd length is the partner of the mirror's: the first half of the tile does both.
  if (length_ % 2 != 0 && (u + 1) * threads > (count_ - 1) * tile_) {
    const Value first = b_.logical_or(item.spot.own, b_.lt(place, b_.constant(tile_ / 2)));
    item.active = b_.let("once", b_.logical_or(first, b_.lt(k, b_.constant(count_ - 1))));
  }
  if (u == 0) item.is_zero = b_.let("is_zero", b_.logical_and(item.spot.zero, b_.eq(k, b_.constant(0))));
  return item;
}

/// Neighbouring work-items have neighbouring places, of both halves: no two meet in a bank, neither with their
/// partners.
std::vector<MirroredTile::Item> MirroredTile::items() {
  const std::int64_t threads = spec_.shape.threads;
  const std::int64_t total = count_ * tile_;
  std::vector<Item> all;
  for (std::int64_t u = 0; u * threads < total; ++u) {
    Value active = nullptr;
    if (step_ == 0) {
      const Value own = own_index(b_, threads, u, total, &active);
      all.push_back(item(u, b_.let("place", b_.mod(own, tile_)), b_.let("k", b_.div(own, tile_))));
    } else {
      Value k = b_.add(b_.div(b_.thread_id(), tile_), u * step_);
      if ((u + 1) * step_ > count_) {
        active = b_.let("active", b_.lt(k, b_.constant(count_)));
        k = b_.min(k, b_.constant(count_ - 1));
      }
      all.push_back(item(u, b_.let("place", b_.mod(b_.thread_id(), tile_)), b_.let("k", k)));
    }
    Value& once = all.back().active;
    if (once == nullptr) {
      once = active;
    } else if (active != nullptr) {
      once = b_.let("active", b_.logical_and(active, once));
    }
  }
  return all;
}

Places MirroredTile::places(const Item& item) {
  const Spot& at = item.spot;
  const Value across = b_.mod(b_.add(at.place, tile_ / 2), tile_);
  const Value partner = b_.let("partner", b_.select(at.own, at.place, across));
  const Value shift = b_.select(at.zero, b_.constant(1), b_.constant(0));
  Value mirror = b_.add(b_.sub(b_.constant(length_ - 1), item.k), shift);
  // The minimum tells verify() that no element is L; a later item of one place has k > 0 for all to see.
  if (item.is_zero != nullptr || step_ == 0) mirror = b_.min(mirror, b_.constant(length_ - 1));
  if (item.is_zero != nullptr) mirror = b_.select(item.is_zero, b_.constant(0), mirror);
  return {item.active, {exchange_.place(at.place, item.k), exchange_.place(partner, b_.let("e", mirror))}};
}

Value MirroredTile::index(const Item& item) {
  Value valid = nullptr;
  return b_.let("i", b_.add(column(item.spot.place, &valid), b_.mul(item.k, columns_)));
}

/// Items of one place are constants apart, and so are their exponents: one entry of the table for all of them.
std::vector<Complex> MirroredTile::twiddles(const std::vector<Item>& items) {
  std::vector<Complex> result;
  for (std::size_t u = 0; u < items.size(); ++u) {
    if (u == 0 || step_ == 0) {
      result.push_back(two_level_twiddle(b_, context_.fold_table, index(items[u])));
      continue;
    }
    const LongComplex root = root_of_unity(static_cast<std::int64_t>(u) * step_, 2 * length_);
    const Complex step{b_.real(static_cast<double>(root.real()), context_.scalar),
                       b_.real(static_cast<double>(root.imag()), context_.scalar)};
    result.push_back(multiply(b_, result.front(), step, Conjugate::no));
  }
  return result;
}

Places MirroredTile::middle() {
  const Value first = b_.logical_and(b_.eq(first_, b_.constant(0)), b_.eq(b_.thread_id(), b_.constant(0)));
  return {b_.let("middle", first), {exchange_.place(b_.constant(0), b_.constant(length_ / 2))}};
}

void MirroredTile::load(std::vector<Places>& to, std::vector<std::vector<Complex>>& values) {
  const AddressMap& reach = half_;
  const std::int64_t m = spec_.points();
  const std::vector<Item> all = items();
  std::vector<Partners> x;
  for (const Item& item : all) {
    const Value i = index(item);
    const Value mirror = b_.let("mirror", b_.sub(b_.constant(m), i));
    x.push_back({elements_.load_half(reach, i), elements_.load_half(reach, mirror)});
  }
  const std::vector<Complex> w = twiddles(all);
  for (std::size_t u = 0; u < all.size(); ++u) {
    const Partners z = fold(b_, x[u], w[u], all[u].is_zero);
    to.push_back(places(all[u]));
    values.push_back({z.low, z.high});
  }
  if (length_ % 2 != 0) return;
  to.push_back(middle());
  values.push_back({scale(b_, conjugate(b_, elements_.load_half(reach, b_.constant(m / 2))), 2.0)});
}

std::vector<Places> MirroredTile::wanted() {
  std::vector<Places> from;
  for (const Item& item : items()) from.push_back(places(item));
  if (length_ % 2 == 0) from.push_back(middle());
  return from;
}

void MirroredTile::store(const std::vector<std::vector<Complex>>& received) {
  const AddressMap& reach = half_;
  const std::int64_t m = spec_.points();
  const std::vector<Item> all = items();
  const std::vector<Complex> w = twiddles(all);
  for (std::size_t u = 0; u < all.size(); ++u) {
    Value valid = nullptr;
    column(all[u].spot.place, &valid);
    const Partners x = unfold(b_, {received[u][0], received[u][1]}, w[u]);
    const Value i = index(all[u]);
    b_.when(all[u].active, [&] {
      b_.when(valid, [&] {
        elements_.store_half(reach, i, x.low);
        elements_.store_half(reach, b_.sub(b_.constant(m), i), x.high);
      });
    });
  }
  if (length_ % 2 != 0) return;
  b_.when(middle().active, [&] { elements_.store_half(reach, b_.constant(m / 2), conjugate(b_, received.back()[0])); });
}

}  // namespace papilio::kernel
