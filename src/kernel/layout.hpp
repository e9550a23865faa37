// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Index maps: where an element lies, each written once as a template. `Index` is ir::Value in a kernel, which emits the
// address, and std::int64_t in whatever computes numbers about that address: the host's tables, the choice between one
// base with constant offsets and separate addresses, tests. Operations have the same order for both, so a map is also
// the text of its address (docs/adr/0036-layout.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "spec/exchange.hpp"

namespace papilio::kernel {

// Operations that are written differently for numbers and for values.

/// Gives a value a name, so that it is computed once.
template <typename Index>
Index named(std::string_view name, Index v) {
  if constexpr (std::is_integral_v<Index>) {
    return v;
  } else {
    return v.builder().let(name, v);
  }
}

/// condition ? a : b
template <typename Condition, typename B>
B choose(Condition condition, std::int64_t a, B b) {
  if constexpr (std::is_same_v<Condition, bool>) {
    return condition ? a : b;
  } else {
    return select(condition, a, b);
  }
}

template <typename Index>
Index least(Index a, std::int64_t b) {
  using std::min;
  return min(a, b);
}

/// Number i in blocks of `size` numbers, of which block b moves to block b*times: i + i/size*size*(times-1). Output 0
/// of butterfly i = q + s*p of a Stockham stage (size s, times radix) is there, and element 0 of butterfly i of a stage
/// in place (size m). `block` is i/size.
template <typename Index>
Index spread(Index i, Index block, std::int64_t size, std::int64_t times) {
  return i + block * (size * (times - 1));
}
template <typename Index>
Index spread(Index i, std::int64_t size, std::int64_t times) {
  return spread<Index>(i, i / size, size, times);
}

/// v = d1 + l1*(d2 + l2*d3) becomes (d1*l2 + d2)*l3 + d3; v is less than the product of the lengths.
template <typename Index>
Index reversed_digits(Index v, const std::vector<std::int64_t>& lengths) {
  Index result{};
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Index digit = i + 1 == lengths.size() ? v : v % lengths[i];
    result = i == 0 ? digit : result * lengths[i] + digit;
    v = named<Index>("rest", v / lengths[i]);
  }
  return result;
}

/// (n - k) mod n of 0 <= k < n.
template <typename Index>
Index conjugate_index(Index k, std::int64_t n) {
  // The minimum tells verify() that it is less than n.
  return named<Index>("mirror", choose(k == 0, 0, least<Index>(n - k, n - 1)));
}

// The exchange of a work-group (spec/exchange.hpp)

/// Element e of a column of the tile, without padding.
template <typename Index>
Index raw_place(const Exchange& layout, Index column, Index e) {
  return column * layout.column_step() + e * layout.element_step();
}

template <typename Index>
Index padded_place(const Exchange::Padding& padding, Index raw) {
  if (padding.every == 0) return raw;
  const Index at = named<Index>("at", raw);
  return at + at / padding.every * padding.gap;
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
    if (run == count) return {named<Index>("c", index % count), named<Index>("column", index / count)};
    const Index c = named<Index>("c", index % run + index / (run * tile) * run);
    const Index column = named<Index>("column", index / run % tile);
    if (apart == 1) return {c, column};
    return {c, named<Index>("column", column / (tile / apart) + column % (tile / apart) * apart)};
  }
};

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

/// Where the parts of a complex entry are, in scalars.
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

}  // namespace papilio::kernel
