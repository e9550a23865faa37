// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions on CPUs: the sums over one side of each column of a tile (Side::sums), made of the values that
// the kernel loads or stores anyway. Sums of a few elements are formed in the kernel's own type, in registers; many of
// them are added up in double precision.
//
// For tile t, sum number i of lane l is at (t*numbers + i)*lanes + l of the buffer: the real part of the products with
// the weights, the imaginary part (Sums::complex), and the squares. Along butterflies a tile is one column, and `lanes`
// is 1 there. The weights are 2*length numbers: real parts, then imaginary ones.
#pragma once

#include <span>
#include <vector>

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

class SimdSums {
 public:
  /// A vector of elements as it is read or written: element e of all columns, or elements from e on.
  struct Summand {
    Value e;
    Complex z;
  };

  SimdSums(Builder& b, const KernelSpec& spec, const Side& side, const SumBuffers& buffers);

  /// The side is not summed.
  [[nodiscard]] bool none() const { return totals_ == nullptr; }
  /// The first stage sums what it loads. Otherwise its input, which is in the cache then and in order, is summed after
  /// it: of long transforms along butterflies. Their first stage waits for memory, and would wait longer with more work
  /// between its loads (1024 x 1024 points: 18% and 0%; 256 points: 15% and 40%).
  [[nodiscard]] bool with_loads() const { return columns_ || length_ <= 256 || length_ % lanes_ != 0; }
  /// Before the first element of a tile.
  void clear() const;
  void add(const std::vector<Summand>& elements) const;
  /// Elements of a block that starts early: only those from `fresh` on count, because the block before had the others.
  void add_from(Value fresh, const std::vector<Summand>& elements) const;
  /// After the last element. The sums are those of `factor` times the elements.
  void store(Value tile, double factor) const;

 private:
  [[nodiscard]] Complex weights(Value e) const;
  [[nodiscard]] std::vector<Value> sums_of(std::span<const Summand> elements) const;
  /// Sum number i of this tile, a vector.
  [[nodiscard]] Value total(int i) const;
  void add_to_total(int i, Value value) const;

  Builder& b_;
  SumBuffers buffers_;
  bool columns_;
  bool complex_;
  int lanes_;
  int numbers_;
  std::int64_t length_;
  ScalarKind element_;
  std::int64_t additions_;  ///< to each total of a tile
  ScalarKind total_;
  const Buffer* totals_ = nullptr;  ///< vectors
};

/// Of both sides.
struct TileSums {
  SimdSums in;
  SimdSums out;
};

}  // namespace papilio::kernel
