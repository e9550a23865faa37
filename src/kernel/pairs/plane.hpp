// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Real 2-D arrays, or slabs of them, in one kernel: the steps between their half spectrum and the DFT. Columns 0 and m
// of a half spectrum that is read are replaced by the means of conjugate partners, as for a real signal. Every number
// is computed by itself (plane_pairs.hpp), unless the first radix is the number of rows: a work-item then has two
// columns that are conjugate partners (spec/pairing.hpp), and reads every number once.
#pragma once

#include <utility>
#include <vector>

#include "kernel/pairs/plane_pairs.hpp"
#include "kernel/work/flat.hpp"
#include "kernel/work/group_parts.hpp"
#include "kernel/work/group_work.hpp"
#include "spec/array_axes.hpp"

namespace papilio::kernel {

class Plane {
 public:
  /// `slab`: number of the slab that the work-group has; null: it has whole arrays.
  Plane(const GroupParts& parts, GroupWork& work, AddressMapOf half, Value slab)
      : g_(parts),
        work_(work),
        half_(std::move(half)),
        rows_(outer_axis(parts.spec)),
        m_(row_axis(parts.spec)),
        slab_(slab) {}

  /// The first stage, with what it takes from the half spectrum.
  std::vector<Butterfly> load();
  /// Stores the half spectrum of the last stage's results. `first` is the first transform of the tile, i64.
  void store(const std::vector<Butterfly>& butterflies, Value first);

 private:
  /// Which rows the numbers of a butterfly are in, and their conjugate partners; of a slab.
  struct Rows {
    std::vector<Value> own;
    std::vector<Value> partner;
  };
  Rows slab_rows(Value k1, const Stage& stage);
  std::vector<Complex> load_butterfly(const Butterfly& w, const AddressMap& half);
  void load_columns(Butterfly& low, Butterfly& high, const AddressMap& half);
  std::vector<Complex> load_column(const AddressMap& half, Value k2);
  std::vector<Complex> real_column(const std::vector<Complex>& x);
  /// Z of a column and of its partner, of X[k2] and X[m-k2]; w = W^k2.
  struct Columns {
    std::vector<Complex> low;
    std::vector<Complex> high;
  };
  Columns pre_process_columns(const std::vector<Complex>& x, const std::vector<Complex>& across, Complex w);
  /// Multiplies by the factor of row k1 in the slab.
  Complex turned(Complex x, Value k1);
  void store_direct(const PlanePairs& pairs, const std::vector<Complex>& numbers);
  void store_staged(const PlanePairs& pairs, const std::vector<Complex>& numbers, Value first);
  void store_run(const std::vector<ExchangeSlots>& from, const std::vector<std::vector<Complex>>& rows, Value first);
  void store_planes(const std::vector<ExchangeSlots>& from, const std::vector<std::vector<Complex>>& rows);

  GroupParts g_;
  GroupWork& work_;
  AddressMapOf half_;
  std::int64_t rows_;
  std::int64_t m_;
  Value slab_;
  std::vector<std::pair<Value, Complex>> factors_;  ///< of its rows, as far as they are known
};

}  // namespace papilio::kernel
