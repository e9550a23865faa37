// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for CPUs: the tile of a pass that does c2r pre-processing or r2c post-processing
// (KernelSpec::paired_columns). Of the m points of the complex DFT, column q has the elements i = q + C*k, k < L, of
// all C columns, before the first pass and after the last. X[i] and X[m-i] need Z[i] and Z[m-i], which is element L-1-k
// of column C-q. So a tile has a vector of columns in one array and the vector of their partners, lanes in rising order
// of columns, in a second one. Column 0 is its own partner: the partner of its element k is L-k.
#pragma once

#include <functional>

#include "kernel/pairs/pairs.hpp"
#include "kernel/simd/scratch.hpp"
#include "kernel/simd/simd_tile.hpp"

namespace papilio::kernel {

class PairedColumns {
 public:
  /// Declares the arrays.
  PairedColumns(Builder& b, const KernelSpec& spec, const KernelContext& context);

  /// Emits the arithmetic of tile number `tile` (i64).
  void place(Value tile);
  // Side 0 are the columns, side 1 their partners.

  [[nodiscard]] SimdTile::LaneColumns columns(Value side) const;
  [[nodiscard]] Scratch array(Value side) const;
  /// c2r pre-processing, from memory to both arrays.
  void load() const;
  /// r2c post-processing, from both arrays to memory.
  void store() const;

 private:
  enum class Tile { first, later };
  void store_rows(const SimdTile& half, Tile which) const;
  void store_row_0(const SimdTile& half) const;
  void each_of_row_0(const std::function<void(const Pair&, Value)>& body) const;
  [[nodiscard]] Complex partners(Value k, Tile which) const;
  [[nodiscard]] Complex column_roots() const;
  [[nodiscard]] Complex times_row(Complex of_columns, Value k) const;

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  std::int64_t lanes_;
  std::int64_t columns_;
  std::int64_t length_;
  Scratch both_;  ///< the columns, then their partners
  Value transform_;
  Value begin_;    ///< earlier columns belong to earlier tiles
  Value first_;    ///< column of the first lane: the last tile begins early rather than be narrower
  Value partner_;  ///< the lowest column of the partners
};

}  // namespace papilio::kernel
