// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/real_fold.hpp"

#include <utility>

namespace papilio::kernel {
Partners unfold(Builder& b, Partners z, Complex w) {
  const Complex mirrored = conjugate(b, z.high);
  const Complex e = scale(b, add(b, z.low, mirrored), 0.5);
  const Complex d = scale(b, subtract(b, z.low, mirrored), 0.5);
  const Complex o = multiply(b, {d.im, b.let("im", b.neg(d.re))}, w, Conjugate::no);
  return {add(b, e, o), conjugate(b, subtract(b, e, o))};
}

Partners fold(Builder& b, Partners x, Complex w, Value is_zero) {
  if (is_zero != nullptr) {
    const Value zero = b.real(0.0, x.low.im->type);
    x.low.im = b.let("im", b.select(is_zero, zero, x.low.im));
    x.high.im = b.let("im", b.select(is_zero, zero, x.high.im));
  }
  const Complex mirrored = conjugate(b, x.high);
  const Complex s = add(b, x.low, mirrored);
  const Complex d = multiply(b, subtract(b, x.low, mirrored), w, Conjugate::yes);
  const Complex r{b.let("re", b.neg(d.im)), d.re};
  return {add(b, s, r), conjugate(b, subtract(b, s, r))};
}

Value mirror_of(Builder& b, Value k, std::int64_t n) {
  // The minimum tells verify() that it is less than n.
  const Value other = b.min(b.sub(b.constant(n), k), b.constant(n - 1));
  return b.let("mirror", b.select(b.eq(k, b.constant(0)), b.constant(0), other));
}

Complex mean_with_conjugate(Builder& b, Complex a, Complex c) { return scale(b, add(b, a, conjugate(b, c)), 0.5); }

GroupFold::GroupFold(Builder& b, const KernelSpec& spec, const KernelContext& context, GroupExchange& exchange,
                     Elements& elements, AddressMapOf reach)
    : b_(b),
      spec_(spec),
      context_(context),
      exchange_(exchange),
      elements_(elements),
      map_(std::move(reach)),
      m_(spec.length) {}

GroupFold::Item GroupFold::item(std::int64_t u, std::int64_t count, bool middle) {
  const std::int64_t threads = spec_.shape.threads;
  const std::int64_t total = count * spec_.shape.tile;
  Item item;
  item.middle = middle;
  Value index = b_.add(b_.thread_id(), u * threads);
  if ((u + 1) * threads > total) {
    item.active = b_.let("active", b_.lt(index, b_.constant(total)));
    index = b_.min(index, b_.constant(total - 1));
  }
  index = b_.let("index", index);
  const bool rows = spec_.folds_before() ? loads_rows(spec_) : stores_rows(spec_);
  const bool along = rows || !exchange_.layout().by_column();
  item.column = b_.let("column", along ? b_.div(index, count) : b_.mod(index, spec_.shape.tile));
  item.k = middle ? b_.constant(m_ / 2) : b_.let("k", along ? b_.mod(index, count) : b_.div(index, spec_.shape.tile));
  return item;
}

std::vector<GroupFold::Item> GroupFold::items() {
  std::vector<Item> all;
  const std::int64_t threads = spec_.shape.threads;
  const std::int64_t pairs = pairs_of(m_);
  for (std::int64_t u = 0; u * threads < pairs * spec_.shape.tile; ++u) all.push_back(item(u, pairs, false));
  if (m_ % 2 != 0) return all;
  for (std::int64_t u = 0; u * threads < spec_.shape.tile; ++u) all.push_back(item(u, 1, true));
  return all;
}

Complex GroupFold::twiddle(Value k) { return elements_.table_entry(context_.fold_table.buffer, k, pairs_of(m_)); }

/// Where Z[m-k] is. Both partners of k = 0 are Z[0]; the minimum tells verify() that no place is m.
Value GroupFold::partner(Value k, Value is_zero) {
  const Value mirror = b_.min(b_.sub(b_.constant(m_), k), b_.constant(m_ - 1));
  return b_.let("e", b_.select(is_zero, k, mirror));
}

void GroupFold::load(std::vector<Places>& to, std::vector<std::vector<Complex>>& values) {
  for (const Item& item : items()) {
    Value valid = nullptr;
    const AddressMap reach = map_(item.column, &valid);
    const Complex low = elements_.load_half(reach, item.k);
    if (item.middle) {
      to.push_back({item.active, {exchange_.place(item.column, item.k)}});
      values.push_back({scale(b_, conjugate(b_, low), 2.0)});
      continue;
    }
    const Value mirror = b_.let("mirror", b_.sub(b_.constant(m_), item.k));
    const Complex high = elements_.load_half(reach, mirror);
    const Value is_zero = b_.let("is_zero", b_.eq(item.k, b_.constant(0)));
    const Partners z = fold(b_, {low, high}, twiddle(item.k), is_zero);
    const Value at = partner(item.k, is_zero);
    to.push_back({item.active, {exchange_.place(item.column, item.k), exchange_.place(item.column, at)}});
    values.push_back({z.low, z.high});
  }
}

std::vector<Places> GroupFold::wanted() {
  std::vector<Places> from;
  for (const Item& item : items()) {
    from.push_back({item.active, {exchange_.place(item.column, item.k)}});
    if (item.middle) continue;
    const Value is_zero = b_.let("is_zero", b_.eq(item.k, b_.constant(0)));
    from.back().at.push_back(exchange_.place(item.column, partner(item.k, is_zero)));
  }
  return from;
}

void GroupFold::store(const std::vector<std::vector<Complex>>& received) {
  std::size_t i = 0;
  for (const Item& item : items()) {
    const std::vector<Complex>& z = received[i++];
    Value valid = nullptr;
    const AddressMap reach = map_(item.column, &valid);
    const Partners x = item.middle ? Partners{conjugate(b_, z[0]), {}} : unfold(b_, {z[0], z[1]}, twiddle(item.k));
    b_.when(item.active, [&] {
      b_.when(valid, [&] {
        elements_.store_half(reach, item.k, x.low);
        if (!item.middle) elements_.store_half(reach, b_.sub(b_.constant(m_), item.k), x.high);
      });
    });
  }
}

}  // namespace papilio::kernel
