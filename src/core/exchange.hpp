// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exchange: how the work-items of a group (Strategy::cooperative) hand on the columns of a tile through local memory.
// Planning needs its size and its bank conflicts, kernels its addresses.
#pragma once

#include <cstdint>

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
  /// One unused element after so many: column*column_step + e*element_step stands at raw + raw/pad. 0: none.
  [[nodiscard]] std::int64_t pad() const { return pad_; }
  [[nodiscard]] std::int64_t padded(std::int64_t raw) const { return pad_ == 0 ? raw : raw + raw / pad_; }
  /// True when padded(base + d) == padded(base) + padded(d) for d = unit*j, 0 <= j < count, and every base that is a
  /// column's begin plus what leaves a remainder under `unit` when divided by unit*count: a butterfly's addresses are
  /// then constants apart.
  [[nodiscard]] bool linear(std::int64_t unit, std::int64_t count) const;
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
  std::int64_t pad_;
  std::int64_t scalar_bytes_;  ///< of an element of the array
};

/// A stack of whole transforms whose elements are closer together than the transforms are, on that side.
bool loads_rows(const KernelSpec& spec);
bool stores_rows(const KernelSpec& spec);

/// How often an access of local memory between two stages is repeated because of bank conflicts, on average; 1: never.
/// 32 banks of 4 bytes, as every GPU of the last decade has.
double bank_conflicts(const KernelSpec& spec);

}  // namespace papilio
