// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// An image of real numbers that a cluster shares (spec/cluster.hpp), between its half spectrum, n1 rows of m+1 numbers,
// and the DFT of n1 x m points. Behind the last phase a work-group has rows k1 and -k1, of which X[k1][k2] and
// X[-k1][m-k2] are made, as in kernel/real_fold.hpp. The other way rows fold one by one, between the phases.
#pragma once

#include <vector>

#include "kernel/elements.hpp"
#include "kernel/group_work.hpp"
#include "kernel/mirrored_tile.hpp"

namespace papilio::kernel {

/// To the half spectrum.
class ImagePairs {
 public:
  /// `phase` is the last one; `tile` knows its rows, of which `first` is the first; `half` is the half spectrum.
  ImagePairs(Builder& b, const KernelSpec& phase, const KernelContext& context, GroupExchange& exchange,
             Elements& elements, MirroredTile& tile, Value first, AddressMap half)
      : b_(b),
        context_(context),
        exchange_(exchange),
        elements_(elements),
        tile_(tile),
        first_(first),
        half_(std::move(half)),
        threads_(phase.shape.threads),
        places_(phase.shape.tile),
        row_(phase.length) {}

  /// What the half spectrum needs of the exchange behind the last stage, and its way to memory.
  std::vector<Places> wanted();
  void store(const std::vector<std::vector<Complex>>& received);

 private:
  /// A number of a row of the tile.
  struct Item {
    Value active = nullptr;  ///< null: always
    Value place = nullptr;
    Value e = nullptr;
  };
  std::vector<Item> numbers();
  std::vector<Item> middles();
  /// Where in the tile the row is that mirrors the one at a place.
  Value partner(Value place);
  Value row_at(Value place);
  Value at(Value place, Value e);
  Complex root(Value k2) { return elements_.table_entry(context_.fold_table.buffer, k2, row_); }

  Builder& b_;
  const KernelContext& context_;
  GroupExchange& exchange_;
  Elements& elements_;
  MirroredTile& tile_;
  Value first_;
  AddressMap half_;
  std::int64_t threads_;
  std::int64_t places_;  ///< rows of the tile
  std::int64_t row_;     ///< m
};

/// From the half spectrum.
class ImageRows {
 public:
  /// `phase` is the last one, `half` the half spectrum.
  ImageRows(Builder& b, const KernelSpec& phase, const KernelContext& context, GroupExchange& exchange,
            Elements& elements, AddressMap half)
      : b_(b),
        context_(context),
        exchange_(exchange),
        elements_(elements),
        half_(std::move(half)),
        rows_(phase.columns()),
        row_(phase.length) {}

  /// What a butterfly of the first stage takes from column k2.
  void load(Work& w, Value k2, const Stage& stage);
  /// Where the mirrors of what the butterflies of the last phase's first stage read are.
  std::vector<Places> mirrors(const std::vector<Work>& works, const Stage& stage);
  /// Numbers of a row, of what stands there and of the mirrors.
  std::vector<Complex> folded(const Work& w, const Stage& stage, const std::vector<Complex>& x,
                              const std::vector<Complex>& mirror);

 private:
  Builder& b_;
  const KernelContext& context_;
  GroupExchange& exchange_;
  Elements& elements_;
  AddressMap half_;
  std::int64_t rows_;  ///< n1
  std::int64_t row_;   ///< m
};

}  // namespace papilio::kernel
