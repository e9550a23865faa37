// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/image_fold.hpp"

#include <algorithm>
#include <string>

#include "kernel/carried.hpp"
#include "kernel/flat.hpp"
#include "spec/joint.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {
Complex ImageFold::turned(Complex x, Value k1) {
  std::int64_t row = 0;
  if (slab_ == nullptr || (is_constant(k1, &row) && row == 0)) return x;
  const auto same_row = [&](const auto& known) {
    std::int64_t other = 0;
    return same(known.first, k1) || (is_constant(k1, &row) && is_constant(known.first, &other) && row == other);
  };
  auto found = std::find_if(factors_.begin(), factors_.end(), same_row);
  if (found == factors_.end()) {
    const Value exponent = b_.let("t", b_.mul(slab_, k1));
    found = factors_.insert(found, {k1, twiddle(b_, context_.pass, exponent)});
  }
  return multiply(b_, x, found->second, conjugate_for(spec_.direction));
}

// From the half spectrum. A butterfly has one k2, and rows k1 + apart*j.

std::vector<Work> ImageFold::load(Value p) {
  slab_ = p;
  std::vector<Work> works = work_.work_of(0);
  const std::size_t together = pairing_of(spec_, 0) == Pairing::fold ? 2 : 1;
  for (std::size_t i = 0; i < works.size(); i += together) {
    Value valid = nullptr;
    const AddressMap reach = map_(works[i].column, &valid);
    if (together == 2) {
      load_pair(works[i], works[i + 1], reach);
    } else {
      works[i].x = load_butterfly(works[i], reach);
    }
  }
  return works;
}

// Two columns that mirror each other, each with all rows: low has k2, high m-k2. What the one is made of makes the
// other, too. Of columns 0 and m/2, which are made of themselves and of column m, one work-item makes both.

ImageFold::Halves ImageFold::halves_of(Complex x, Complex mirror, Complex root) {
  const Complex other = conjugate(b_, mirror);
  const Complex s = add(b_, x, other);
  return {s, multiply(b_, subtract(b_, x, other), root, Conjugate::yes)};
}

/// s + i*d
Complex ImageFold::number_of(const Halves& halves) {
  return {b_.let("re", b_.sub(halves.s.re, halves.d.im)), b_.let("im", b_.add(halves.s.im, halves.d.re))};
}

/// Z of a column from X of it and of the column m-k2, and of the latter.
ImageFold::Columns ImageFold::fold_columns(const std::vector<Complex>& x, const std::vector<Complex>& across,
                                           Complex root) {
  const std::size_t r = x.size();
  Columns z{std::vector<Complex>(r), std::vector<Complex>(r)};
  for (std::size_t j = 0; j < r; ++j) {
    const Halves halves = halves_of(x[j], across[(r - j) % r], root);
    const auto& [s, d] = halves;
    z.low[j] = number_of(halves);
    z.high[(r - j) % r] = {b_.let("re", b_.add(s.re, d.im)), b_.let("im", b_.sub(d.re, s.im))};
  }
  return z;
}

std::vector<Complex> ImageFold::load_column(const AddressMap& reach, Value k2) {
  std::vector<Complex> x;
  for (std::int64_t j = 0; j < rows_; ++j) x.push_back(elements_.load_half(reach, b_.add(k2, j * (m_ + 1))));
  for (std::int64_t j = 0; j < rows_; ++j) x[j] = turned(x[j], b_.constant(j));
  return x;
}

/// As a real signal's: the mean of what mirrors each other.
std::vector<Complex> ImageFold::real_column(const std::vector<Complex>& x) {
  std::vector<Complex> mean;
  for (std::size_t j = 0; j < x.size(); ++j)
    mean.push_back(mean_with_conjugate(b_, x[j], x[(x.size() - j) % x.size()]));
  return mean;
}

