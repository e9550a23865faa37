// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A real 2-D array that a cluster shares (spec/cluster.hpp), between its half spectrum, n1 rows of m+1 numbers, and the
// DFT of n1 x m points. Behind the last phase a work-group has rows k1 and -k1, of which X[k1][k2] and X[-k1][m-k2] are
// computed as in half_spectrum.hpp. The other way, rows are pre-processed one by one, between the phases.
#pragma once

#include "kernel/group_parts.hpp"
#include "kernel/group_work.hpp"
#include "kernel/pairs/paired_tile.hpp"

namespace papilio::kernel {

/// To the half spectrum: numbers k2 < m/2 of a row and their partners in the other one, and of every row the one in the
/// middle. `parts` are those of the last phase; `tile` knows its rows, of which `first` is the first.
std::vector<Pair> row_pairs(const GroupParts& parts, PairedTile& tile, Value first, const AddressMap& half);

/// From the half spectrum. The DFTs of the columns come first, as of complex numbers. Of a row of what they leave, m+1
/// numbers of which the first and the last are real, m are kept, number 0 with both.
class SharedRows {
 public:
  /// `parts` are those of the last phase.
  SharedRows(const GroupParts& parts, AddressMap half)
      : g_(parts), half_(std::move(half)), rows_(parts.spec.columns()), m_(parts.spec.length) {}

  /// What a butterfly of the first stage takes from column k2.
  void load(Work& w, Value k2, const Stage& stage);
  /// Where the partners are of what the butterflies of the last phase's first stage read.
  std::vector<Places> partners(const std::vector<Work>& works, const Stage& stage);
  /// What a butterfly of that stage takes, of what it read and of the partners.
  void pre_process_row(Work& w, const Stage& stage, const std::vector<Complex>& partners);

 private:
  GroupParts g_;
  AddressMap half_;
  std::int64_t rows_;  ///< n1
  std::int64_t m_;
};

}  // namespace papilio::kernel
