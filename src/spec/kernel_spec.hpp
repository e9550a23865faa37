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
//
// Transforms along an axis that is not contiguous form a stack: `stack` of them lie side by side, q counts them first,
// and inner starts at stack instead of 1. Element i of transform q of a stack is then x[q + stack*i], or, where a side
// of the kernel has strides of its own, x[q*column + i*element]. What remains of the user's array are loops around
// stacks.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "spec/side.hpp"

namespace papilio {

/// How the DFT of one column is computed.
enum class Algorithm {
  stockham,      ///< product(radices) == length
  rader,         ///< length is prime; product(radices) == length-1, a cyclic convolution (Rader 1968)
  prime_factor,  ///< GPUs: one factor after the other, those that are large primes as Rader does
                 ///< (spec/prime_factor.hpp)
  bluestein,     ///< product(radices) >= 2*length-2, a convolution with a chirp (Bluestein 1970)
  convolution,   ///< GPUs: the last forward and the first inverse pass of a convolution of several kernels in one.
                ///< Column and geometry are the inverse pass's; the forward one, of as many points, left elements where
                ///< they were
  filter,  ///< product(radices) == length: the DFT, times KernelSpec::filtered's buffer, and the inverse DFT
};

/// What happens to element i of the whole transform between memory and the first butterfly, or after the last.
enum class LoadOp {
  plain,
  chirp,   ///< x[i] * conj-chirp[i] for i < chirp_length, 0 beyond (nothing is read there)
  gather,  ///< GPUs: x[g^i] of chirp_length elements, g a generator modulo that prime (Rader 1968)
};
enum class StoreOp {
  plain,
  spectrum,  ///< multiply by the spectrum of the chirp, table entry i
  chirp,     ///< multiply by the chirp for i < chirp_length, nothing is written beyond
  scatter,   ///< GPUs: to element g^-i of chirp_length, LoadOp::gather's counterpart
};

/// Stacks, or transforms, in a row.
struct Loop {
  std::int64_t count = 1;
  std::int64_t in = 0;  ///< from one to the next, in elements of the input
  std::int64_t out = 0;
  std::int64_t filter = 0;  ///< KernelSpec::filtered; 0: all share one
  friend bool operator==(const Loop&, const Loop&) = default;
};

/// Which work runs side by side.
enum class Strategy {
  cooperative,  ///< GPU: `threads` work-items share `tile` columns, exchange through local memory, barriers between
  butterflies,  ///< CPU: one work-item, vectors run along the butterflies of one column
  columns,      ///< CPU: one work-item, vectors run along `lanes` columns (or transforms, where there is one column)
};

/// As plans, keys and names of kernels say it.
std::string_view to_string(Strategy strategy);

/// How the twiddles of a stage come in.
enum class Twiddles : std::uint8_t {
  read,      ///< one by one from a table, times the results
  products,  ///< the same, but most are products of two others
  fused,  ///< of the inputs; radices that are powers of two have them in their fused multiply-adds, others as products.
          ///< Overflows where numbers reach 2^96 (f32), 2^960 (f64)
};

/// How real and imaginary parts pass through local memory.
enum class ExchangeForm : std::uint8_t {
  split,        ///< in two arrays
  half_size,    ///< one after the other through one array: half the memory, twice the barriers
  interleaved,  ///< side by side in one array: one access a number
};

std::string_view to_string(ExchangeForm form);

struct Shape {
  Strategy strategy = Strategy::cooperative;
  int lanes = 1;    ///< CPU: vector width
  int threads = 1;  ///< work-items of a work-group
  int tile = 1;     ///< columns held at once by a work-group
  // cooperative only (spec/exchange.hpp)
  int pad = 0;                ///< exchange: one unused element after so many, against bank conflicts; 0: none
  int resident_groups = 1;    ///< minimum number of resident work-groups of a compute unit; it caps the registers
  int prefetch_distance = 0;  ///< in work-groups: how far ahead a work-group prefetches input; 0: it does not
  ExchangeForm exchange = ExchangeForm::split;
  bool staged = false;  ///< whole transforms: global memory is met in the order of addresses, through the exchange; of
                        ///< several axes together the results only; of what folds, transforms of one stage
  Twiddles twiddles = Twiddles::read;
  bool skewed = false;  ///< exchange: behind the second stage and later ones rows are apart as their columns are long
                        ///< (spec/exchange.hpp); whole transforms
  bool digit_reversed =
      false;        ///< convolutions of whole transforms: butterflies write where they have read, and the spectrum
                    ///< between is in digit-reversed order (GroupWork::convolve); not with split or skewed
  int cluster = 1;  ///< so many work-groups share the tile and hand it on through each other's local memory once, in
                    ///< front of stage `cut`: spec/cluster.hpp
  int cut = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
};

struct KernelSpec {
  Precision precision = Precision::f32;
  Direction direction = Direction::forward;
  Algorithm algorithm = Algorithm::stockham;
  std::int64_t length = 1;  ///< L, points of the DFT along a column
  std::int64_t inner = 1;   ///< stack times the product of the lengths of the earlier passes
  std::int64_t outer = 1;   ///< product of the lengths of the later passes
  std::vector<int> radices;
  LoadOp load = LoadOp::plain;
  StoreOp store = StoreOp::plain;
  std::int64_t chirp_length = 0;  ///< n of a Bluestein or Rader of several kernels (its load, store and spectrum)
  Direction chirp_direction = Direction::forward;  ///< of that transform; `direction` is this pass's own
  double scale = 1.0;
  bool in_place = false;   ///< input and output are one buffer: no `restrict`, no overlapping recomputation
  std::int64_t stack = 1;  ///< transforms that lie side by side
  Side in;
  Side out;
  Kind trig = Kind::dht;      ///< of Form::trig
  std::int64_t extent = 0;    ///< of Form::trig: real numbers of a transform
  bool ortho = false;         ///< of Form::trig: the ends are weighted so that the transform is orthonormal
  bool aligned_pairs = true;  ///< Form::pairs, and Form::trig that folds: every transform begins at an even number; the
                              ///< latter at a multiple of four where its extent is one
  bool mirrored = false;  ///< the pass of a real transform that folds, or unfolds: half of its tile are the mirrors of
                          ///< the other half (kernel/mirrored_tile.hpp), and its half form is one of 2*points()
  std::vector<std::int64_t> joint;  ///< lengths of neighbouring axes that are transformed together, outermost first
                                    ///< (spec/joint.hpp); `length` is their product, also where they fold. Empty: one
  /// Every element that is read is multiplied by the same element of a third buffer, whose transforms lie as those of
  /// the input do, but for the steps from one to the next. Complex sides, interleaved. Of Algorithm::filter it is the
  /// spectrum that is multiplied, and the buffer has transforms of neighbouring elements, whatever the input's are.
  bool filtered = false;
  std::int64_t filter_distance = 0;  ///< the outermost loop's step in that buffer
  std::int64_t filter_column = 1;    ///< as Strides::column of the input; 0: the transforms of a stack share one
  /// More than one: each element is the sum of so many, which lie `in` apart in the input and `filter` in the filter.
  Loop sum;
  std::vector<Loop> loops;  ///< around the stacks, outermost first, but for the outermost one: its count and distances
                            ///< are run-time arguments
  Shape shape;

