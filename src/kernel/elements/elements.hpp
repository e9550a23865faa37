// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Loads and stores elements of the user's transforms in global memory, of every form and with any strides.
#pragma once

#include "kernel/elements/address_map.hpp"
#include "kernel/elements/trig.hpp"
#include "kernel/elements/user_memory.hpp"
#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

class Elements : public AddressMaps {
 public:
  /// `alignment` of complex numbers, in scalars.
  Elements(Builder& b, const KernelSpec& spec, const KernelContext& context, std::int64_t alignment);

  /// Algorithm::filter: `lanes` neighbouring numbers of the filter for the map's transform.
  Complex filter_entry(const AddressMap& map, Value k, int lanes = 1);
  Complex load(const AddressMap& map, Value e);
  /// Element e of frames that slide, of which `map` is the first one's (sums_of_frames()).
  std::vector<Complex> load_frames(const AddressMap& map, std::int64_t e, const std::vector<Value>& rows);
  void store(const AddressMap& map, Value e, Complex value);
  /// Element e times the chirp. Beyond KernelSpec::chirped() a load gives 0 and a store does nothing; neither accesses
  /// memory.
  Complex load_chirped(const AddressMap& map, Value e);
  void store_chirped(const AddressMap& map, Value e, Complex value);
  /// Element i of the half spectrum, 0 <= i <= n/2. Of a cosine or sine transform, the half spectrum that its numbers
  /// in memory stand for.
  Complex load_half(const AddressMap& map, Value i);
  void store_half(const AddressMap& map, Value i, Complex value);
  /// Numbers 2i and 2i+1 of a cosine or sine transform.
  Complex load_pair(const AddressMap& map, Value i);
  void store_pair(const AddressMap& map, Value i, Complex y);
  /// Numbers 4i to 4i+3 of the signal of a cosine or sine transform.
  Quad load_quad(const AddressMap& map, Value i);
  void store_quad(const AddressMap& map, Value i, Quad y);
  /// The element that passes of a long Rader transform keep in scratch (keeps_dc_in_scratch()), of the column's
  /// transform.
  Complex carried(const AddressMap& in);
  void store_carried(const AddressMap& out, Complex value);
  /// Entry i of a table of n complex numbers.
  Complex table_entry(const Buffer* table, Value i, std::int64_t n);
  /// `lanes` complex numbers from `offset` on, of which the first is `number` of its transform, times those of the
  /// filter.
  Complex load_numbers(const AddressMap& map, Value offset, int lanes, Value number);
  /// Number e's first sample in the frame, i64.
  Value place_in_frame(const AddressMap& map, std::int64_t e);
  /// The number of the map's element e in its transform, if the side has factors; else null.
  Value number_of(const Side& side, const AddressMap& map, Value e);
  /// True if the element is outside the hole, whose elements are not read, or not written.
  Value outside(const Range& hole, Value number);
  /// True if the element is outside all holes of the side. Null if it has none.
  Value outside(const Side& side, Value number);
  /// `number` if it is `outside` the hole; otherwise the number next to the hole: at most `width` before its begin, or
  /// its end.
  Value beside(const Range& hole, Value number, Value outside, int width);
  /// Real-to-real transforms: what a kernel does with the numbers of a side, for `lanes` transforms at once.
  Trig trig_in(int lanes = 1) { return trig(context_.roots("trig_in"), lanes); }
  Trig trig_out(int lanes = 1) { return trig(context_.roots("trig_out"), lanes); }
  /// Form::trig: one of the real numbers, or 0.
  Value read_number(const AddressMap& map, Value j);
  /// Form::trig: one of the real numbers, unless it is skipped.
  void write_number(const AddressMap& map, Value j, Value y);

 private:
  Trig trig(const RootTable& table, int lanes);
  enum class Where { outside, within, anywhere };
  /// `numbers` of an element: what the hole counts.
  [[nodiscard]] Where where(const Range& hole, const AddressMap& map, Value e, int numbers = 1) const;
  [[nodiscard]] Where where(const Side& side, const AddressMap& map, Value e) const;
  [[nodiscard]] std::int64_t removed_before(const Side& side, const AddressMap& map, Value e) const;
  /// `number` if it is outside the holes; otherwise that of an element outside.
  Value beside(const Side& side, Value number, Value outside);
  Complex load_at(const AddressMap& map, Value i);
  void store_at(const AddressMap& map, Value i, Complex value);
  Complex read(const AddressMap& map, Value offset, Value number);
  Complex read_cut(const AddressMap& map, Value pair);
  void write_cut(const AddressMap& map, Value pair, Complex value);
  Complex read_outside(const AddressMap& map, Value number);
  void write(Value base, Value offset, Complex value, Value number);

  UserMemory memory_;
  AxisEnds ends_;
  std::int64_t alignment_;
  std::int64_t points_;  ///< of the user's transform
};

}  // namespace papilio::kernel