void ImageFold::load_pair(Work& low, Work& high, const AddressMap& reach) {
  const std::vector<Complex> x = load_column(reach, low.c);
  const std::vector<Complex> across = load_column(reach, b_.let("across", b_.sub(b_.constant(m_), low.c)));
  const auto root = [&](Value k2) { return elements_.table_entry(context_.fold_table.buffer, k2, m_); };
  const Carried numbers(b_, "numbers_" + std::to_string(low.number), context_.element, 2 * static_cast<int>(rows_));
  const auto keep = [&](const std::vector<Complex>& own, const std::vector<Complex>& mirror) {
    numbers.keep(0, own);
    numbers.keep(static_cast<int>(rows_), mirror);
  };
  const Complex own_root = root(low.c);
  const Columns z = fold_columns(x, across, own_root);
  keep(z.low, z.high);
  b_.branch(b_.eq(low.c, b_.constant(0)), [&] {
    const std::vector<Complex> middle = load_column(reach, b_.constant(m_ / 2));
    keep(fold_columns(real_column(x), real_column(across), own_root).low,
         fold_columns(middle, middle, root(b_.constant(m_ / 2))).low);
  });
  low.x = numbers.recall(0, static_cast<int>(rows_));
  high.x = numbers.recall(static_cast<int>(rows_), static_cast<int>(rows_));
}

ImageFold::Rows ImageFold::slab_rows(Value k1, const Stage& stage) {
  Rows rows{std::vector<Value>(stage.radix), std::vector<Value>(stage.radix)};
  if (slab_ == nullptr) return rows;
  for (int j = 0; j < stage.radix; ++j) {
    rows.own[j] = b_.let("row", b_.add(k1, stage.butterflies() / m_ * j));
    rows.mirror[j] = j == 0 ? mirror_of(b_, k1, rows_) : b_.let("row", b_.sub(b_.constant(rows_), rows.own[j]));
  }
  return rows;
}

std::vector<Complex> ImageFold::load_butterfly(const Work& w, const AddressMap& reach) {
  const Stage& stage = context_.stages.front();
  const std::int64_t pitch = m_ + 1;
  const std::int64_t step = stage.butterflies() / m_ * pitch;
  const int r = stage.radix;
  const Value k1 = b_.let("k1", b_.div(w.c, m_));
  const Value k2 = b_.let("k2", b_.mod(w.c, m_));
  const Value own = b_.let("own", b_.add(b_.mul(k1, pitch), k2));
  const Value across = b_.let("across", b_.sub(b_.constant(m_), k2));
  const Value below = b_.let("mirror", b_.add(b_.mul(b_.sub(b_.constant(rows_), k1), pitch), across));
  const Value top = b_.let("mirror", b_.select(b_.eq(k1, b_.constant(0)), across, below));
  const auto own_at = [&](int j) { return b_.add(own, step * j); };
  const auto mirror_at = [&](int j) { return j == 0 ? top : b_.add(below, -step * j); };
  const Carried numbers(b_, "numbers_" + std::to_string(w.number), context_.element, 2 * r);
  std::vector<Complex> low;
  std::vector<Complex> high;
  const Rows rows = slab_rows(k1, stage);
  for (int j = 0; j < r; ++j) {
    low.push_back(elements_.load_half(reach, own_at(j)));
    high.push_back(elements_.load_half(reach, mirror_at(j)));
  }
  for (int j = 0; j < r; ++j) {
    low[j] = turned(low[j], rows.own[j]);
    high[j] = turned(high[j], rows.mirror[j]);
  }
  numbers.keep(0, low);
  numbers.keep(r, high);
  b_.branch(b_.eq(k2, b_.constant(0)), [&] {
    for (int j = 0; j < r; ++j) {
      const Complex first = turned(elements_.load_half(reach, b_.add(mirror_at(j), -m_)), rows.mirror[j]);
      numbers.keep(j, {mean_with_conjugate(b_, low[j], first)});
      const Complex last = turned(elements_.load_half(reach, b_.add(own_at(j), m_)), rows.own[j]);
      numbers.keep(r + j, {mean_with_conjugate(b_, high[j], last)});
    }
  });
  low = numbers.recall(0, r);
  high = numbers.recall(r, r);
  const Complex root = elements_.table_entry(context_.fold_table.buffer, k2, m_);
  std::vector<Complex> z;
  for (int j = 0; j < r; ++j) z.push_back(number_of(halves_of(low[j], high[j], root)));
  return z;
}

// To the half spectrum. Results lie in the exchange as they come: k1 + rows*k2.

ImageFold::Item ImageFold::item(Value active, Value image, Value k1, Value k2) {
  Item item;
  item.active = active;
  item.image = image;
  item.at = place(image, b_.add(k1, b_.mul(k2, rows_)));
  item.mirror = place(image, b_.add(mirror_of(b_, k1, rows_), b_.mul(mirror_of(b_, k2, m_), rows_)));
  item.e = b_.let("e", b_.add(b_.mul(k1, m_ + 1), k2));
  item.k1 = k1;
  item.k2 = k2;
  return item;
}

