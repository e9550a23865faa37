// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/plane_pairs.hpp"

#include "kernel/elements/elements.hpp"
#include "kernel/work/group_exchange.hpp"
#include "spec/array_axes.hpp"

namespace papilio::kernel {

PlanePairs::PlanePairs(const GroupParts& parts) : g_(parts), rows_(outer_axis(parts.spec)), m_(row_axis(parts.spec)) {
  const std::int64_t threads = g_.spec.shape.threads;
  if (threads % m_ == 0 && rows_ % (threads / m_) == 0) {
    deal_rows();
  } else {
    m_ % threads == 0 ? deal_parts() : deal_any();
  }
  deal_last();
}

void PlanePairs::add(PairKind kind, Value active, const Position& number, const std::vector<Value>& slots) {
  Pair& pair = pairs_.emplace_back();
  pair.kind = kind;
  pair.number = numbers_.size();
  pair.active = active;
  pair.twiddle = [this, k2 = number.k2] { return half_root(k2); };
  pair.slots = [slots] { return slots; };
  numbers_.push_back(number);
}

void PlanePairs::add(PairKind kind, Value active, Position number) {
  const Value own = g_.exchange.place(number.plane, plane_element(number.k1, number.k2, rows_));
  const Value row = conjugate_index(number.k1, rows_);
  const Value other = g_.exchange.place(number.plane, plane_element(row, conjugate_index(number.k2, m_), rows_));
  number.e = g_.b.let("e", half_plane_element(number.k1, number.k2, m_));
  if (kind == PairKind::last) number.e = number.e + m_;
  add(kind, active, number, {own, other});
}

/// For work-items with one k2 each, in known planes and in rows a constant distance apart.
void PlanePairs::deal_rows() {
  Builder& b = g_.b;
  const std::int64_t step = g_.spec.shape.threads / m_;  // rows
  const Value k2 = b.let("k2", b.thread_id() % m_);
  const Value row = b.let("row", b.thread_id() / m_);
  const Value own = b.let("own", plane_element(row, k2, rows_));
  const Value e = b.let("e", half_plane_element(row, k2, m_));
  const Value column = b.let("across", conjugate_index(k2, m_) * rows_);
  // For the rows behind the first `step` ones.
  const Value below = step < rows_ ? b.let("below", column + (rows_ - step - row)) : nullptr;
  const std::int64_t pad = g_.exchange.layout().pad();
  const bool constant = pad == 0 || pad % rows_ == 0;
  for (std::int64_t plane = 0; plane < g_.spec.shape.tile; ++plane) {
    const Value number = b.constant(plane);
    const std::vector<Value> at = g_.exchange.places(number, own, step, static_cast<int>(rows_ / step));
    const bool whole = pad == 0 || plane * g_.exchange.layout().column_step() % pad == 0;
    const Value base = step < rows_ ? g_.exchange.place(number, below) : nullptr;
    for (std::int64_t u = 0; u * step < rows_; ++u) {
      Value partner;
      if (u == 0) {
        partner = g_.exchange.place(number, column + conjugate_index(row, rows_));
      } else {
        const std::int64_t up = (u - 1) * step;
        partner = constant && whole ? base + -up : g_.exchange.place(number, below + -up);
      }
      add(PairKind::low, nullptr, {number, row + u * step, k2, e + u * step * (m_ + 1)},
          {at[static_cast<std::size_t>(u)], partner});
    }
  }
}

/// For rows that are several times as long as there are work-items: these have known rows, and a few k2 each.
void PlanePairs::deal_parts() {
  Builder& b = g_.b;
  for (std::int64_t plane = 0; plane < g_.spec.shape.tile; ++plane) {
    for (std::int64_t first = 0; first < m_; first += g_.spec.shape.threads) {
      const Value k2 = b.let("k2", b.thread_id() + first);
      for (std::int64_t k1 = 0; k1 < rows_; ++k1)
        add(PairKind::low, nullptr, {b.constant(plane), b.constant(k1), k2, {}});
    }
  }
}

void PlanePairs::deal_any() {
  Builder& b = g_.b;
  const std::int64_t total = g_.spec.length * g_.spec.shape.tile;
  for (std::int64_t u = 0; u * g_.spec.shape.threads < total; ++u) {
    Value active;
    const Value index = own_index(b, g_.spec.shape.threads, u, total, &active);
    const Value row = b.let("row", index / m_);
    const Value plane = b.let("image", row / rows_);
    const Value k1 = b.let("k1", row % rows_);
    add(PairKind::low, active, {plane, k1, b.let("k2", index % m_), {}});
  }
}

/// X[k1][m], of the same two numbers as X[k1][0].
void PlanePairs::deal_last() {
  Builder& b = g_.b;
  const std::int64_t total = rows_ * g_.spec.shape.tile;
  for (std::int64_t u = 0; u * g_.spec.shape.threads < total; ++u) {
    Value active;
    const Value index = own_index(b, g_.spec.shape.threads, u, total, &active);
    const Value plane = b.let("image", index / rows_);
    add(PairKind::last, active, {plane, b.let("k1", index % rows_), b.constant(0), {}});
  }
}

Complex PlanePairs::half_root(Value k2) {
  if (!same(k2, known_)) root_ = g_.elements.table_entry(g_.context.table("fold_twiddles"), k2, m_) * 0.5;
  known_ = k2;
  return root_;
}

}  // namespace papilio::kernel
