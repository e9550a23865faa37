// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Index maps of one kernel (core/index_maps.hpp): addresses in the exchange of a work-group, in real 2-D arrays and in
// tables. Planning counts with them, kernels emit them.
#pragma once

#include <cstdint>

#include "core/index_maps.hpp"
#include "spec/exchange.hpp"

namespace papilio {

// The exchange of a work-group

/// Element e of a column of the tile, without padding.
template <typename Index>
Index raw_place(const Exchange& layout, Index column, Index e) {
  return column * layout.column_step() + e * layout.element_step();
}

template <typename Index>
Index padded_place(const Exchange::Padding& padding, Index raw) {
  if (padding.every == 0) return raw;
  const Index at = named<Index>("at", raw);
  return at + quotient(at, padding.every) * padding.gap;
}

/// How the butterflies of a stage are dealt out to work-items: `count` of each of `tile` columns (Exchange::run,
/// apart).
struct Dealing {
  std::int64_t count = 1;
  std::int64_t tile = 1;
  std::int64_t run = 1;
  std::int64_t apart = 1;

  template <typename Index>
  struct ColumnButterfly {
    Index c;
    Index column;
  };
  /// Butterfly number `index` among those of all columns.
  template <typename Index>
  [[nodiscard]] ColumnButterfly<Index> at(Index index) const {
    if (run == count) return {named<Index>("c", modulo(index, count)), named<Index>("column", quotient(index, count))};
    const Index c = named<Index>("c", modulo(index, run) + quotient(index, run * tile) * run);
    const Index column = named<Index>("column", modulo(quotient(index, run), tile));
    if (apart == 1) return {c, column};
    return {c, named<Index>("column", column / (tile / apart) + column % (tile / apart) * apart)};
  }
};

/// Dealing of a stage with `count` butterflies a column.
inline Dealing dealing_of(const Exchange& layout, std::int64_t tile, std::size_t stage, std::int64_t count) {
  return {count, tile, layout.run(stage, count), layout.apart(stage)};
}

/// One of the lines along an axis of an array, whose elements are `stride` apart: its first element, and its number
/// among the lines of the same later coordinates.
template <typename Index>
struct Line {
  Index below;
  Index begin;
};
template <typename Index>
Line<Index> line_along(Index line, std::int64_t stride, std::int64_t length) {
  const Index below = named<Index>("below", modulo(line, stride));
  return {below, named<Index>("begin", quotient(line, stride) * (stride * length) + below)};
}

// Real 2-D arrays of n1 x 2m numbers

/// Z[k1][k2] of the DFT of n1 x m points, in Stockham's order.
template <typename Index>
Index plane_element(Index k1, Index k2, std::int64_t n1) {
  return k1 + k2 * n1;
}
/// X[k1][k2] in the half spectrum, rows of m+1 numbers.
template <typename Index>
Index half_plane_element(Index k1, Index k2, std::int64_t m) {
  return k1 * (m + 1) + k2;
}

// Tables

/// Places of the parts of a complex entry, in scalars.
template <typename Index>
struct EntrySlot {
  Index re;
  Index im;
};

/// Entry i of n, interleaved.
template <typename Index>
EntrySlot<Index> interleaved_slot(Index i) {
  return {2 * i, 2 * i + 1};
}
/// Entry i of n, all real parts before all imaginary parts.
template <typename Index>
EntrySlot<Index> planar_slot(Index i, std::int64_t n) {
  return {i, i + n};
}

/// TableKind::lane_steps: entry k of a lane; the parts of all lanes are vectors.
template <typename Index>
EntrySlot<Index> lane_step_slot(Index k, std::int64_t lane, std::int64_t lanes) {
  const Index at = named<Index>("at", k * (2 * lanes));
  return {at + lane, at + lane + lanes};
}

/// TableKind::prime_roots: cosine and sine of 2 pi (j+1)(k+1)/r, j, k < (r-1)/2, where those of the prime r begin at
/// `first`.
template <typename Index>
EntrySlot<Index> prime_root_slot(Index k, Index j, std::int64_t r, std::int64_t first) {
  const Index re = k * (r - 1) + (2 * j + first);
  return {re, re + 1};
}

}  // namespace papilio
