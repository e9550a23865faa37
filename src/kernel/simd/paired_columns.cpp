// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/paired_columns.hpp"

#include "kernel/simd/sides.hpp"
#include "kernel/simd/simd_runs.hpp"

namespace papilio::kernel {

PairedColumns::PairedColumns(Builder& b, const KernelSpec& spec, const KernelContext& context)
    : b_(b),
      spec_(spec),
      context_(context),
      lanes_(spec.shape.lanes),
      columns_(spec.columns()),
      length_(spec.length),
      both_(b, "paired", context.element, {2 * spec.length, spec.shape.lanes, ScratchLayout::columns}) {}

void PairedColumns::place(Value tile) {
  const std::int64_t tiles = spec_.tiles();
  transform_ = b_.let("transform", tile / tiles);
  begin_ = b_.let("begin", cast(tile % tiles * lanes_, ScalarKind::i32));
  first_ = b_.let("first", min(begin_, columns_ / 2 + 1 - lanes_));
  // The partner of column 0 would be column C. Columns that are loaded must exist: those of the first tile are one
  // less, and the pairs of its lanes find them one lane further.
  const Value partner = columns_ + 1 - lanes_ - first_;
  partner_ = b_.let("partner", post_processes(spec_) ? min(partner, columns_ - lanes_) : partner);
}

/// Two tiles may have the same column in different lanes, which would round its twiddles between passes differently, so
/// each column is stored once.
SimdTile::LaneColumns PairedColumns::columns(Value side) const {
  SimdTile::LaneColumns own;
  own.stack = transform_;
  own.first = b_.let("c", select(side == 0, first_, partner_));
  if (post_processes(spec_)) return own;
  const std::int64_t middle = columns_ / 2 + 1;
  own.begin = b_.let("stored_begin", select(side == 0, begin_, middle));
  own.end = b_.let("stored_end", select(side == 0, middle, min(columns_ + 1 - begin_, columns_)));
  return own;
}

Scratch PairedColumns::array(Value side) const { return both_.from(b_.let("array", side * length_)); }

Complex PairedColumns::column_roots() const {
  return load_planar(context_.table("fold_twiddles"), first_, context_.roots("fold_twiddles").spec.m,
                     spec_.shape.lanes);
}

Complex PairedColumns::times_row(Complex of_columns, Value k) const {
  const Complex row = load_planar(context_.table("pair_rows"), k, context_.roots("pair_rows").spec.m);
  return of_columns * broadcast(row, spec_.shape.lanes);
}

// Row 0 of the first tile is processed number by number: k = 0 is its own partner, and real-to-real transforms have one
// number for it and two for the others.

void PairedColumns::load() const {
  b_.comment("half a spectrum as columns of a complex one of half the length, and their partners");
  const SimdTile half(b_, spec_, context_, SimdTile::Whole{transform_});
  const Scratch partners = array(b_.constant(1));
  const Complex of_columns = column_roots();
  b_.loop("k", b_.let("from", select(first_ == 0, 1, b_.constant(0))), b_.constant(length_), 1, [&](Value k) {
    const Value i = b_.let("i", first_ + k * columns_);
    Pair pair;
    pair.twiddle = [&] { return times_row(of_columns, k); };
    const PairSource numbers = [&](const Pair&) {
      const Complex low = SimdRuns(half).load_half(i, Run::forwards);
      return Partners{low, SimdRuns(half).load_half(spec_.points() - i, Run::backwards)};
    };
    pre_process(b_, {pair}, numbers, [&](const Pair&, const Partners& z) {
      both_.store(b_, k, z.low);
      partners.store(b_, length_ - 1 - k, reversed(z.high));
    });
  });
  b_.when(first_ == 0, [&] {
    each_of_row_0([&](const Pair& pair, Value i) {
      const PairSource numbers = [&](const Pair&) {
        const Complex low = load_half(half, i);
        return Partners{low, load_half(half, b_.let("mirror", spec_.points() - i))};
      };
      pre_process(b_, {pair}, numbers, [&](const Pair&, const Partners& z) {
        both_.store_lane(b_, b_.constant(0), i, z.low);
        partners.store_lane(b_, b_.constant(length_ - 1), lanes_ - 1 - i, z.high.re ? z.high : z.low);
      });
    });
  });
}

void PairedColumns::store() const {
  b_.comment("from columns of a complex spectrum of half the length, and their partners, to half a spectrum");
  const SimdTile half(b_, spec_, context_, SimdTile::Whole{transform_});
  b_.branch(
      first_ == 0,
      [&] {
        store_row_0(half);
        store_rows(half, Tile::first);
      },
      [&] { store_rows(half, Tile::later); });
}

void PairedColumns::store_rows(const SimdTile& half, Tile which) const {
  const Complex of_columns = column_roots();
  b_.loop("k", b_.constant(which == Tile::first ? 1 : 0), b_.constant(length_), 1, [&](Value k) {
    const Value i = b_.let("i", first_ + k * columns_);
    Pair pair;
    pair.twiddle = [&] { return times_row(of_columns, k); };
    const PairSource numbers = [&](const Pair&) {
      const Complex low = both_.load(b_, k, spec_.shape.lanes);
      return Partners{low, partners(k, which)};
    };
    post_process(b_, {pair}, numbers, [&](const Pair&, const Partners& x) {
      SimdRuns(half).store_half(i, x.low, Run::forwards);
      SimdRuns(half).store_half(spec_.points() - i, x.high, Run::backwards);
    });
  });
}

void PairedColumns::store_row_0(const SimdTile& half) const {
  const Scratch partners = array(b_.constant(1));
  each_of_row_0([&](const Pair& pair, Value i) {
    const PairSource numbers = [&](const Pair&) {
      const Complex low = both_.load_lane(b_, b_.constant(0), i);
      if (pair.kind == PairKind::zero) return Partners{low, {}};
      return Partners{low, partners.load_lane(b_, b_.constant(length_ - 1), lanes_ - i)};
    };
    post_process(b_, {pair}, numbers, [&](const Pair&, const Partners& x) {
      store_half(half, i, x.low);
      store_half(half, b_.let("mirror", spec_.points() - i), x.high);
    });
  });
}

/// Calls body(pair, i) for the elements i of the first lanes.
void PairedColumns::each_of_row_0(const std::function<void(const Pair&, Value)>& body) const {
  Pair pair;
  pair.kind = PairKind::zero;
  body(pair, b_.constant(0));
  b_.loop("i", b_.constant(1), b_.constant(lanes_), {1, Unroll::none}, [&](Value i) {
    Pair both;
    both.twiddle = [&] {
      return load_planar(context_.table("fold_twiddles"), i, context_.roots("fold_twiddles").spec.m);
    };
    body(both, i);
  });
}

/// Z[m-i] of all lanes. The partner of column 0 is itself, one row higher.
Complex PairedColumns::partners(Value k, Tile which) const {
  const int lanes = spec_.shape.lanes;
  const Complex block = array(b_.constant(1)).load(b_, length_ - 1 - k, lanes);
  if (which == Tile::later) return reversed(block);
  std::vector<Complex> parts{both_.load_lane(b_, length_ - k, b_.constant(0))};
  for (int l = lanes - 1; l > 0; --l) parts.push_back(lane(block, l));
  return concat(parts);
}

}  // namespace papilio::kernel
