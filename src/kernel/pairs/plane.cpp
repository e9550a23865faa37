// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/plane.hpp"

#include <algorithm>
#include <string>

#include "kernel/elements/elements.hpp"
#include "kernel/work/register_array.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {

Complex Plane::turned(Complex x, Value k1) {
  std::int64_t row = 0;
  if (!slab_ || (is_constant(k1, &row) && row == 0)) return x;
  const auto same_row = [&](const auto& known) {
    std::int64_t other = 0;
    return same(known.first, k1) || (is_constant(k1, &row) && is_constant(known.first, &other) && row == other);
  };
  auto found = std::find_if(factors_.begin(), factors_.end(), same_row);
  if (found == factors_.end()) {
    const Value exponent = g_.b.let("t", slab_ * k1);
    found = factors_.insert(found, {k1, twiddle(g_.b, g_.context.pass, exponent)});
  }
  return multiply(x, found->second, conjugate_for(g_.spec.direction));
}

// From the half spectrum. A butterfly has one k2, and rows a constant apart.

std::vector<Butterfly> Plane::load() {
  std::vector<Butterfly> butterflies = work_.work_of(0);
  const std::size_t together = pairing_of(g_.spec, 0) == Pairing::conjugates ? 2 : 1;
  for (std::size_t i = 0; i < butterflies.size(); i += together) {
    Value valid;
    const AddressMap half = half_(butterflies[i].column, &valid);
    if (together == 2) {
      load_columns(butterflies[i], butterflies[i + 1], half);
    } else {
      butterflies[i].x = load_butterfly(butterflies[i], half);
    }
  }
  return butterflies;
}

std::vector<Complex> Plane::load_column(const AddressMap& half, Value k2) {
  std::vector<Complex> x;
  for (std::int64_t j = 0; j < rows_; ++j) x.push_back(g_.elements.load_half(half, k2 + j * (m_ + 1)));
  for (std::int64_t j = 0; j < rows_; ++j) x[j] = turned(x[j], g_.b.constant(j));
  return x;
}

/// The mean of conjugate partners, as the spectrum of a real signal has it.
std::vector<Complex> Plane::real_column(const std::vector<Complex>& x) {
  std::vector<Complex> mean;
  for (std::size_t j = 0; j < x.size(); ++j) mean.push_back(mean_with_conjugate(x[j], x[(x.size() - j) % x.size()]));
  return mean;
}

/// Row by row: Z[j][k2] and Z[-j][m-k2].
Plane::Columns Plane::pre_process_columns(const std::vector<Complex>& x, const std::vector<Complex>& across,
                                          Complex w) {
  const std::size_t rows = x.size();
  Columns z{std::vector<Complex>(rows), std::vector<Complex>(rows)};
  for (std::size_t j = 0; j < rows; ++j) {
    const Partners pair = pre_process(g_.b, {x[j], across[(rows - j) % rows]}, w, nullptr);
    z.low[j] = pair.low;
    z.high[(rows - j) % rows] = pair.high;
  }
  return z;
}

/// Columns k2 and m-k2, each with all rows. Columns 0 and m/2, which are computed from themselves and from column m,
/// belong to one work-item.
void Plane::load_columns(Butterfly& low, Butterfly& high, const AddressMap& half) {
  Builder& b = g_.b;
  const std::vector<Complex> x = load_column(half, low.c);
  const std::vector<Complex> across = load_column(half, b.let("across", m_ - low.c));
  const auto root = [&](Value k2) { return g_.elements.table_entry(g_.context.table("fold_twiddles"), k2, m_); };
  const RegisterArray numbers(b, "numbers_" + std::to_string(low.number), g_.context.element, 2 * rows_);
  const Complex own_root = root(low.c);
  const auto keep = [&](const std::vector<Complex>& own, const std::vector<Complex>& other) {
    numbers.keep(0, own);
    numbers.keep(rows_, other);
  };
  const Columns z = pre_process_columns(x, across, own_root);
  keep(z.low, z.high);
  b.branch(low.c == 0, [&] {
    const std::vector<Complex> middle = load_column(half, b.constant(m_ / 2));
    const Columns edge = pre_process_columns(real_column(x), real_column(across), own_root);
    keep(edge.low, pre_process_columns(middle, middle, root(b.constant(m_ / 2))).low);
  });
  low.x = numbers.recall(0, static_cast<int>(rows_));
  high.x = numbers.recall(rows_, static_cast<int>(rows_));
}

Plane::Rows Plane::slab_rows(Value k1, const Stage& stage) {
  Rows rows{std::vector<Value>(stage.radix), std::vector<Value>(stage.radix)};
  if (!slab_) return rows;
  for (int j = 0; j < stage.radix; ++j) {
    rows.own[j] = g_.b.let("row", k1 + stage.butterflies() / m_ * j);
    rows.partner[j] = j == 0 ? conjugate_index(k1, rows_) : g_.b.let("row", rows_ - rows.own[j]);
  }
  return rows;
}

