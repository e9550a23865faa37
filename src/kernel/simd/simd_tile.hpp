// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SimdTile: where the elements of one tile of a CPU kernel are in global memory.
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

class SimdTile {
 public:
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
  // KernelSpec::turns_blocks(): elements [e, e + block) of all columns, a vector for each.

  [[nodiscard]] std::vector<Complex> load_block(Value e) const;
  /// Without the pass's twiddles.
  void store_block(Value e, const std::vector<Complex>& z) const;
  /// DFT output k times the pass's twiddle.
  [[nodiscard]] Complex twiddle(Value k, Complex value) const;

  /// Prefetches what load() will read at e of the next tile, if the tile has rows that are apart (processors recognise
  /// streams of neighbouring lines only), or is a transform of a few kilobytes (its first stage reads many streams, too
  /// short to be recognised).
  void prefetch_next(Value e) const;

  /// Algorithm::filter: entries [e, e+width) of the spectrum (butterflies), or entry e of each column's.
  [[nodiscard]] Complex filter(Value e, int width) const;
  /// KernelSpec::chirps_vectors(): element e of all columns times the chirp, where none is beyond its end, and that of
  /// column `lane`, which is 0, or is not stored, beyond it.
  [[nodiscard]] Complex load_chirped(Value e) const;
  [[nodiscard]] Complex load_chirped(Value e, Value lane) const;
  void store_chirped(Value k, Complex value) const;
  void store_chirped(Value k, Value lane, Complex value) const;

  /// Algorithm::convolution: the entry of the spectrum for element e of each column.
  [[nodiscard]] Complex spectrum(Value e) const;
  /// Element i of the half spectrum, or of the trig side, of transforms at half length: of the transform, or of all
  /// columns.
  [[nodiscard]] Complex load_half(Value i) const;
  void store_half(Value i, Complex value) const;

  /// Columns, KernelSpec::vectorised_tiles(): the tile has as many columns as lanes; then element e of all of them.
  [[nodiscard]] Value whole() const { return whole_; }
  [[nodiscard]] Complex load_whole(Value e) const { return load_vector(e, lanes_); }
  void store_whole(Value k, Complex value) const { store_vector(k, value); }

  // Butterflies, sides that have_runs(): a vector of neighbours.

  enum class Run { forwards, backwards };  ///< elements i, i+1 …, or i, i-1 …
  [[nodiscard]] bool has_runs(const Side& side) const;
  /// Of the half side, as load_half(); of real-to-real transforms 0 < i, and i + lanes <= m for a run forwards.
  [[nodiscard]] Complex load_half_run(Value i, Run run) const;
  void store_half_run(Value i, Complex value, Run run) const;
  /// Types 4 of an even length: elements [e, e + lanes).
  [[nodiscard]] bool has_runs_of_type_4(const Side& side) const;
  [[nodiscard]] Complex load_type_4_run(Value e) const;
  /// Numbers 2k to 2(k + lanes) - 1, of results k to k+lanes-1, and of m-lanes-k to m-1-k.
  void store_type_4_run(Value k, Complex low, Complex high) const;
  /// The signals of real-to-real transforms in Makhoul's order: elements i to i+lanes-1, and m-1-i down to m-lanes-i.
  [[nodiscard]] Mirrors load_mirrors(Value i) const;
  void store_mirrors(Value i, const Mirrors& z) const;

 private:
  SimdTile(Builder& b, const KernelSpec& spec, const KernelContext& context);
  void place_transforms(Value tile);
  void place_columns(const LaneColumns& at);
  /// The columns are stored at one address, or by the conjugate-paired pass itself.
  [[nodiscard]] bool one_output(bool one_p) const;
  /// The tile is small, and its rows are whole vectors.
  [[nodiscard]] bool prefetches() const;
  void place_next(Value tile);
  /// The tile is a transform, read as it lies in memory, whose length gains by it.
  [[nodiscard]] bool prefetches_transform() const;
  /// Passes: the lanes are neighbouring columns, and lie in memory as the kernel computes with them.
  [[nodiscard]] bool vectors_of_columns(const Side& side) const;
  /// Passes: the lanes are neighbouring numbers of a real side, or of half a spectrum.
  [[nodiscard]] bool real_vectors(const Side& side) const;
  [[nodiscard]] Complex load_reals(Value e) const;
  void store_reals(Value k, Complex value) const;
  /// Passes of real-to-real transforms at half length: the lanes are neighbouring elements of the signal.
  [[nodiscard]] bool signal_vectors(const Side& side) const;
  [[nodiscard]] Complex load_signal(Value e) const;
  void store_signal(Value k, Complex value) const;
  /// Real-to-real transforms whose lanes are whole transforms: all of them have the same element at a time.
  [[nodiscard]] bool whole_trig() const;
  [[nodiscard]] Value read_numbers(Value j) const;
  void write_numbers(Value j, Value y) const;
  /// The first in memory of the vector whose lane 0 is element i.
  [[nodiscard]] Value lowest(Value i, Run run) const;
  [[nodiscard]] Value read_run(Value j, Run run) const;
  void write_run(Value j, Value y, Run run) const;
  /// Numbers j, j+2 …, or j, j-2 …
  [[nodiscard]] Value read_every_other(Value j, Run run) const;
  [[nodiscard]] Complex table_run(const RootTable& table, Value k, Run run) const;
  /// The chirp for element e of all columns.
  [[nodiscard]] Complex chirp(const AddressMap& map, Value e) const;
  [[nodiscard]] Complex load_vector(Value e, int width) const;
  void store_vector(Value k, Complex value) const;
  [[nodiscard]] Complex load_column_part(const AddressMap& map, Value e) const;
  void store_column_part(const AddressMap& map, Value e, Complex value) const;
  [[nodiscard]] Value stored(int lane) const { return stored_.empty() ? Value{} : stored_[lane]; }
  [[nodiscard]] Value vector_at(const AddressMap& map, Value e, std::int64_t unit) const;

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  UserMemory memory_;
  mutable Elements elements_;  ///< emits, but has no state of its own
  int lanes_;
  bool columns_;
  std::vector<AddressMap> lane_in_;  ///< of each lane; one entry where the lanes are neighbours
  std::vector<AddressMap> lane_out_;
  std::optional<AddressMap> next_in_;  ///< of the first lane, if the next tile is prefetched
  std::vector<Value> lane_p_;          ///< p of each lane; one entry where all lanes share it
  Value whole_ = nullptr;
  std::vector<Value> stored_;  ///< true for the lanes that are stored; empty: all are
};

}  // namespace papilio::kernel
