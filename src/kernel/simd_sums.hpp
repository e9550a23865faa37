// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions on CPUs: the sums over one side of each column of a tile (Side::sums) in a pass over several
// columns, made of the values that the kernel loads or stores anyway. Sums of a few elements are formed in the kernel's
// own type, in registers; many of them are added up in double precision. Rows have sums of their own (row_sums.hpp).
//
// For tile t the buffer holds two numbers: the functional of its columns, and their squares. The table is
//   Sums::complex: the weights of the elements of a column, which are real numbers on the side of the output, else real
//   parts and then imaginary ones; for each tile of an array the factors of its columns, real parts and then imaginary
//   ones. The functional is the real part of the products with both.
//   Sums::real, of the first of several passes: for each tile of an array, and each element, the weights of the real
//   parts of its columns and then of the imaginary ones. The functional is the sum of these products.
// Tiles of other arrays of a batch have the same. Side::counts, of half a spectrum: how often the squares of each lane
// count follows, tile by tile. Where the last tile has fewer columns than lanes, the others are not summed.
#pragma once

#include <span>
#include <vector>

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

class SimdSums {
 public:
  /// Element e of all columns, as it is read or written.
  struct Summand {
    Value e;
    Complex z;
  };

  SimdSums(Builder& b, const KernelSpec& spec, const Side& side, const SumBuffers& buffers);
  static std::int64_t table_size(const KernelSpec& spec, const Side& side);

  /// The side is not summed here.
  [[nodiscard]] bool none() const { return totals_ == nullptr; }
  /// Before the first element of that tile.
  void begin(Value tile);
  void add(const std::vector<Summand>& elements) const;
  /// After the last element. The sums are those of `factor` times the elements.
  void store(Value tile, double factor) const;

 private:
  [[nodiscard]] Complex weights(Value e) const;
  /// Of the lanes, from that place of the table on.
  [[nodiscard]] Complex lane_weights(Value at) const;
  [[nodiscard]] int numbers() const { return real_ ? 2 : 3; }
  [[nodiscard]] std::vector<Value> sums_of(std::span<const Summand> elements) const;
  /// Sum number i of this tile, a vector.
  [[nodiscard]] Value total(int i) const;
  void add_to_total(int i, Value value) const;
  [[nodiscard]] Value of_columns(Value tile, Value lane_sums) const;

  Builder& b_;
  SumBuffers buffers_;
  int lanes_;
  std::int64_t length_;
  std::int64_t stack_columns_;  ///< of a tile's neighbours
  bool real_;                   ///< Sums::real
  bool real_weights_;           ///< of the elements of a column
  std::int64_t shared_ = 0;     ///< numbers of the weights that all columns share
  std::int64_t tiles_ = 1;      ///< that have weights or factors of their own
  std::int64_t counts_ = 0;     ///< where the table says how often squares count; 0: once
  ScalarKind element_;
  Value own_ = nullptr;  ///< where the tile's own weights or factors begin
  Value own_counts_ = nullptr;
  std::int64_t additions_ = 0;  ///< to each total of a tile
  ScalarKind total_;
  const Buffer* totals_ = nullptr;  ///< vectors
};

/// Of both sides.
struct TileSums {
  SimdSums in;
  SimdSums out;
};

}  // namespace papilio::kernel
