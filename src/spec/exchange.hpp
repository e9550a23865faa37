// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exchange: how the work-items of a work-group pass the columns of a tile to each other through local memory
// (Strategy::cooperative). Planning needs its size and its bank conflicts
// (bank_conflicts.hpp), kernels its addresses (layout.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio {

class Exchange {
 public:
  /// `gap` unused elements after every `every` elements: the raw address raw = column*column_step + e*element_step
  /// becomes raw + raw/every*gap. every = 0: no padding.
  struct Padding {
    std::int64_t every = 0;
    std::int64_t gap = 1;
  };

  /// Replaces Shape::pad in a phase of a cluster (spec/cluster.hpp).
  struct Phase {
    Padding padding;  ///< between stages
    /// The input of the first stage passes through the exchange too, with the padding `in_front`.
    bool received = false;
    Padding in_front = {};
    std::int64_t apart = 1;  ///< distance between the columns of neighbouring work-items, in all stages but the first
  };

  explicit Exchange(const KernelSpec& spec) : Exchange(spec, Phase{{spec.shape.pad, 1}}) {}
  Exchange(const KernelSpec& spec, const Phase& phase);

  /// False: every work-item transforms whole columns and accesses global memory directly.
  [[nodiscard]] bool exists() const { return arrays_ > 0; }
  /// 2: one array of real parts and one of imaginary parts (ExchangeForm::split). 1: one array, which the parts pass
  /// through one after the other (half_size), or as complex numbers (interleaved). 0: no exchange.
  [[nodiscard]] int arrays() const { return arrays_; }
  [[nodiscard]] bool interleaved() const { return interleaved_; }
  /// Elements of one array: scalars, or complex numbers if the parts are interleaved.
  [[nodiscard]] std::int64_t elements() const;
  /// Bytes of all arrays, each of which begins at a multiple of 64 bytes.
  [[nodiscard]] std::int64_t bytes() const;

  /// True: neighbours in the array are the same element of neighbouring columns. False: they are neighbouring elements
  /// of one column.
  [[nodiscard]] bool by_column() const { return by_column_; }
  [[nodiscard]] std::int64_t element_step() const { return element_step_; }
  [[nodiscard]] std::int64_t column_step() const { return column_step_; }
  /// Shape::pad. It applies to staged data, to c2r pre-processing and r2c post-processing, and to stages without a
  /// padding of their own.
  [[nodiscard]] std::int64_t pad() const { return padding_.every; }
  /// Padding of the exchange before a stage. With Shape::pad_by_stage: butterfly c = q + s*p of the previous stage
  /// writes to q + s*r*p + s*k, and neighbours do so without bank conflicts if the rows of s*r elements are s apart,
  /// modulo the banks.
  [[nodiscard]] const Padding& padding(std::size_t stage) const {
    return paddings_.empty() ? padding_ : paddings_[stage];
  }
  /// Padding of the exchanges between the stages of a phase that received its input.
  [[nodiscard]] const Padding& between() const { return padding_; }
  /// True if padded(base + d) == padded(base) + padded(d) for d = unit*j, 0 <= j < count, and for every base that is
  /// the start of a column plus v, where v % (unit*count) < unit. The addresses of a butterfly then differ by
  /// constants.
  [[nodiscard]] bool linear(const Padding& padding, std::int64_t unit, std::int64_t count) const;
  /// Number of neighbouring work-items that compute neighbouring butterflies of one column in this stage, where a
  /// column has `butterflies`; the next work-items compute as many of the next column. The value makes accesses of
  /// global memory contiguous: passes load across columns, and the first of several passes stores along the elements,
  /// or in blocks (Strides::block).
  [[nodiscard]] std::int64_t run(std::size_t stage, std::int64_t butterflies) const;
  /// Order of the work-items that compute one butterfly of `tile` columns: work-item i takes column i/(tile/apart) +
  /// apart*(i%(tile/apart)).
  [[nodiscard]] std::int64_t apart(std::size_t stage) const { return stage == 0 ? 1 : apart_; }

 private:
  bool by_column_;
  bool loads_rows_;  ///< neighbouring work-items load neighbouring elements of a column
  bool stores_rows_;
  std::int64_t block_;  ///< Strides::block of the output
  std::size_t stages_;
  int arrays_;
  bool interleaved_;
  std::int64_t element_step_;
  std::int64_t column_step_;
  std::int64_t raw_elements_;
  Padding padding_;
  std::int64_t apart_;
  std::vector<Padding> paddings_;  ///< one for each stage; empty if padding_ applies to all
  std::int64_t scalar_bytes_;      ///< of one array element
};

/// Complex numbers, or scalars unless the parts are interleaved, that the banks of local memory transfer in one access.
std::int64_t bank_accesses(const KernelSpec& spec);

/// True for a convolution that exchanges its whole tile between stages; it may run in place (Shape::digit_reversed).
bool may_reverse(const KernelSpec& spec);

/// True for a strided batch of whole transforms whose elements are closer together on that side than its transforms
/// are.
bool in_rows(const KernelSpec& spec, const Side& side);

}  // namespace papilio
