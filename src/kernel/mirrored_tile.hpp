// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The tile of a pass, or of a phase of a cluster, that folds or unfolds (kernel/real_fold.hpp has the formulas). Of the
// m points of the complex DFT a column has i = q + C*k, k < L, of all C columns, before the first pass and after the
// last: X[i] and X[m-i] need Z[i] and Z[m-i], which is in column C-q, at L-1-k. So a tile has columns in its first half
// and their mirrors, in falling order, in the second, and the two meet in the exchange. Columns 0 and C/2 are mirrors
// of themselves and share a pair of places; in column 0 the partner of k is L-k.
#pragma once

#include <vector>

#include "kernel/elements.hpp"
#include "kernel/group_exchange.hpp"

namespace papilio::kernel {

class MirroredTile {
 public:
  /// `first` is the first column of the tile, `half` the half spectrum of its transform.
  MirroredTile(Builder& b, const KernelSpec& spec, const KernelContext& context, GroupExchange& exchange,
               Elements& elements, Value first, const AddressMap& half);

  /// The column at a place of the tile, kept inside the transform; null valid: always inside.
  Value column(Value place, Value* valid);
  /// Reads half a spectrum: what goes where in the exchange.
  void load(std::vector<Places>& to, std::vector<std::vector<Complex>>& values);
  /// What half a spectrum needs of the exchange, and its way to memory.
  std::vector<Places> wanted();
  void store(const std::vector<std::vector<Complex>>& received);

 private:
  /// A place of the tile.
  struct Spot {
    Value place = nullptr;
    Value q = nullptr;          ///< the column, or the one it mirrors
    Value in_bounds = nullptr;  ///< null: always
    Value mirrors = nullptr;    ///< it is in the second half
    Value own = nullptr;        ///< columns 0 and C/2
    Value zero = nullptr;       ///< column 0
  };
  /// Element k of the column there, k < (L+1)/2, and its partner.
  struct Item {
    Value active = nullptr;  ///< null: always
    Spot spot;
    Value k = nullptr;
    Value is_zero = nullptr;  ///< element 0 of the transform; null: never
  };
  Spot spot(Value place);
  std::vector<Item> items();
  Item item(std::int64_t u, Value place, Value k);
  Places places(const Item& item);
  /// Which element of the transform it is.
  Value index(const Item& item);
  /// W_2m^i for each of them.
  std::vector<Complex> twiddles(const std::vector<Item>& items);
  /// X[m/2], that column 0 has beside the pairs where L is even: who has it, and where.
  Places middle();

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  GroupExchange& exchange_;
  Elements& elements_;
  Value first_;
  AddressMap half_;
  std::int64_t tile_;
  std::int64_t columns_;
  std::int64_t length_;
  std::int64_t count_;  ///< items of a column
  std::int64_t step_;   ///< from an item of a work-item to its next, if they are of one place; or 0
};

}  // namespace papilio::kernel
