// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// KernelSpec: a value that describes one kernel completely. Its name and its cache key derive from it, so everything
// that changes the generated text is in here, and nothing else (the batch and the distances are run-time arguments).
//
// Every kernel has one shape:
//
//   load -> DFT over `radices` -> [multiply by a spectrum -> inverse DFT] -> twiddle, scale -> store
//
// over "columns": one transform of N = length*inner*outer points is seen as x[q + inner*(p + outer*j)], where
// j < length runs along the DFT, q < inner, p < outer, and column c = q + inner*p. Stockham's pass writes
//
//   y[q + inner*(length*p + k)] = W_{length*outer}^{p k} * sum_j x[q + inner*(p + outer*j)] W_length^{j k}
//
// so that passes with inner = 1, L1, L1*L2, ... give the result in natural order with no separate transposition
// (Stockham; Van Loan, "Computational Frameworks for the FFT", 1.7). A transform of one kernel has inner = outer = 1.
#pragma once

#include <papilio/problem.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace papilio {

/// How the DFT of one column is computed.
enum class Algorithm {
  stockham,   ///< product(radices) == length
  rader,      ///< length is prime; product(radices) == length-1, a cyclic convolution (Rader 1968)
  bluestein,  ///< product(radices) >= 2*length-1, a convolution with a chirp (Bluestein 1970)
};

/// What happens to element i of the whole transform between memory and the first butterfly, or after the last.
enum class LoadOp {
  plain,
  chirp,  ///< x[i] * conj-chirp[i] for i < chirp_length, 0 beyond (nothing is read there)
};
enum class StoreOp {
  plain,
  spectrum,  ///< multiply by the spectrum of the chirp, table entry i
  chirp,     ///< multiply by the chirp for i < chirp_length, nothing is written beyond
};

/// Which work runs side by side.
enum class Strategy {
  cooperative,  ///< GPU: `threads` work-items share `tile` columns, exchange through local memory, barriers between
  butterflies,  ///< CPU: one work-item, vectors run along the butterflies of one column
  columns,      ///< CPU: one work-item, vectors run along `lanes` columns (or transforms, where there is one column)
};

struct Shape {
  Strategy strategy = Strategy::cooperative;
  int lanes = 1;    ///< CPU: vector width
  int threads = 1;  ///< work-items of a work-group
  int tile = 1;     ///< columns held at once by a work-group
  // cooperative only (core/exchange.hpp)
  int pad = 0;          ///< exchange: one unused element after so many, against bank conflicts; 0: none
  int resident = 1;     ///< work-groups that a compute unit shall hold at once, which bounds the registers
  int ahead = 0;        ///< the work-group so many further on has its input prefetched; 0: none
  bool split = false;   ///< exchange: real and imaginary parts one after the other, in half the memory
  bool staged = false;  ///< whole transforms: global memory is met in the order of addresses, through the exchange
  bool joined = false;  ///< exchange: both parts of a number side by side, in one access; not with split
  friend bool operator==(const Shape&, const Shape&) = default;
};

struct KernelSpec {
  Precision precision = Precision::f32;
  Direction direction = Direction::forward;
  Algorithm algorithm = Algorithm::stockham;
  std::int64_t length = 1;  ///< L, points of the DFT along a column
  std::int64_t inner = 1;   ///< product of the lengths of the earlier passes
  std::int64_t outer = 1;   ///< product of the lengths of the later passes
  std::vector<int> radices;
  LoadOp load = LoadOp::plain;
  StoreOp store = StoreOp::plain;
  std::int64_t chirp_length = 0;  ///< n of a Bluestein of several kernels (load/store chirp, spectrum)
  Direction chirp_direction = Direction::forward;  ///< of that Bluestein; `direction` is this pass's own
  double scale = 1.0;
  bool in_place = false;  ///< input and output are one buffer: no `restrict`, no overlapping recomputation
  Shape shape;

  /// Points of the whole transform that this kernel is a pass of.
  [[nodiscard]] std::int64_t transform() const { return length * inner * outer; }
  /// Columns of one transform.
  [[nodiscard]] std::int64_t columns() const { return inner * outer; }
  /// Strategy::columns where memory is touched lane by lane: a pass whose vectors of columns are not neighbours, or have
  /// twiddles of their own; whole transforms, if the radix there is large. Such a side goes through scratch, one element
  /// of all lanes at a time, so that the code for it stands there once and not once an element of a butterfly.
  [[nodiscard]] bool ragged_input() const;
  [[nodiscard]] bool ragged_output() const;
  /// CPU strategies: arrays of work_length() elements in local memory, 0, 1 or 2.
  [[nodiscard]] int scratch_arrays() const;
  /// Points of the DFT done in local memory: product of the radices.
  [[nodiscard]] std::int64_t work_length() const;
  /// A C identifier, unique to the value: readable fields first, then 16 hex digits of a hash of all of them.
  [[nodiscard]] std::string name() const;
  /// Every field, in a fixed order, as text. Two specs are equal exactly when their keys are.
  [[nodiscard]] std::string key() const;

  friend bool operator==(const KernelSpec&, const KernelSpec&) = default;
};

}  // namespace papilio
