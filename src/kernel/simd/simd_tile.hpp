// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SimdTile: where the elements of one tile of a CPU kernel are in global memory. How they are accessed: sides.hpp.
//
// Strategy::butterflies: the tile is one transform; a vector holds neighbouring elements.
// Strategy::columns: the tile is `lanes` columns of one stack, or `lanes` transforms where a stack is one column;
// a vector holds the same element of each. Lanes beyond the last column or transform repeat the last one: they compute
// and store the same values once more, so that no lane needs a condition and nothing is touched out of bounds.
#pragma once

#include <optional>
#include <vector>

#include "kernel/elements/elements.hpp"
#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

struct SimdInput;
struct SimdOutput;

struct SimdTile {
  /// A tile without addresses, for DFTs between scratch arrays.
  SimdTile(Builder& b, const KernelSpec& spec, const KernelContext& context);
  /// Emits the address arithmetic of tile number `tile` (i64); the work-item's tiles end before `end`.
  SimdTile(Builder& b, const KernelSpec& spec, const KernelContext& context, Value tile, Value end);
  /// Columns `first` to first + lanes - 1 of a stack.
  struct LaneColumns {
    Value stack;  ///< i64
    Value first;
    Value begin;  ///< only columns [begin, end) are stored; null: all
    Value end;
  };
  SimdTile(Builder& b, const KernelSpec& spec, const KernelContext& context, const LaneColumns& columns);
  /// The transform that columns belong to, for the half spectrum of a conjugate-paired pass.
  struct Whole {
    Value transform;  ///< i64
  };
  SimdTile(Builder& b, const KernelSpec& spec, const KernelContext& context, const Whole& whole);

  /// Elements [e, e+width) of the transform (butterflies), or element e of all columns (columns).
  [[nodiscard]] Complex load(Value e, int width) const;
  /// Stores DFT outputs k with the pass's twiddle, scale and StoreOp applied.
  void store(Value k, Complex value) const;
  /// DFT output k times the pass's twiddle.
  [[nodiscard]] Complex twiddle(Value k, Complex value) const;
  /// Prefetches what load() will read at e of the next tile, if the tile has rows that are apart (processors recognise
  /// streams of neighbouring lines only), or whole transforms of some kilobytes (the first stage reads many streams,
  /// too short to be recognised).
  void prefetch_next(Value e) const;
  /// Prefetches what store() will write at e of this tile, if it is a transform of a few kilobytes.
  void prefetch_output(Value e) const;
  /// Algorithm::filter: entries [e, e+width) of the spectrum (butterflies), or entry e of each column's.
  [[nodiscard]] Complex filter(Value e, int width) const;
  /// Algorithm::convolution: the entry of the spectrum for element e of each column.
  [[nodiscard]] Complex spectrum(Value e) const;

  Builder& b;
  const KernelSpec& spec;
  const KernelContext& context;
  UserMemory memory;
  mutable Elements elements;  ///< emits, but has no state of its own
  int lanes;
  const SimdInput& input_side;
  const SimdOutput& output_side;
  std::vector<AddressMap> in;  ///< of each lane; one entry where the lanes are neighbours
  std::vector<AddressMap> out;
  std::optional<AddressMap> next_in;  ///< of the first lane, if the next tile is prefetched
  bool stores_ahead = false;          ///< lines of the output are prefetched
  std::vector<Value> p;               ///< of each lane; one entry where all lanes share it
  Value whole = nullptr;              ///< SideAccess::in_tiles: the tile has as many columns as lanes
  std::vector<Value> stored;          ///< true for the lanes that are stored; empty: all are

 private:
  void place_transforms(Value tile);
  void place_columns(const LaneColumns& at);
  /// The cache lines of a vector of elements that have `unit` scalars each.
  void prefetch_lines(const ir::Buffer* buffer, Value at, std::int64_t unit) const;
};

/// The scalar where element e lies on that side of the tile's kernel, outside its holes.
Value vector_at(const SimdTile& tile, const Side& side, const AddressMap& map, Value e);

}  // namespace papilio::kernel
