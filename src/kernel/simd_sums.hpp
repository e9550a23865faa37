// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions on CPUs: the sums over one side of each column of a tile (Side::sums) in a pass over several
// columns, made of the values that the kernel loads or stores anyway. Sums of a few elements are formed in the kernel's
// own type, in registers; many of them are added up in double precision. Rows have sums of their own (row_sums.hpp).
//
// For tile t, sum number i of lane l is at (t*numbers + i)*lanes + l of the buffer: the real part of the products with
// the weights, the imaginary part, and the squares. The weights are 2*length numbers: real parts, then imaginary ones.
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

  /// The side is not summed here.
  [[nodiscard]] bool none() const { return totals_ == nullptr; }
  /// Before the first element of a tile.
  void clear() const;
  void add(const std::vector<Summand>& elements) const;
  /// Elements of a block that starts early: only those from `fresh` on count, because the block before had the others.
  void add_from(Value fresh, const std::vector<Summand>& elements) const;
  /// After the last element. The sums are those of `factor` times the elements.
  void store(Value tile, double factor) const;

 private:
  static constexpr int numbers = 3;
  [[nodiscard]] Complex weights(Value e) const;
  [[nodiscard]] std::vector<Value> sums_of(std::span<const Summand> elements) const;
  /// Sum number i of this tile, a vector.
  [[nodiscard]] Value total(int i) const;
  void add_to_total(int i, Value value) const;

  Builder& b_;
  SumBuffers buffers_;
  int lanes_;
  std::int64_t length_;
  ScalarKind element_;
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
