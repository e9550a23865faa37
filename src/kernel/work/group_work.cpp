// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/work/group_work.hpp"

#include <cmath>
#include <string>

#include "core/number_theory.hpp"
#include "spec/array_axes.hpp"
#include "spec/cluster.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {

Butterfly GroupWork::work_item(std::size_t stage_index, std::int64_t u) {
  Butterfly w;
  w.number = u;
  locate(stage_index, own_index(b_, spec_.shape.threads, u, dealt(stage_index) * tile_, &w.active), w);
  return w;
}

void GroupWork::locate(std::size_t stage_index, Value index, Butterfly& w) {
  const Stage& stage = stages_[stage_index];
  const std::int64_t count = dealt(stage_index);
  const auto own = dealing_of(exchange_.layout(), tile_, stage_index, count).at(index);
  w.c = own.c;
  w.column = own.column;
  const bool paired = pairing_of(spec_, stage_index) != Pairing::none;
  if (stage_index == 0 && is_real_plane(spec_) && pre_processes(spec_) && !paired)
    w.c = b_.let("c", edge_first(w.c, count));
  if (stage.last() && orders_results(spec_)) w.c = b_.let("c", reversed_digits(w.c, butterfly_digits(spec_)));
  w.p = row_of(stage, w.c);
}

/// If a 2-D array is read as half a spectrum, the butterflies of column 0, every m-th of `count`, have more to do. They
/// go to neighbouring work-items, t < apart; the others follow in order.
Value GroupWork::edge_first(Value t, std::int64_t count) {
  const std::int64_t m = row_axis(spec_);
  const std::int64_t apart = count / m;
  if (apart == 1 || m == 1) return t;
  const Value edge = min(t, apart - 1) * m;
  const Value rest = b_.let("rest", max(t - apart, 0));
  return select(t < apart, edge, rest + rest / (m - 1) + 1);
}

Butterfly GroupWork::mirror_of(std::size_t stage_index, const Butterfly& low) {
  const Stage& stage = stages_[stage_index];
  const std::int64_t count = stage.butterflies();
  Butterfly w = low;
  w.number = low.number + 1;
  if (pairing_of(spec_, stage_index) == Pairing::quads) {
    w.c = b_.let("c", count - 1 - low.c);
  } else {
    // The minimum tells verify() that there is no butterfly `count`.
    const Value other = min(count - low.c, count - 1);
    w.c = b_.let("c", select(low.c == 0, count / 2, other));
  }
  w.p = row_of(stage, w.c);
  return w;
}

std::int64_t GroupWork::dealt(std::size_t stage_index) const {
  const bool paired = pairing_of(spec_, stage_index) != Pairing::none;
  return stages_[stage_index].butterflies() / (paired ? 2 : 1);
}

std::int64_t GroupWork::butterflies_of(std::size_t stage_index) const {
  const std::int64_t items = ceil_div(dealt(stage_index) * tile_, spec_.shape.threads);
  return pairing_of(spec_, stage_index) == Pairing::none ? items : 2 * items;
}

std::vector<Butterfly> GroupWork::work_of(std::size_t stage_index) {
  const bool paired = pairing_of(spec_, stage_index) != Pairing::none;
  const std::int64_t items = butterflies_of(stage_index) / (paired ? 2 : 1);
  std::vector<Butterfly> butterflies;
  for (std::int64_t u = 0; u < items; ++u) {
    butterflies.push_back(work_item(stage_index, u));
    if (!paired) continue;
    butterflies.back().number = 2 * u;
    butterflies.push_back(mirror_of(stage_index, butterflies.back()));
  }
  return butterflies;
}

std::vector<Butterfly> GroupWork::dft(std::vector<Butterfly> butterflies, Direction direction, const Buffer* twiddles,
                                      const std::function<void()>& before_last) {
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const Stage& stage = stages_[i];
    b_.comment("radix " + std::to_string(stage.radix) + ", s = " + std::to_string(stage.s) +
               ", m = " + std::to_string(stage.m));
    if (stage.last() && before_last) before_last();
    const bool one_row = has_one_row(i, stage);
    std::vector<Complex> factors;
    for (std::size_t u = 0; u < butterflies.size(); ++u) {
      if (!one_row) factors.clear();
      if (!early_.empty()) factors = early_[i][one_row ? 0 : u];
      transform(stage, butterflies[u], direction, twiddles, factors);
    }
    if (!stage.last()) butterflies = to_stage(butterflies, i + 1);
  }
  return butterflies;
}

