// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

#include "kernel/ir_words.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// The elements of one transform that a kernel accesses on one side: number e is element first + step*e of the
/// transform, and lies at start + stride*e.
struct AddressMap {
  Value base;    ///< i64, scalars before the strided batch
  Value column;  ///< of the transform in its strided batch, in elements
  Value first;
  std::int64_t below = 1;  ///< first is less than this; 0: unknown
  std::int64_t step = 1;
  Value start;  ///< in elements; of an output in blocks (Strides::block): the column of the next pass
  std::int64_t stride = 1;
  Value row = nullptr;     ///< of an output in blocks: where the row begins in its block
  Value filter = nullptr;  ///< KernelSpec::filter: like base, in the filter
  Value turn = nullptr;    ///< WindowPhase::signal: the number in the signal of the transform's first one, modulo n
};

/// Returns the place of a column of the tile in global memory; sets *valid, which is null if the column always exists.
using AddressMapOf = std::function<AddressMap(Value column, Value* valid)>;

struct KernelContext;

/// Addresses of the elements of the user's transforms, whatever their form and strides.
class AddressMaps {
 public:
  AddressMaps(Builder& b, const KernelSpec& spec, const KernelContext& context);

  /// A whole transform that begins at `base`; element e is its element e.
  AddressMap input_transform(Value base);
  AddressMap output_transform(Value base);
  /// The same map with the address of the filter, if there is one, for strided batch number `stack` and, if given, its
  /// column c.
  AddressMap filtered(AddressMap map, Value stack, Value c = nullptr);
  /// Column c of a strided batch (kernel_spec.hpp): input elements j, output elements k.
  AddressMap input_column(Value base, Value c);
  AddressMap output_column(Value base, Value c, Value p);  ///< `p` is that of c = q + inner*p
  /// The same map, starting at element e. e is less than `below`, and later element numbers are multiples of `below`.
  AddressMap from(const AddressMap& map, Value e, std::int64_t below);
  /// A factor of an offset, with as many bits as offsets need.
  [[nodiscard]] Value wide(Value v) const;
  /// The number in the transform of the map's element e.
  Value logical(const AddressMap& map, Value e);
  /// Number in memory of element `number` of a side; it differs where the side is compact. It is defined for elements
  /// outside the side's holes.
  [[nodiscard]] Value in_memory(const Side& side, Value number) const;
  /// Place of the map's element e on that side, in elements from `base`. It is outside the side's holes.
  [[nodiscard]] Value place_of(const Side& side, const AddressMap& map, Value e);
  /// Place of element `number` of the transform in the input, in elements from `base`.
  [[nodiscard]] Value offset_of(const AddressMap& map, Value number) const;
  /// The same in the output.
  [[nodiscard]] Value result_offset(const AddressMap& map, Value number) const;
  /// The offset of element e of an output in blocks (AddressMap::row).
  Value offset_in_blocks(const AddressMap& map, Value e);

 protected:
  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  std::int64_t in_step_;  ///< between elements of a transform
  std::int64_t out_step_;

 private:
  [[nodiscard]] Value turn_of(Value base) const;

  bool wide_;  ///< offsets within a stack need 64 bits
};

}  // namespace papilio::kernel
