// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/image_pairs.hpp"

#include <string>

#include "kernel/carried.hpp"
#include "kernel/real_fold.hpp"

namespace papilio::kernel {

Value ImagePairs::row_at(Value place) {
  Value valid = nullptr;  // those that unfold have even numbers of rows
  return tile_.column(place, &valid);
}

/// Rows 0 and n1/2 mirror themselves.
Value ImagePairs::partner(Value place) {
  const Value own = b_.eq(b_.add(first_, b_.mod(place, places_ / 2)), b_.constant(0));
  return b_.let("partner", b_.select(own, place, b_.mod(b_.add(place, places_ / 2), places_)));
}

/// With the padding between stages, as rows are written across and read along.
Value ImagePairs::at(Value place, Value e) {
  const Exchange& layout = exchange_.layout();
  return exchange_.places_from(layout.between(), exchange_.raw_place(place, e), layout.element_step(), 1).front();
}

// To the half spectrum: numbers k2 < m/2 of a row and their partners in the other one, and of every row the one in the
// middle.

std::vector<ImagePairs::Item> ImagePairs::numbers() {
  const std::int64_t each = row_ / 2;
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
    item.e = b_.constant(row_ / 2);
    all.push_back(item);
  }
  return all;
}

std::vector<Places> ImagePairs::wanted() {
  std::vector<Places> from;
  for (const Item& item : numbers()) {
    from.push_back({item.active, {at(item.place, item.e), at(partner(item.place), mirror_of(b_, item.e, row_))}});
  }
  for (const Item& item : middles())
    from.push_back({item.active, {at(item.place, item.e), at(partner(item.place), item.e)}});
  return from;
}

void ImagePairs::store(const std::vector<std::vector<Complex>>& received) {
  const std::int64_t pitch = row_ + 1;
  std::size_t next = 0;
  for (const Item& item : numbers()) {
    const std::vector<Complex>& z = received[next++];
    const Partners x = unfold(b_, {z[0], z[1]}, root(item.e));
    const Value own = b_.let("own", b_.add(b_.mul(row_at(item.place), pitch), item.e));
    const Value across = b_.sub(b_.constant(row_), item.e);
    const Value other = b_.let("other", b_.add(b_.mul(row_at(partner(item.place)), pitch), across));
    b_.when(item.active, [&] {
      elements_.store_half(half_, own, x.low);
      elements_.store_half(half_, other, x.high);
    });
  }
  for (const Item& item : middles()) {
    const std::vector<Complex>& z = received[next++];
    const Complex x = unfold(b_, {z[0], z[1]}, root(item.e)).low;
    b_.when(item.active, [&] { elements_.store_half(half_, b_.add(b_.mul(row_at(item.place), pitch), item.e), x); });
  }
}

// From the half spectrum. The DFTs of the columns come first, as of complex numbers; of a row of what they leave, m+1
// numbers of which the first and the last are real, number 0 of the m that are kept has both. Columns 0 and m count as
// those of a real signal: the mean of what mirrors each other.

void ImageRows::load(Work& w, Value k2, const Stage& stage) {
  const std::int64_t m = row_;
  const std::int64_t pitch = m + 1;
  const auto row = [&](int j) { return b_.add(w.c, j * stage.butterflies()); };
  const Value own = b_.let("own", b_.add(b_.mul(w.c, pitch), k2));
  for (int j = 0; j < stage.radix; ++j)
    w.x.push_back(elements_.load_half(half_, b_.add(own, j * stage.butterflies() * pitch)));
  const Carried numbers(b_, "numbers_" + std::to_string(w.number), context_.element, stage.radix);
  numbers.keep(0, w.x);
  b_.branch(b_.let("is_first", b_.eq(k2, b_.constant(0))), [&] {
    for (int j = 0; j < stage.radix; ++j) {
      const Value other = b_.let("other", b_.mul(mirror_of(b_, row(j), rows_), pitch));
      const auto mean = [&](const Complex& x, std::int64_t column) {
        return mean_with_conjugate(b_, x, elements_.load_half(half_, b_.add(other, column)));
      };
      const Complex first = mean(w.x[j], 0);
      const Complex last = mean(elements_.load_half(half_, b_.add(b_.mul(row(j), pitch), m)), m);
      numbers.keep(j, {{b_.let("re", b_.sub(first.re, last.im)), b_.let("im", b_.add(first.im, last.re))}});
    }
  });
  w.x = numbers.recall(0, stage.radix);
}

std::vector<Places> ImageRows::mirrors(const std::vector<Work>& works, const Stage& stage) {
  std::vector<Places> from;
  for (const Work& w : works) {
    from.push_back({w.active, {}});
    const std::int64_t step = stage.butterflies();
    for (int j = 0; j < stage.radix; ++j) {
      const Value e = j == 0 ? mirror_of(b_, w.c, row_) : b_.sub(b_.constant(row_ - j * step), w.c);
      from.back().at.push_back(exchange_.place(w.column, e));
    }
  }
  return from;
}

std::vector<Complex> ImageRows::folded(const Work& w, const Stage& stage, const std::vector<Complex>& x,
                                       const std::vector<Complex>& mirror) {
  std::vector<Complex> z;
  for (int j = 0; j < stage.radix; ++j) {
    z.push_back(fold(b_, {x[j], mirror[j]},
                     elements_.table_entry(context_.fold_table.buffer, b_.add(w.c, j * stage.butterflies()), row_),
                     nullptr)
                    .low);
  }
  const Value both = b_.let("both", b_.eq(w.c, b_.constant(0)));
  z[0].re = b_.let("re", b_.select(both, b_.add(x[0].re, x[0].im), z[0].re));
  z[0].im = b_.let("im", b_.select(both, b_.sub(x[0].re, x[0].im), z[0].im));
  return z;
}

}  // namespace papilio::kernel
