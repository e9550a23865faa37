// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Elements of the user's transforms in global memory, whatever their form and strides: the one place that knows.
#pragma once

#include "kernel/address_map.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/user_memory.hpp"

namespace papilio::kernel {

class Elements {
 public:
  /// `alignment` of complex numbers, in scalars.
  Elements(Builder& b, const KernelSpec& spec, const KernelContext& context, std::int64_t alignment);

  /// A whole transform that begins at `base`; element e is its element e.
  AddressMap input_transform(Value base);
  AddressMap output_transform(Value base);
  /// The same reach of the input with what the filter has of stack number `stack`, if there is one; of column c of it.
  AddressMap filtered(AddressMap reach, Value stack, Value c = nullptr);
  /// Algorithm::filter: `lanes` neighbouring numbers of the spectrum that the reach's transform is multiplied by.
  Complex filter_entry(const AddressMap& reach, Value k, int lanes = 1);
  /// Column c of a stack (kernel_spec.hpp): its elements j, or k.
  AddressMap input_column(Value base, Value c);
  AddressMap output_column(Value base, Value c, Value p);  ///< p of c = q + inner*p
  /// The same, counted from element e on; e is less than `below`, and what it is asked for later a multiple of that.
  AddressMap from(const AddressMap& reach, Value e, std::int64_t below);

  Complex load(const AddressMap& reach, Value e);
  void store(const AddressMap& reach, Value e, Complex value);
  /// Times the chirp; beyond its n entries 0, and nothing is read or written there.
  Complex load_chirped(const AddressMap& reach, Value e, std::int64_t n);
  void store_chirped(const AddressMap& reach, Value e, Complex value, std::int64_t n);
  /// The half side of transforms that fold, 0 <= i <= n/2; of cosine and sine transforms what it is made of, or makes.
  Complex load_half(const AddressMap& reach, Value i);
  void store_half(const AddressMap& reach, Value i, Complex value);
  /// Numbers 2i and 2i+1 of a cosine or sine transform, of either side.
  Complex load_pair(const AddressMap& reach, Value i);
  void store_pair(const AddressMap& reach, Value i, Complex y);
  /// Numbers 4i to 4i+3 of the signal of a cosine or sine transform.
  Quad load_quad(const AddressMap& reach, Value i);
  void store_quad(const AddressMap& reach, Value i, Quad y);
  /// What a pass of a long Rader hands on (KernelSpec::carries()), of the transform that the column belongs to.
  Complex carried(const AddressMap& in);
  void store_carried(const AddressMap& out, Complex value);
  /// Entry i of a table of n complex numbers.
  Complex table_entry(const Buffer* table, Value i, std::int64_t n);
  /// A factor of an offset, with as many bits as offsets need.
  Value wide(Value v);
  /// Which element of the transform e is.
  Value logical(const AddressMap& reach, Value e);
  /// Where element `number` of the transform lies in the input, in elements from `base`.
  Value offset_of(const AddressMap& reach, Value number);
  /// `lanes` complex numbers from there on, times those of the filter.
  Complex load_numbers(const AddressMap& reach, Value offset, int lanes);
  /// The element is not in the range that is not read, or not written.
  Value outside(const Range& hole, Value number);
  /// `number`, or one that is not in the hole: up to `width` of them lie between the hole's ends and it.
  Value beside(const Range& hole, Value number, Value outside, int width);

 private:
  enum class Where { outside, within, anywhere };
  [[nodiscard]] Where where(const Range& hole, bool cuts, const AddressMap& reach, Value e) const;
  Complex load_at(const AddressMap& reach, Value i);
  void store_at(const AddressMap& reach, Value i, Complex value);
  Complex read(const AddressMap& reach, Value offset);
  Value read_number(const AddressMap& reach, Value j);
  void write_number(const AddressMap& reach, Value j, Value y);
  Complex read_cut(const AddressMap& reach, Value number);
  void write_cut(const AddressMap& reach, Value number, Complex value);
  Complex read_outside(const AddressMap& reach, Value number);
  void write(Value base, Value offset, Complex value);
  Value result_offset(const AddressMap& reach, Value number);
  Value offset_in_blocks(const AddressMap& reach, Value e);

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  UserMemory memory_;
  std::int64_t alignment_;
  std::int64_t in_step_;  ///< between elements of a transform
  std::int64_t out_step_;
  std::int64_t points_;  ///< of the user's transform
  bool wide_;            ///< offsets within a stack need 64 bits
};

}  // namespace papilio::kernel