/// Where a work-item has one k2, and rows a constant apart in images that are known.
void ImageFold::add_rows(std::vector<Item>& all) {
  const std::int64_t step = spec_.shape.threads / m_;  // rows
  const Value k2 = b_.let("k2", b_.mod(b_.thread_id(), m_));
  const Value row = b_.let("row", b_.div(b_.thread_id(), m_));
  const Value own = b_.let("own", b_.add(row, b_.mul(k2, rows_)));
  const Value e = b_.let("e", b_.add(b_.mul(row, m_ + 1), k2));
  const Value column = b_.let("across", b_.mul(mirror_of(b_, k2, m_), rows_));
  // Of the rows behind the first `step` ones; they are less than rows_, whatever the row.
  const Value below = step < rows_ ? b_.let("below", b_.add(column, b_.sub(b_.constant(rows_ - step), row))) : nullptr;
  const std::int64_t pad = exchange_.layout().pad();
  const bool constant = pad == 0 || pad % rows_ == 0;
  for (std::int64_t image = 0; image < spec_.shape.tile; ++image) {
    const Value number = b_.constant(image);
    const std::vector<Value> at = exchange_.places(number, own, step, static_cast<int>(rows_ / step));
    const bool whole = pad == 0 || image * exchange_.layout().column_step() % pad == 0;
    const Value base = step < rows_ ? place(number, below) : nullptr;
    for (std::int64_t u = 0; u * step < rows_; ++u) {
      Item item;
      item.image = number;
      item.at = at[u];
      if (u == 0) {
        item.mirror = place(number, b_.add(column, mirror_of(b_, row, rows_)));
      } else {
        const std::int64_t up = (u - 1) * step;
        item.mirror = constant && whole ? b_.add(base, -up) : place(number, b_.add(below, -up));
      }
      item.e = b_.add(e, u * step * (m_ + 1));
      item.k1 = b_.add(row, u * step);
      item.k2 = k2;
      all.push_back(item);
    }
  }
}

/// Where a row takes the work-items several times: they have known rows, and a few k2 each.
void ImageFold::add_parts(std::vector<Item>& all) {
  const std::int64_t threads = spec_.shape.threads;
  for (std::int64_t image = 0; image < spec_.shape.tile; ++image) {
    for (std::int64_t first = 0; first < m_; first += threads) {
      const Value k2 = b_.let("k2", b_.add(b_.thread_id(), first));
      for (std::int64_t k1 = 0; k1 < rows_; ++k1) all.push_back(item(nullptr, b_.constant(image), b_.constant(k1), k2));
    }
  }
}

void ImageFold::add_any(std::vector<Item>& all) {
  const std::int64_t total = spec_.length * spec_.shape.tile;
  for (std::int64_t u = 0; u * spec_.shape.threads < total; ++u) {
    Value active = nullptr;
    const Value index = own_index(b_, spec_.shape.threads, u, total, &active);
    const Value row = b_.let("row", b_.div(index, m_));
    all.push_back(item(active, b_.let("image", b_.div(row, rows_)), b_.let("k1", b_.mod(row, rows_)),
                       b_.let("k2", b_.mod(index, m_))));
  }
}

/// X[k1][m], of the same two numbers as X[k1][0].
void ImageFold::add_last(std::vector<Item>& all) {
  const std::int64_t total = rows_ * spec_.shape.tile;
  for (std::int64_t u = 0; u * spec_.shape.threads < total; ++u) {
    Value active = nullptr;
    const Value index = own_index(b_, spec_.shape.threads, u, total, &active);
    Item last = item(active, b_.let("image", b_.div(index, rows_)), b_.let("k1", b_.mod(index, rows_)), b_.constant(0));
    last.e = b_.add(last.e, m_);
    last.k2 = nullptr;
    all.push_back(last);
  }
}

std::vector<ImageFold::Item> ImageFold::items() {
  std::vector<Item> all;
  const std::int64_t threads = spec_.shape.threads;
  if (threads % m_ == 0 && rows_ % (threads / m_) == 0) {
    add_rows(all);
  } else {
    m_ % threads == 0 ? add_parts(all) : add_any(all);
  }
  add_last(all);
  return all;
}