std::vector<Complex> Plane::load_butterfly(const Butterfly& w, const AddressMap& half) {
  Builder& b = g_.b;
  const Stage& stage = g_.context.stages.front();
  const std::int64_t pitch = m_ + 1;
  const std::int64_t step = stage.butterflies() / m_ * pitch;
  const int r = stage.radix;
  const Value k1 = b.let("k1", w.c / m_);
  const Value k2 = b.let("k2", w.c % m_);
  const Value own = b.let("own", half_plane_element(k1, k2, m_));
  const Value across = b.let("across", m_ - k2);
  const Value below = b.let("mirror", (rows_ - k1) * pitch + across);
  const Value top = b.let("mirror", select(k1 == 0, across, below));
  const auto own_at = [&](int j) { return own + step * j; };
  const auto partner_at = [&](int j) { return j == 0 ? top : below + -step * j; };
  const RegisterArray numbers(b, "numbers_" + std::to_string(w.number), g_.context.element, 2 * r);
  std::vector<Complex> low;
  std::vector<Complex> high;
  const Rows rows = slab_rows(k1, stage);
  for (int j = 0; j < r; ++j) {
    low.push_back(g_.elements.load_half(half, own_at(j)));
    high.push_back(g_.elements.load_half(half, partner_at(j)));
  }
  for (int j = 0; j < r; ++j) {
    low[j] = turned(low[j], rows.own[j]);
    high[j] = turned(high[j], rows.partner[j]);
  }
  numbers.keep(0, low);
  numbers.keep(r, high);
  b.branch(k2 == 0, [&] {
    for (int j = 0; j < r; ++j) {
      const Complex first = turned(g_.elements.load_half(half, partner_at(j) + -m_), rows.partner[j]);
      numbers.keep(j, {mean_with_conjugate(low[j], first)});
      const Complex last = turned(g_.elements.load_half(half, own_at(j) + m_), rows.own[j]);
      numbers.keep(r + j, {mean_with_conjugate(high[j], last)});
    }
  });
  low = numbers.recall(0, r);
  high = numbers.recall(r, r);
  const Complex root = g_.elements.table_entry(g_.context.table("fold_twiddles"), k2, m_);
  std::vector<Complex> z;
  for (int j = 0; j < r; ++j) z.push_back(pre_process_low(b, {low[j], high[j]}, root));
  return z;
}

// To the half spectrum. Results lie in the exchange as they come: k1 + rows*k2.

void Plane::store(const std::vector<Butterfly>& butterflies, Value first) {
  const PlanePairs pairs(g_);
  ExchangeWrites parcel;
  for (const Butterfly& w : butterflies) parcel.add(work_.outputs(g_.context.stages.back(), w), w.x);
  const std::vector<std::vector<Complex>> received = g_.exchange.hand_on(parcel, slots_of(pairs.pairs()));
  std::vector<Complex> numbers;
  post_process(g_.b, pairs.pairs(), from_exchange(received),
               [&](const Pair& pair, const Partners& x) { numbers.push_back(turned(x.low, pairs[pair].k1)); });
  g_.spec.shape.staged ? store_staged(pairs, numbers, first) : store_direct(pairs, numbers);
}

void Plane::store_direct(const PlanePairs& pairs, const std::vector<Complex>& numbers) {
  Value valid;
  Value plane;
  AddressMap half;
  for (const Pair& pair : pairs.pairs()) {
    const PlanePairs::Position& number = pairs[pair];
    if (!same(number.plane, plane)) half = half_(number.plane, &valid);
    plane = number.plane;
    g_.b.when(pair.active,
              [&] { g_.b.when(valid, [&] { g_.elements.store_half(half, number.e, numbers[pair.number]); }); });
  }
}

/// Passes the results through the exchange once more, in the order of memory. Rows of an odd number of elements need no
/// padding.
void Plane::store_staged(const PlanePairs& pairs, const std::vector<Complex>& numbers, Value first) {
  Builder& b = g_.b;
  const std::int64_t threads = g_.spec.shape.threads;
  const std::int64_t count = half_numbers(g_.spec);
  const std::int64_t total = count * g_.spec.shape.tile;
  ExchangeWrites parcel;
  for (const Pair& pair : pairs.pairs())
    parcel.add({pair.active, {pairs[pair].plane * count + pairs[pair].e}}, {numbers[pair.number]});
  std::vector<ExchangeSlots> from;
  for (std::int64_t u = 0; u * threads < total; ++u) {
    ExchangeSlots own;
    Value index = b.thread_id() + u * threads;
    if ((u + 1) * threads > total) index = own_index(b, threads, u, total, &own.active);
    own.at.push_back(index);
    from.push_back(own);
  }
  const std::vector<std::vector<Complex>> rows = g_.exchange.hand_on(parcel, from);
  if (g_.spec.shape.tile == 1) return store_run(from, rows, first);
  const Value one_run = is_one_output_run(g_.spec, g_.context, first);
  if (!one_run) return store_planes(from, rows);
  b.branch(
      one_run, [&] { store_run(from, rows, first); }, [&] { store_planes(from, rows); });
}

void Plane::store_run(const std::vector<ExchangeSlots>& from, const std::vector<std::vector<Complex>>& rows,
                      Value first) {
  const AddressMap run = g_.elements.output_transform(g_.context.output_base(g_.b, first));
  for (std::size_t i = 0; i < from.size(); ++i)
    g_.b.when(from[i].active, [&] { g_.elements.store_half(run, from[i].at[0], rows[i][0]); });
}

void Plane::store_planes(const std::vector<ExchangeSlots>& from, const std::vector<std::vector<Complex>>& rows) {
  Builder& b = g_.b;
  const std::int64_t count = half_numbers(g_.spec);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Value index = from[i].at[0];
    Value valid;
    const AddressMap half = half_(b.let("image", index / count), &valid);
    b.when(from[i].active,
           [&] { b.when(valid, [&] { g_.elements.store_half(half, b.let("e", index % count), rows[i][0]); }); });
  }
}

}  // namespace papilio::kernel
