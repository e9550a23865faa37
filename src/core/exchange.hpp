// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exchange: how the work-items of a group (Strategy::cooperative) hand on the columns of a tile through local memory.
// Planning needs its size and its bank conflicts, kernels its addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "core/kernel_spec.hpp"

namespace papilio {

class Exchange {
 public:
  explicit Exchange(const KernelSpec& spec);

  /// False: every work-item does whole columns, straight from and to global memory.
  [[nodiscard]] bool exists() const { return arrays_ > 0; }
  /// 2: an array of real parts and one of imaginary parts; 1: one array, for both in turn (Shape::split), or with both
  /// parts of a number side by side (Shape::joined).
  [[nodiscard]] int arrays() const { return arrays_; }
  [[nodiscard]] bool joined() const { return joined_; }
  /// Of one array: scalars, or numbers where the parts are joined.
  [[nodiscard]] std::int64_t elements() const;
  /// Of all arrays, each on a multiple of 64 bytes.
  [[nodiscard]] std::int64_t bytes() const;

  /// Neighbours in the array are the columns of one element; otherwise the elements of one column.
  [[nodiscard]] bool by_column() const { return by_column_; }
  [[nodiscard]] std::int64_t element_step() const { return element_step_; }
  [[nodiscard]] std::int64_t column_step() const { return column_step_; }
  /// `gap` unused elements after so many: column*column_step + e*element_step stands at raw + raw/every*gap. 0: none.
  struct Padding {
    std::int64_t every = 0;
    std::int64_t gap = 1;
    [[nodiscard]] std::int64_t padded(std::int64_t raw) const { return every == 0 ? raw : raw + raw / every * gap; }
  };
  /// Shape::pad: of what is staged or folded, and between stages that have none of their own.
  [[nodiscard]] std::int64_t pad() const { return padding_.every; }
  [[nodiscard]] std::int64_t padded(std::int64_t raw) const { return padding_.padded(raw); }
  /// Of the exchange in front of a stage. Shape::skewed: butterfly c = q + s*p of the stage before writes to q + s*r*p + s*k,
  /// and neighbours do so without bank conflicts if rows of s*r elements are s apart, modulo the banks.
  [[nodiscard]] const Padding& padding(std::size_t stage) const { return paddings_.empty() ? padding_ : paddings_[stage]; }
  /// True when padded(base + d) == padded(base) + padded(d) for d = unit*j, 0 <= j < count, and every base that is a
  /// column's begin plus what leaves a remainder under `unit` when divided by unit*count: a butterfly's addresses are
  /// then constants apart.
  [[nodiscard]] bool linear(const Padding& padding, std::int64_t unit, std::int64_t count) const;
  /// How many neighbouring work-items do neighbouring butterflies of one column in this stage, of `butterflies` a column;
  /// the next ones do as many of the next column. Global memory is met in runs: passes load along the columns, and the
  /// first of several stores along the elements, or in blocks (Walk::block).
  [[nodiscard]] std::int64_t run(std::size_t stage, std::int64_t butterflies) const;

 private:
  bool by_column_;
  bool loads_rows_;   ///< along the elements
  bool stores_rows_;
  std::int64_t block_;  ///< of the output
  std::size_t stages_;
  int arrays_;
  bool joined_;
  std::int64_t element_step_;
  std::int64_t column_step_;
  std::int64_t raw_elements_;
  Padding padding_;
  std::vector<Padding> paddings_;  ///< skewed: in front of each stage
  std::int64_t scalar_bytes_;  ///< of an element of the array
};

/// A stack of whole transforms whose elements are closer together than the transforms are, on that side.
bool loads_rows(const KernelSpec& spec);
bool stores_rows(const KernelSpec& spec);

/// How often an access of local memory between two stages is repeated because of bank conflicts, on average; 1: never.
/// 32 banks of 4 bytes, as every GPU of the last decade has.
double bank_conflicts(const KernelSpec& spec);

}  // namespace papilio
