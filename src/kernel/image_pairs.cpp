// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/image_pairs.hpp"

#include <string>

#include "kernel/carried.hpp"
#include "kernel/real_fold.hpp"

namespace papilio::kernel {

Value ImagePairs::mirrored(Value k, std::int64_t n) {
  // The minimum tells verify() that it is less than n.
  const Value other = b_.min(b_.sub(b_.constant(n), k), b_.constant(n - 1));
  return b_.let("mirror", b_.select(b_.eq(k, b_.constant(0)), b_.constant(0), other));
}

Value ImagePairs::column(Value place) {
  Value valid = nullptr;  // clusters have even numbers of columns
  return tile_.column(place, &valid);
}

/// Columns 0 and columns/2 mirror themselves.
Value ImagePairs::partner(Value place) {
  const Value own = b_.eq(b_.add(first_, b_.mod(place, places_ / 2)), b_.constant(0));
  return b_.let("partner", b_.select(own, place, b_.mod(b_.add(place, places_ / 2), places_)));
}

/// With the padding between stages: written along the columns, read across, or the other way about.
Value ImagePairs::at(Value place, Value e) {
  const Exchange& layout = exchange_.layout();
  return exchange_.places_from(layout.padding(1), exchange_.raw_place(place, e), layout.element_step(), 1).front();
}

// To the half spectrum. A column of the phase is a row of the image: its numbers k2 < m/2 and their partners in the other row, and
// of every row the one in the middle.

std::vector<ImagePairs::Item> ImagePairs::numbers_of_rows() {
  const std::int64_t each = length_ / 2;
  const std::int64_t total = each * places_;
  std::vector<Item> all;
  for (std::int64_t u = 0; u * threads_ < total; ++u) {
    Item item;
    const Value index = own_index(b_, threads_, u, total, &item.active);
    item.place = b_.let("place", b_.div(index, each));
    item.e = b_.let("k2", b_.mod(index, each));
    all.push_back(item);
  }
  return all;
}

std::vector<ImagePairs::Item> ImagePairs::middles() {
  std::vector<Item> all;
  for (std::int64_t u = 0; u * threads_ < places_; ++u) {
    Item item;
    item.place = own_index(b_, threads_, u, places_, &item.active);
    item.e = b_.constant(length_ / 2);
    all.push_back(item);
  }
  return all;
}

std::vector<Places> ImagePairs::wanted() {
  std::vector<Places> from;
  for (const Item& item : numbers_of_rows()) {
    from.push_back({item.active, {at(item.place, item.e), at(partner(item.place), mirrored(item.e, length_))}});
  }
  for (const Item& item : middles()) from.push_back({item.active, {at(item.place, item.e), at(partner(item.place), item.e)}});
  return from;
}

void ImagePairs::store(const std::vector<std::vector<Complex>>& received) {
  const std::int64_t pitch = length_ + 1;
  std::size_t next = 0;
  for (const Item& item : numbers_of_rows()) {
    const std::vector<Complex>& z = received[next++];
    const Partners x = unfold(b_, {z[0], z[1]}, root(item.e, length_));
    const Value own = b_.let("own", b_.add(b_.mul(column(item.place), pitch), item.e));
    const Value across = b_.sub(b_.constant(length_), item.e);
    const Value other = b_.let("other", b_.add(b_.mul(column(partner(item.place)), pitch), across));
    b_.when(item.active, [&] {
      elements_.store_half(half_, own, x.low);
      elements_.store_half(half_, other, x.high);
    });
  }
  for (const Item& item : middles()) {
    const std::vector<Complex>& z = received[next++];
    const Complex x = unfold(b_, {z[0], z[1]}, root(item.e, length_)).low;
    b_.when(item.active, [&] { elements_.store_half(half_, b_.add(b_.mul(column(item.place), pitch), item.e), x); });
  }
}

// From the half spectrum. Every row of the columns k2 and m-k2; but of columns 0 and m/2, which are made of themselves and of
// column m, by the first work-group alone.

std::vector<ImagePairs::Item> ImagePairs::numbers_of_columns() {
  const std::int64_t half = places_ / 2;
  const std::int64_t total = length_ * half;
  std::vector<Item> all;
  for (std::int64_t u = 0; u * threads_ < total; ++u) {
    Item item;
    const Value index = own_index(b_, threads_, u, total, &item.active);
    item.place = b_.let("place", b_.mod(index, half));
    item.e = b_.let("k1", b_.div(index, half));
    all.push_back(item);
  }
  return all;
}

void ImagePairs::load(std::vector<Places>& to, std::vector<std::vector<Complex>>& values) {
  const std::int64_t pitch = columns_ + 1;
  const std::vector<Item> all = numbers_of_columns();
  std::vector<Partners> x;
  for (const Item& item : all) {
    const Value k2 = column(item.place);
    const Value own = b_.let("own", b_.add(b_.mul(item.e, pitch), k2));
    const Value across = b_.sub(b_.constant(columns_), k2);
    const Value other = b_.let("other", b_.add(b_.mul(mirrored(item.e, length_), pitch), across));
    x.push_back({elements_.load_half(half_, own), elements_.load_half(half_, other)});
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Item& item = all[i];
    const Partners z = fold(b_, x[i], root(column(item.place), columns_), nullptr);
    const Value pairs = b_.lt(b_.constant(0), b_.add(first_, item.place));
    const Value active = b_.let("pairs", item.active == nullptr ? pairs : b_.logical_and(item.active, pairs));
    const Value across = b_.add(item.place, places_ / 2);
    to.push_back({active, {exchange_.place(item.place, item.e), exchange_.place(across, mirrored(item.e, length_))}});
    values.push_back({z.low, z.high});
  }
  load_real_columns(to, values);
}

void ImagePairs::load_real_columns(std::vector<Places>& to, std::vector<std::vector<Complex>>& values) {
  const std::int64_t pitch = columns_ + 1;
  const auto mean = [&](const Complex& a, const Complex& c) { return scale(b_, add(b_, a, conjugate(b_, c)), 0.5); };
  const Value is_first = b_.let("is_first", b_.eq(first_, b_.constant(0)));
  for (std::int64_t u = 0; u * threads_ < length_; ++u) {
    Value active = nullptr;
    const Value k1 = own_index(b_, threads_, u, length_, &active);
    const Carried numbers(b_, "real_" + std::to_string(u), frame_.element, 2);
    const Complex none{b_.real(0.0, frame_.scalar), b_.real(0.0, frame_.scalar)};
    numbers.keep(0, {none, none});
    b_.branch(is_first, [&] {
      const Value own = b_.let("own", b_.mul(k1, pitch));
      const Value other = b_.let("other", b_.mul(mirrored(k1, length_), pitch));
      const auto number = [&](Value row, std::int64_t k2) { return elements_.load_half(half_, b_.add(row, k2)); };
      const Complex first = mean(number(own, 0), number(other, 0));
      const Complex last = mean(number(other, columns_), number(own, columns_));
      const Partners middle = {number(own, columns_ / 2), number(other, columns_ / 2)};
      numbers.keep(0, {fold(b_, {first, last}, root(b_.constant(0), columns_), nullptr).low,
                       fold(b_, middle, root(b_.constant(columns_ / 2), columns_), nullptr).low});
    });
    const Value own = active == nullptr ? is_first : b_.let("real", b_.logical_and(active, is_first));
    to.push_back({own, {exchange_.place(b_.constant(0), k1), exchange_.place(b_.constant(places_ / 2), k1)}});
    values.push_back(numbers.recall(0, 2));
  }
}

}  // namespace papilio::kernel
