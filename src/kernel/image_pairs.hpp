// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// An image of real numbers that a cluster shares (core/cluster.hpp), between its half spectrum, n1 rows of m+1 numbers, and the
// DFT of n1 x m points: X[k1][k2] and X[-k1][m-k2] of Z[k1][k2] and Z[-k1][-k2], as in kernel/real_fold.hpp. A work-group has the
// mirror of every number that it has: rows k1 and -k1 behind the last phase, columns k2 and m-k2 in front of the first.
#pragma once

#include <vector>

#include "kernel/elements.hpp"
#include "kernel/group_exchange.hpp"
#include "kernel/mirrored_tile.hpp"

namespace papilio::kernel {

class ImagePairs {
 public:
  /// `phase` is the one that folds; `tile` knows its columns, of which `first` is the first one; `half` the half spectrum.
  ImagePairs(Builder& b, const KernelSpec& phase, const Frame& frame, GroupExchange& exchange, Elements& elements,
             MirroredTile& tile, Value first, Reach half)
      : b_(b),
        frame_(frame),
        exchange_(exchange),
        elements_(elements),
        tile_(tile),
        first_(first),
        half_(std::move(half)),
        threads_(phase.shape.threads),
        places_(phase.shape.tile),
        columns_(phase.columns()),
        length_(phase.length) {}

  /// Reads the half spectrum: what goes where in the exchange in front of the first stage.
  void load(std::vector<Places>& to, std::vector<std::vector<Complex>>& values);
  /// What the half spectrum needs of the exchange behind the last stage, and its way to memory.
  std::vector<Places> wanted();
  void store(const std::vector<std::vector<Complex>>& received);

 private:
  /// Of the first half of the tile's columns, or of all of them, as many elements as there are pairs.
  struct Item {
    Value active = nullptr;  ///< null: always
    Value place = nullptr;
    Value e = nullptr;
  };
  std::vector<Item> numbers_of_rows();
  std::vector<Item> middles();
  std::vector<Item> numbers_of_columns();
  void load_real_columns(std::vector<Places>& to, std::vector<std::vector<Complex>>& values);
  /// The column that mirrors the one at a place.
  Value partner(Value place);
  Value column(Value place);
  /// (n - k) mod n of 0 <= k < n
  Value mirrored(Value k, std::int64_t n);
  Value at(Value place, Value e);
  Complex root(Value k2, std::int64_t m) { return elements_.table_entry(frame_.fold_table, k2, m); }

  Builder& b_;
  const Frame& frame_;
  GroupExchange& exchange_;
  Elements& elements_;
  MirroredTile& tile_;
  Value first_;
  Reach half_;
  std::int64_t threads_;
  std::int64_t places_;   ///< columns of the tile
  std::int64_t columns_;  ///< of the phase: n1 behind the last one, m in front of the first
  std::int64_t length_;   ///< of one: m, or n1
};

}  // namespace papilio::kernel