Complex ImageFold::half_twiddle(Value k2) {
  return scale(b_, elements_.table_entry(context_.fold_table.buffer, k2, m_), 0.5);
}

std::vector<Complex> ImageFold::made(const std::vector<Item>& all, const std::vector<std::vector<Complex>>& received) {
  std::vector<Complex> numbers;
  Value known = nullptr;
  Complex root;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Complex z = received[i][0];
    const Complex other = conjugate(b_, received[i][1]);
    const Complex s = add(b_, z, other);
    const Complex d = subtract(b_, z, other);
    const Complex rotated{d.im, b_.let("im", b_.neg(d.re))};
    if (all[i].k2 == nullptr) {
      numbers.push_back(turned(scale(b_, subtract(b_, s, rotated), 0.5), all[i].k1));
      continue;
    }
    if (!same(all[i].k2, known)) root = half_twiddle(all[i].k2);
    known = all[i].k2;
    const Complex o = multiply(b_, rotated, root, Conjugate::no);
    const Value half = b_.real(0.5, s.re->type);
    const Complex number{b_.let("re", b_.fma(s.re, half, o.re)), b_.let("im", b_.fma(s.im, half, o.im))};
    numbers.push_back(turned(number, all[i].k1));
  }
  return numbers;
}

/// Once more through the exchange, now as they lie in memory: rows of an odd number of elements need no padding.
void ImageFold::store_staged(const std::vector<Item>& all, const std::vector<Complex>& numbers, Value first) {
  const std::int64_t count = half_numbers(spec_);
  const std::int64_t total = count * spec_.shape.tile;
  std::vector<Places> to;
  std::vector<std::vector<Complex>> values;
  for (std::size_t i = 0; i < all.size(); ++i) {
    to.push_back({all[i].active, {b_.add(b_.mul(all[i].image, count), all[i].e)}});
    values.push_back({numbers[i]});
  }
  std::vector<Places> from;
  for (std::int64_t u = 0; u * spec_.shape.threads < total; ++u) {
    Places own;
    Value index = b_.add(b_.thread_id(), u * spec_.shape.threads);
    if ((u + 1) * spec_.shape.threads > total) index = own_index(b_, spec_.shape.threads, u, total, &own.active);
    own.at.push_back(index);
    from.push_back(own);
  }
  const std::vector<std::vector<Complex>> rows = exchange_.hand_on(to, values, from);
  const auto store_run = [&] {
    const AddressMap run = elements_.output_transform(context_.output_base(b_, first));
    for (std::size_t i = 0; i < from.size(); ++i) {
      b_.when(from[i].active, [&] { elements_.store_half(run, from[i].at[0], rows[i][0]); });
    }
  };
  if (spec_.shape.tile == 1) return store_run();
  const auto store_images = [&] {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const Value index = from[i].at[0];
      Value valid = nullptr;
      const AddressMap reach = map_(b_.let("image", b_.div(index, count)), &valid);
      b_.when(from[i].active, [&] {
        b_.when(valid, [&] { elements_.store_half(reach, b_.let("e", b_.mod(index, count)), rows[i][0]); });
      });
    }
  };
  const Value one_run = is_one_output_run(b_, spec_, context_, first);
  one_run == nullptr ? store_images() : b_.branch(one_run, store_run, store_images);
}

void ImageFold::store_rows(const std::vector<Item>& all, const std::vector<Complex>& numbers) {
  Value valid = nullptr;
  AddressMap reach;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || !same(all[i].image, all[i - 1].image)) reach = map_(all[i].image, &valid);
    b_.when(all[i].active, [&] { b_.when(valid, [&] { elements_.store_half(reach, all[i].e, numbers[i]); }); });
  }
}

void ImageFold::store(const std::vector<Work>& works, Value first, Value p) {
  slab_ = p;
  std::vector<Places> to;
  std::vector<std::vector<Complex>> values;
  for (const Work& w : works) {
    to.push_back(work_.outputs(context_.stages.back(), w));
    values.push_back(w.x);
  }
  const std::vector<Item> all = items();
  std::vector<Places> from;
  for (const Item& item : all) from.push_back({item.active, {item.at, item.mirror}});
  const std::vector<Complex> numbers = made(all, exchange_.hand_on(to, values, from));
  spec_.shape.staged ? store_staged(all, numbers, first) : store_rows(all, numbers);
}

}  // namespace papilio::kernel