  /// Points of all transforms of a stack together.
  [[nodiscard]] std::int64_t transform() const { return length * inner * outer; }
  /// Points of the one transform that this kernel is a pass of.
  [[nodiscard]] std::int64_t points() const { return transform() / stack; }
  /// A pass of a long Rader: element points() of each transform goes along in scratch memory, x[0] until the
  /// convolution adds it to the zero frequency, X[0] from then on.
  [[nodiscard]] bool carries() const { return chirp_length == points() + 1; }
  /// A real transform of an even length, as a complex one of half of it: half a spectrum is made of its results, or
  /// what it reads is made of one; of several passes that with the half form does so. Cosine and sine transforms of
  /// types 2 and 3 are made of that of the signal's real DFT.
  [[nodiscard]] bool folds() const { return folds_after() || folds_before(); }
  [[nodiscard]] bool folds_after() const {
    return (out.form == Form::half && (in.form == Form::pairs || mirrored)) ||
           (folds_trig() && (trig == Kind::dct2 || trig == Kind::dst2));
  }
  [[nodiscard]] bool folds_before() const {
    return (in.form == Form::half && (out.form == Form::pairs || mirrored)) ||
           (folds_trig() && (trig == Kind::dct3 || trig == Kind::dst3));
  }
  /// Elements of that side lie one after the other.
  [[nodiscard]] bool packed(const Side& side) const { return side.strides.packed(stack); }
  /// Columns of a stack.
  [[nodiscard]] std::int64_t columns() const { return inner * outer; }
  /// Tiles of a stack, where it has several columns.
  [[nodiscard]] std::int64_t tiles() const;
  /// Work-groups of a batch, Strategy::cooperative.
  [[nodiscard]] std::int64_t groups(std::int64_t batch) const;
  /// Strategy::columns: the lanes of a vector are neighbours in memory, one complex number each.
  [[nodiscard]] bool vector_input() const;
  [[nodiscard]] bool vector_output() const;
  /// Strategy::columns where memory is touched lane by lane: a pass whose vectors of columns are not neighbours, or
  /// have twiddles of their own; whole transforms, if the radix there is large. Such a side goes through scratch, one
  /// element of all lanes at a time, so that the code for it stands there once and not once an element of a butterfly.
  /// So does whatever is not complex and packed where vectors run along the elements, and what is folded.
  [[nodiscard]] bool ragged_input() const;
  [[nodiscard]] bool ragged_output() const;
  /// CPU strategies: arrays of work_length() elements in local memory, 0, 1 or 2.
  [[nodiscard]] int scratch_arrays() const;
  /// Points of the DFT done in local memory: product of the radices, but with Algorithm::prime_factor the length.
  [[nodiscard]] std::int64_t work_length() const;
  /// A C identifier, unique to the value: readable fields first, then 16 hex digits of a hash of all of them.
  [[nodiscard]] std::string name() const;
  /// Every field, in a fixed order, as text. Two specs are equal exactly when their keys are.
  [[nodiscard]] std::string key() const;

  friend bool operator==(const KernelSpec&, const KernelSpec&) = default;

 private:
  [[nodiscard]] bool folds_trig() const {
    return in.form == Form::trig && out.form == Form::trig && 2 * points() == extent;
  }
};

}  // namespace papilio
