// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What all kernels share: their parameters, and the part of the batch that each work-group computes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/ir_words.hpp"
#include "kernel/tables/stages.hpp"
#include "kernel/tables/twiddles.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Products in the sum of each element that a kernel reads: channels, or taps of a window.
std::int64_t terms_of(const KernelSpec& spec);
/// True if a sum has too many products to be written out for every element that a work-item holds; it is a loop then.
bool is_looped_sum(const KernelSpec& spec);

/// Iteration i of a loop, or column i, counted with those of the gap.
inline Value beyond(Value i, const Range& gap) { return gap.empty() ? i : select(i >= gap.begin, i + gap.size(), i); }

/// A number of the input in memory. One that does not exist counts as 0, and `index` is that of another number.
struct PlacedNumber {
  Value index;
  Value exists;  ///< null: always true
};

/// Parameters of a kernel under construction.
struct KernelContext {
  KernelContext(Builder& b, const KernelSpec& spec);

  ScalarKind element;
  Type scalar;
  std::vector<Stage> stages;
  const Buffer* input;
  const Buffer* output;
  const Buffer* input_im = nullptr;  ///< of a planar side
  const Buffer* output_im = nullptr;
  const Buffer* filter = nullptr;     ///< KernelSpec::filter
  const Buffer* sum = nullptr;        ///< registers of a sum that is a loop (sum_of_products.hpp, window_taps.hpp)
  const Buffer* load_data = nullptr;  ///< of callbacks
  const Buffer* store_data = nullptr;
  Roots phase;
  Roots pass;
  Value batch;
  Value repeat;

  /// A table of tables_of() the spec, by the name of its parameter; null if the spec needs none of that name.
  [[nodiscard]] const Buffer* table(std::string_view name) const { return roots(name).buffer; }
  [[nodiscard]] const RootTable& roots(std::string_view name) const;

  /// The index of the scalar at which strided batch number `stack` begins. Both are i64.
  Value input_base(Builder& b, Value stack) const;
  Value output_base(Builder& b, Value stack) const;
  Value filter_base(Builder& b, Value stack) const;
  /// Steps of the outermost loop, in elements, i64.
  Value in_distance() const { return in_distance_; }
  Value out_distance() const { return out_distance_; }
  /// Scalars between neighbouring complex numbers in memory: 2 interleaved, 1 planar, mapped or as words.
  std::int64_t input_unit() const { return unit_of(spec_.in); }
  std::int64_t output_unit() const { return unit_of(spec_.out); }
  Value in_plane = nullptr;  ///< of planar sides: where imaginary parts begin
  Value out_plane = nullptr;
  Value in_position = nullptr;  ///< WindowPhase::signal: number in the signal of the buffer's first element

  // Kernels of work-groups, whole transforms: input and results elsewhere than the spec says
  // (frames/framed_kernel.hpp).
  std::function<Value(Value transform)> begin;     ///< replaces input_base(); empty: it does not
  std::function<PlacedNumber(Value index)> place;  ///< of scalar `index` of the input; empty: it is there
  /// Not 0: `output` is local memory, where results of the tile's transforms are so many scalars apart.
  std::int64_t local_row = 0;

 private:
  static std::int64_t unit_of(const Side& side);
  /// Begin of the strided batches of a buffer.
  struct Origin {
    std::int64_t scalars = 1;  ///< of an element
    std::int64_t Loop::*step = nullptr;
    Range Loop::*gap = nullptr;  ///< null: there is none
    Value distance;              ///< of the outermost loop, in elements
    Value offset;                ///< in elements
  };
  Value base(Builder& b, const char* name, Value stack, const Origin& origin) const;

  const KernelSpec& spec_;
  std::vector<std::pair<std::string, RootTable>> tables_;
  Value in_distance_, out_distance_, in_offset_, out_offset_;
};

/// The strided batch of a work-group, and its tile there, if strided batches have several tiles.
struct GroupPlace {
  Value stack = nullptr;   ///< i64
  Value tile = nullptr;    ///< i64
  Value exists = nullptr;  ///< there is such a group in this launch
};
GroupPlace place_of_group(Builder& b, const KernelSpec& spec, const KernelContext& context, Value group);

}  // namespace papilio::kernel
