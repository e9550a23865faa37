// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/work/group_exchange.hpp"

#include <algorithm>

#include "kernel/work/prefetch.hpp"

namespace papilio::kernel {
namespace {

/// Empty room for the numbers that these places hold.
std::vector<std::vector<Complex>> room_for(const std::vector<ExchangeSlots>& from) {
  std::vector<std::vector<Complex>> numbers;
  for (const ExchangeSlots& places : from) numbers.emplace_back(places.at.size());
  return numbers;
}

}  // namespace

Value own_index(Builder& b, const Rounds& rounds, Value u, Value* active) {
  Value index = b.thread_id() + u * rounds.threads;
  if ((rounds.last + 1) * rounds.threads > rounds.total) {
    *active = b.let("active", index < rounds.total);
    index = min(index, rounds.total - 1);
  }
  return b.let("index", index);
}

ExchangeArrays exchange_arrays(Builder& b, ScalarKind element, const std::vector<Exchange>& layouts) {
  std::int64_t elements = 0;
  for (const Exchange& layout : layouts) elements = std::max(elements, layout.elements());
  if (elements == 0) return {};
  if (layouts.front().interleaved()) return {b.shared("points", element, 2 * elements), nullptr};
  const bool both = std::ranges::any_of(layouts, [](const Exchange& layout) { return layout.arrays() == 2; });
  const Buffer* re = b.shared("re", element, elements);
  return {re, both ? b.shared("im", element, elements) : nullptr};
}

std::vector<Value> GroupExchange::places(const Exchange::Padding& padding, Value column, Value first, std::int64_t step,
                                         int count) {
  return places_from(padding, raw_place(column, first), step * layout_.element_step(), count);
}

std::vector<Value> GroupExchange::places_from(const Exchange::Padding& padding, Value raw, std::int64_t unit,
                                              int count) {
  std::vector<Value> result;
  if (layout_.linear(padding, unit, count)) {
    const Value base = b_.let("at", padded_place(padding, raw));
    for (int j = 0; j < count; ++j) result.push_back(base + padded_place(padding, unit * j));
  } else {
    const Value base = b_.let("at", raw);
    for (int j = 0; j < count; ++j) result.push_back(b_.let("at", padded_place(padding, base + unit * j)));
  }
  return result;
}

void GroupExchange::put(const ExchangeSlots& to, const std::vector<Complex>& values, RoundParts parts, Value rank) {
  const Buffer* im_array = im_ == nullptr ? re_ : im_;
  b_.when(to.active, [&] {
    for (std::size_t k = 0; k < to.at.size(); ++k) {
      if (layout_.interleaved()) {
        store_complex(re_, 2 * to.at[k], values[k], 2, rank);
        continue;
      }
      if (parts.re) b_.store(re_, to.at[k], values[k].re, 1, rank);
      if (parts.im) b_.store(im_array, to.at[k], values[k].im, 1, rank);
    }
  });
}

void GroupExchange::get(const ExchangeSlots& from, std::vector<Complex>& values, RoundParts parts) {
  const Buffer* im_array = im_ == nullptr ? re_ : im_;
  for (std::size_t k = 0; k < from.at.size(); ++k) {
    if (layout_.interleaved()) {
      values[k] = load_complex(re_, 2 * from.at[k], 1, 2);
      continue;
    }
    if (parts.re) values[k].re = b_.load(re_, from.at[k]);
    if (parts.im) values[k].im = b_.load(im_array, from.at[k]);
    if (values[k].im == nullptr) values[k].im = b_.real(0.0, context_.scalar);  // of a real number, or yet to come
  }
}

void GroupExchange::barrier_before_put() {
  if (used_) b_.barrier();
}

void GroupExchange::barrier_after_put() {
  b_.barrier();
  if (!used_) prefetch_tile(b_, spec_, context_);
  used_ = true;
}

std::vector<std::vector<Complex>> GroupExchange::take(const std::vector<ExchangeSlots>& from) {
  used_ = true;
  std::vector<std::vector<Complex>> result = room_for(from);
  for (std::size_t i = 0; i < from.size(); ++i) get(from[i], result[i], {true, true});
  return result;
}

std::vector<std::vector<Complex>> GroupExchange::hand_on(const ExchangeWrites& parcel,
                                                         const std::vector<ExchangeSlots>& from, Handed handed) {
  std::vector<std::vector<Complex>> result = room_for(from);
  const auto round = [&](RoundParts parts) {
    const auto put_all = [&] {
      for (std::size_t i = 0; i < parcel.to.size(); ++i) put(parcel.to[i], parcel.values[i], parts);
    };
    do_round(put_all, from, result, parts);
  };
  if (spec_.shape.exchange == ExchangeForm::half_size) {
    round({true, false});
    if (handed == Handed::complex) round({false, true});
  } else {
    round(parts_of(handed));
  }
  return result;
}

std::vector<std::vector<Complex>> GroupExchange::hand_on(const std::function<void()>& put_all,
                                                         const std::vector<ExchangeSlots>& from, Handed handed) {
  std::vector<std::vector<Complex>> result = room_for(from);
  do_round(put_all, from, result, parts_of(handed));
  return result;
}

void GroupExchange::do_round(const std::function<void()>& put_all, const std::vector<ExchangeSlots>& from,
                             std::vector<std::vector<Complex>>& result, RoundParts parts) {
  barrier_before_put();
  put_all();
  barrier_after_put();
  for (std::size_t i = 0; i < from.size(); ++i) get(from[i], result[i], parts);
}

}  // namespace papilio::kernel
