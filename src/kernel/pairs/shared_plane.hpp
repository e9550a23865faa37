// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A real 2-D array that a cluster shares (spec/cluster.hpp), between its half spectrum, n1 rows of m+1 numbers, and the
// DFT of n1 x m points. Behind the last phase a work-group has rows k1 and -k1, of which X[k1][k2] and X[-k1][m-k2] are
// computed as in half_spectrum.hpp. The other way, rows are pre-processed one by one, between the phases.
#pragma once

#include "kernel/pairs/paired_tile.hpp"
#include "kernel/work/group_parts.hpp"
#include "kernel/work/group_work.hpp"

namespace papilio::kernel {

/// Enumerator for the way to the half spectrum: numbers k2 < m/2 of a row with their partners in the other row, and the
/// middle number of every row. `parts` are those of the last phase; `first` is the first row of `tile`.
std::vector<Pair> row_pairs(const GroupParts& parts, PairedTile& tile, Value first, const AddressMap& half);

/// The way from the half spectrum. The complex DFTs of the columns come first. A row of their results has m+1 numbers,
/// of which the first and the last are real. m are kept: number 0 holds both of the real ones.
class SharedRows {
 public:
  /// `parts` are those of the last phase.
  SharedRows(const GroupParts& parts, const AddressMap& half)
      : g_(parts), half_(half), rows_(parts.spec.columns()), m_(parts.spec.length) {}

  /// The inputs of a butterfly of the first stage, from column k2.
  void load(Butterfly& w, Value k2, const Stage& stage);
  /// Slots of the partners of the inputs of the last phase's first stage.
  std::vector<ExchangeSlots> partners(const std::vector<Butterfly>& butterflies, const Stage& stage);
  /// The inputs of a butterfly of that stage, from the values that it read and their partners.
  void pre_process_row(Butterfly& w, const Stage& stage, const std::vector<Complex>& partners);

 private:
  GroupParts g_;
  AddressMap half_;
  std::int64_t rows_;  ///< n1
  std::int64_t m_;
};

}  // namespace papilio::kernel