std::vector<Butterfly> GroupWork::inverse_dft(std::vector<Butterfly> butterflies, const Buffer* twiddles) {
  const std::vector<Stage> back = stages_back(stages_);
  for (std::size_t i = back.size(); i-- > 0;) {
    const Stage& stage = back[i];
    b_.comment("radix " + std::to_string(stage.radix) + " back, s = " + std::to_string(stage.s) +
               ", m = " + std::to_string(stage.m));
    ExchangeWrites parcel;
    for (Butterfly& w : butterflies) {
      transform(stage, w, Direction::inverse, twiddles);
      if (i > 0) parcel.add(inputs(i, w), w.x);
    }
    if (i == 0) break;
    butterflies = work_of(i - 1);
    std::vector<ExchangeSlots> from;
    for (const Butterfly& w : butterflies) from.push_back(outputs_for(i, w));
    set_values(butterflies, exchange_.hand_on(parcel, from));
  }
  return butterflies;
}

ExchangeSlots GroupWork::own_places(const Stage& stage, const Butterfly& w) {
  return places(w, b_.let("e", stage.first_in_place(w.c)), stage.m, stage.radix);
}

void GroupWork::replace(const Stage& stage, Butterfly& w, const std::function<void()>& change) {
  // Inactive work-items must not read: active ones are writing in place.
  b_.when(w.active, [&] {
    const ExchangeSlots own = own_places(stage, w);
    w.x = exchange_.take({own}).front();
    change();
    exchange_.put({nullptr, own.at}, w.x);
  });
}

void GroupWork::replace_all(std::size_t stage_index, const Stage& stage, Direction direction, const Buffer* table) {
  const std::int64_t count = butterflies_of(stage_index);
  const std::int64_t total = dealt(stage_index) * tile_;
  const auto body = [&](Value u) {
    Butterfly w;
    locate(stage_index, own_index(b_, {spec_.shape.threads, total, count - 1}, u, &w.active), w);
    replace(stage, w, [&] { transform(stage, w, direction, table); });
  };
  b_.loop("u", b_.constant(0), b_.constant(count), {1, Unroll::none}, body);
  exchange_.barrier_after_put();
}

std::vector<Butterfly> GroupWork::convolve(std::vector<Butterfly> butterflies, const Buffer* twiddles,
                                           const Buffer* inverse_twiddles,
                                           const std::function<void(Butterfly&)>& multiply) {
  const std::vector<Stage> back = stages_back(stages_);
  const std::size_t last = stages_.size() - 1;
  for (Butterfly& w : butterflies) transform(stages_.front(), w, Direction::forward, twiddles);
  exchange_.barrier_before_put();
  for (const Butterfly& w : butterflies) exchange_.put(own_places(stages_.front(), w), w.x);
  exchange_.barrier_after_put();
  for (std::size_t i = 1; i < last; ++i) replace_all(i, stages_[i], Direction::forward, twiddles);
  for (Butterfly& w : work_of(last)) {
    replace(stages_[last], w, [&] {
      transform(stages_[last], w, Direction::forward, twiddles);
      multiply(w);
      transform(back[last], w, Direction::inverse, inverse_twiddles);
    });
  }
  exchange_.barrier_after_put();
  for (std::size_t i = last - 1; i > 0; --i) replace_all(i, back[i], Direction::inverse, inverse_twiddles);
  butterflies = work_of(0);
  for (Butterfly& w : butterflies) {
    w.x = exchange_.take({own_places(stages_.front(), w)}).front();
    transform(back.front(), w, Direction::inverse, inverse_twiddles);
  }
  return butterflies;
}

void GroupWork::transform(const Stage& stage, Butterfly& w, Direction direction, const Buffer* table,
                          std::vector<Complex>& factors) {
  if (stage.fused() && stage.rows() > 1) {
    if (factors.empty()) factors = load_factors(stage, w, table);
    w.x = twiddled_butterfly(direction, w.x, factors);
    return;
  }
  const bool first = stage.back || stage.of_inputs();
  if (first) twiddle(stage, w, direction, table, factors);
  w.x = butterfly(direction, codelet::Style::exact, w.x);
  if (!first) twiddle(stage, w, direction, table, factors);
}

bool GroupWork::has_one_row(std::size_t stage_index, const Stage& stage) const {
  const std::int64_t count = dealt(stage_index);
  const std::int64_t run = exchange_.layout().run(stage_index, count);
  const std::int64_t threads = spec_.shape.threads;
  // The distance from one butterfly of a work-item to its next.
  const std::int64_t step = run == count ? threads : threads % (run * tile_) == 0 ? threads / tile_ : 1;
  return stage.of_inputs() && step % stage.s == 0 && pairing_of(spec_, stage_index) == Pairing::none &&
         !(stage.last() && orders_results(spec_));
}

