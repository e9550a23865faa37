// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The conjugate-paired tile of a pass, or of a phase of a cluster, that does c2r pre-processing or r2c post-processing
// (KernelSpec::paired_columns). Of the m points of the complex DFT, column q has the elements i = q + C*k, k < L, of
// all C columns, before the first pass and after the last. X[i] and X[m-i] need Z[i] and Z[m-i], which is in column
// C-q, at L-1-k. So a tile has columns in the slots of its first half and their partners, in falling order, in the
// second half, and pairs meet in the exchange. Columns 0 and C/2 are their own partners and share a pair of slots; in
// column 0 the partner of k is L-k.
#pragma once

#include "kernel/pairs/pairs.hpp"
#include "kernel/work/group_parts.hpp"

namespace papilio::kernel {

class PairedTile {
 public:
  /// `first` is the first column of the tile, `half` the half spectrum of its transform.
  PairedTile(const GroupParts& parts, Value first, const AddressMap& half);

  /// The column in a slot of the tile, kept inside the transform; null valid: always inside.
  Value column(Value slot, Value* valid) { return column_of(at_slot(slot), valid); }
  /// Pairs between the half spectrum and the exchange.
  std::vector<Pair> pairs();

 private:
  /// Content of a slot.
  struct TileSlot {
    Value number;
    Value q;          ///< the column, or the partner of the column
    Value in_bounds;  ///< null: always
    Value upper;      ///< the slot is in the second half
    Value own;        ///< columns 0 and C/2
    Value zero;       ///< column 0
  };
  TileSlot at_slot(Value number);
  Value column_of(const TileSlot& slot, Value* valid);
  Pair pair(std::size_t number, Value slot, Value k, Value active);
  /// X[m/2], which column 0 has beside its pairs.
  Pair middle(std::size_t number);
  Complex twiddle(std::size_t number, Value i);
  std::vector<Value> exchange_slots(const TileSlot& slot, Value k, Value is_zero);

  GroupParts g_;
  Value first_;
  AddressMap half_;
  std::int64_t tile_;
  std::int64_t columns_;
  std::int64_t length_;
  std::int64_t count_;  ///< pairs of a column
  std::int64_t step_;   ///< from k of a pair of a work-item to that of its next pair, if they share a slot; or 0
  Complex first_twiddle_;
};

}  // namespace papilio::kernel
