// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exchange: how the work-items of a group (Strategy::cooperative) hand on the columns of a tile through local memory.
// Planning needs its size and its bank conflicts, kernels its addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio {

/// a / b: of numbers under 2^32 in a third of the time.
inline std::int64_t quotient(std::int64_t a, std::int64_t b) {
  if (((a | b) >> 32) != 0) return a / b;
  return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
}

/// The first element of butterfly c of a stage in place, of blocks of radix*m elements; the others are m apart.
inline std::int64_t first_in_place(std::int64_t c, int radix, std::int64_t m) {
  return c + quotient(c, m) * m * (radix - 1);
}

class Exchange {
 public:
  /// `gap` unused elements after so many: column*column_step + e*element_step stands at raw + raw/every*gap. 0: none.
  struct Padding {
    std::int64_t every = 0;
    std::int64_t gap = 1;
    [[nodiscard]] std::int64_t padded(std::int64_t raw) const {
      return every == 0 ? raw : raw + quotient(raw, every) * gap;
    }
  };

  /// What a phase of a cluster wants instead of Shape::pad (spec/cluster.hpp).
  struct Phase {
    Padding padding;        ///< between stages
    bool received = false;  ///< what the first stage reads comes through it as well, and has a padding of its own
    Padding in_front = {};
    std::int64_t apart = 1;  ///< behind the first stage neighbouring work-items do columns that are so far apart
  };

  explicit Exchange(const KernelSpec& spec) : Exchange(spec, Phase{{spec.shape.pad, 1}}) {}
  Exchange(const KernelSpec& spec, const Phase& phase);

  /// False: every work-item does whole columns, straight from and to global memory.
  [[nodiscard]] bool exists() const { return arrays_ > 0; }
  /// 2: an array of real parts and one of imaginary parts; 1: one array, for both in turn (Shape::split), or with both
  /// parts of a number side by side (ExchangeForm::interleaved).
  [[nodiscard]] int arrays() const { return arrays_; }
  [[nodiscard]] bool interleaved() const { return interleaved_; }
  /// Of one array: scalars, or numbers where the parts are interleaved.
  [[nodiscard]] std::int64_t elements() const;
  /// Of all arrays, each on a multiple of 64 bytes.
  [[nodiscard]] std::int64_t bytes() const;

  /// Neighbours in the array are the columns of one element; otherwise the elements of one column.
  [[nodiscard]] bool by_column() const { return by_column_; }
  [[nodiscard]] std::int64_t element_step() const { return element_step_; }
  [[nodiscard]] std::int64_t column_step() const { return column_step_; }
  /// Shape::pad: of what is staged or folded, and between stages that have none of their own.
  [[nodiscard]] std::int64_t pad() const { return padding_.every; }
  [[nodiscard]] std::int64_t padded(std::int64_t raw) const { return padding_.padded(raw); }
  /// Of the exchange in front of a stage. Shape::skewed: butterfly c = q + s*p of the stage before writes to q + s*r*p
  /// + s*k, and neighbours do so without bank conflicts if rows of s*r elements are s apart, modulo the banks.
  [[nodiscard]] const Padding& padding(std::size_t stage) const {
    return paddings_.empty() ? padding_ : paddings_[stage];
  }
  /// Of what a phase that received its input exchanges afterwards.
  [[nodiscard]] const Padding& between() const { return padding_; }
  /// True when padded(base + d) == padded(base) + padded(d) for d = unit*j, 0 <= j < count, and every base that is a
  /// column's begin plus what leaves a remainder under `unit` when divided by unit*count: a butterfly's addresses are
  /// then constants apart.
  [[nodiscard]] bool linear(const Padding& padding, std::int64_t unit, std::int64_t count) const;
  /// How many neighbouring work-items do neighbouring butterflies of one column in this stage, of `butterflies` a
  /// column; the next ones do as many of the next column. Global memory is met in runs: passes load along the columns,
  /// and the first of several stores along the elements, or in blocks (Strides::block).
  [[nodiscard]] std::int64_t run(std::size_t stage, std::int64_t butterflies) const;
  /// Work-item i of those that do one butterfly of `tile` columns does that of column i/(tile/apart) +
  /// apart*(i%(tile/apart)).
  [[nodiscard]] std::int64_t apart(std::size_t stage) const { return stage == 0 ? 1 : apart_; }

 private:
  bool by_column_;
  bool loads_rows_;  ///< along the elements
  bool stores_rows_;
  std::int64_t block_;  ///< of the output
  std::size_t stages_;
  int arrays_;
  bool interleaved_;
  std::int64_t element_step_;
  std::int64_t column_step_;
  std::int64_t raw_elements_;
  Padding padding_;
  std::int64_t apart_;
  std::vector<Padding> paddings_;  ///< in front of each stage, where they differ
  std::int64_t scalar_bytes_;      ///< of an element of the array
};

/// Numbers, or their parts where those are apart, that the banks of local memory give or take at once.
std::int64_t bank_accesses(const KernelSpec& spec);

/// A convolution of which the whole tile is exchanged between stages: it may do so in place (Shape::reversed).
bool may_reverse(const KernelSpec& spec);

/// A stack of whole transforms whose elements are closer together than the transforms are, on that side.
bool loads_rows(const KernelSpec& spec);
bool stores_rows(const KernelSpec& spec);

/// How often an access of local memory between two stages is repeated because of bank conflicts, on average; 1: never.
/// 32 banks of 4 bytes, as every GPU of the last decade has.
double bank_conflicts(const KernelSpec& spec);

}  // namespace papilio