Value GroupWork::twiddle_row(const Stage& stage, const Butterfly& w) {
  Value number = w.p;
  if (stage.of_inputs()) number = b_.let("q", spec_.shape.digit_reversed ? w.c / stage.m : w.c % stage.s);
  const std::int64_t apart = stage.of_inputs() ? stage.earlier : stage.later;
  return apart == 1 ? number : b_.let("row", number / apart);
}

std::vector<Complex> GroupWork::load_factors(const Stage& stage, const Butterfly& w, const Buffer* table) {
  const Value row = twiddle_row(stage, w);
  const int together = stage.factors_together(spec_.precision);
  std::vector<Complex> factors;
  for (int i = 0; i < stage.radix / 2; i += together) {
    const Value at = stage.factor_slot(row, i, together);
    const Complex loaded = load_complex(table, at, together, 2 * together);
    for (int k = 0; k < together; ++k) factors.push_back(lane(loaded, k));
  }
  return factors;
}

void GroupWork::read_twiddles(const Buffer* table) {
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const Stage& stage = stages_[i];
    std::vector<std::vector<Complex>>& all = early_.emplace_back();
    for (const Butterfly& w : work_of(i)) {
      std::vector<Complex>& factors = all.emplace_back();
      if (stage.rows() == 1) continue;
      if (!stage.fused()) {
        const Value row = twiddle_row(stage, w);
        factors.resize(static_cast<std::size_t>(stage.radix));
        for (int k = 1; k < stage.radix; ++k) factors[k] = factor_of(stage, row, k, table, factors);
      } else {
        factors = load_factors(stage, w, table);
      }
      if (has_one_row(i, stage)) break;
    }
  }
}

Complex GroupWork::factor_of(const Stage& stage, Value row, int k, const Buffer* table,
                             const std::vector<Complex>& factors) const {
  // Products: W^k = W^(k % step) * W^(k - k % step).
  const bool products = spec_.shape.twiddles != Twiddles::read;
  const int step = products ? static_cast<int>(std::lround(std::sqrt(stage.radix))) : 1;
  const int low = k % step;
  if (k < step || low == 0) return load_complex(table, stage.twiddle_slot(row, k).re, 1, 2);
  return factors[low] * factors[k - low];
}

void GroupWork::twiddle(const Stage& stage, Butterfly& w, Direction direction, const Buffer* table,
                        std::vector<Complex>& factors) {
  if (stage.rows() == 1) return;
  const bool known = !factors.empty();
  const Value row = known ? nullptr : twiddle_row(stage, w);
  factors.resize(static_cast<std::size_t>(stage.radix));
  for (int k = 1; k < stage.radix; ++k) {
    if (!known) factors[k] = factor_of(stage, row, k, table, factors);
    w.x[k] = multiply(w.x[k], factors[k], conjugate_for(direction));
  }
}

Value GroupWork::first_output(const Stage& stage, const Butterfly& w) {
  return b_.let("e", stage.first_output(w.c, w.p));
}

Value GroupWork::first_result(const Butterfly& w) {
  return spec_.several_axes() ? b_.let("e", array_element(w.c)) : first_output(stages_.back(), w);
}

Value GroupWork::array_element(Value v) { return reversed_digits(v, stage_axes(spec_)); }

ExchangeSlots GroupWork::outputs_for(std::size_t next, const Butterfly& w) {
  const Stage& stage = stages_[next - 1];
  return {w.active,
          exchange_.places(exchange_.layout().padding(next), w.column, first_output(stage, w), stage.s, stage.radix)};
}

ExchangeSlots GroupWork::inputs(std::size_t stage_index, const Butterfly& w) {
  const Stage& stage = stages_[stage_index];
  return {w.active,
          exchange_.places(exchange_.layout().padding(stage_index), w.column, w.c, stage.butterflies(), stage.radix)};
}

std::vector<Butterfly> GroupWork::to_stage(const std::vector<Butterfly>& butterflies, std::size_t next) {
  ExchangeWrites parcel;
  for (const Butterfly& w : butterflies) parcel.add(outputs_for(next, w), w.x);
  return receive(parcel, next);
}

std::vector<Butterfly> GroupWork::receive(const ExchangeWrites& parcel, std::size_t next) {
  return receive([&](const std::vector<ExchangeSlots>& from) { return exchange_.hand_on(parcel, from); }, next);
}

std::vector<Butterfly> GroupWork::receive(const Handing& handing, std::size_t next) {
  std::vector<Butterfly> butterflies = work_of(next);
  std::vector<ExchangeSlots> from;
  for (const Butterfly& w : butterflies) from.push_back(inputs(next, w));
  set_values(butterflies, handing(from));
  return butterflies;
}

}  // namespace papilio::kernel
