// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The DFT of a tile by one work-item, in vectors: each stage is a loop over butterflies around one codelet, from the
// tile or one scratch array to the other.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel_context.hpp"
#include "kernel/simd/scratch.hpp"
#include "kernel/simd/simd_prime.hpp"
#include "kernel/simd/simd_tile.hpp"

namespace papilio::kernel {

class SimdDft {
 public:
  /// Declares the scratch arrays.
  SimdDft(Builder& b, const KernelSpec& spec, const KernelContext& context);
  SimdDft(const SimdDft&) = delete;
  SimdDft& operator=(const SimdDft&) = delete;

  /// Memory that a stage reads or writes: a scratch array, or the tile in global memory.
  using StageMemory = const Scratch*;
  static constexpr StageMemory global = nullptr;

  /// The scratch array that a DFT may begin with.
  [[nodiscard]] const Scratch& source() const { return scratch_.front(); }
  /// All stages. Returns where the result is: `target`, or, if there is none, a scratch array.
  StageMemory transform(const SimdTile& tile, StageMemory source, std::optional<StageMemory> target,
                        Direction direction);
  /// Entry e of a planar table of n entries, as wide as the data: a vector of entries, or one entry for all columns.
  [[nodiscard]] Complex table_entry(const Buffer* table, Value e, std::int64_t n, int width) const;

 private:
  /// A vector of butterflies of a stage, from number c on.
  struct ButterflyVector {
    const Stage& stage;
    Value c;
    Value p;  ///< c / s
    const std::vector<Complex>& x;
  };
  /// Groups of this many lanes have neighbouring outputs; the first lane of a vector is a multiple of it.
  [[nodiscard]] int together(const Stage& stage) const;
  /// No lanes are neighbours, and no shuffles give whole vectors either.
  [[nodiscard]] bool scattered(const Stage& stage) const;
  void prefetch(const Stage& stage, const SimdTile& tile, Value e) const;
  void emit_stage(const Stage& stage, const SimdTile& tile, StageMemory source, StageMemory target,
                  Direction direction);
  [[nodiscard]] Complex input_of(const Stage& stage, const SimdTile& tile, StageMemory source, Value e) const;
  template <typename Number>
  Complex stage_twiddle(const Stage& stage, Value c, Value p, Number k);
  struct Ends {
    StageMemory source;
    StageMemory target;
    Direction direction;
  };
  /// Vector c of the stage's butterflies, in loops.
  void emit_prime(const Stage& stage, const SimdTile& tile, Value c, const Ends& ends);
  void store_output(const SimdTile& tile, StageMemory target, Value e, Complex y);
  void store_outputs(const ButterflyVector& butterflies, const SimdTile& tile, StageMemory target);
  void store_transposed(const Stage& stage, const Scratch& target, Value base, const std::vector<Complex>& x);
  void store_interleaved(const Stage& stage, const Scratch& target, Value base, const std::vector<Complex>& x);
  void store_in_parts(const Stage& stage, const Scratch& target, Value c, const std::vector<Complex>& x);
  void store_scattered(const Stage& stage, const Scratch& target, Value c, const std::vector<Complex>& x);

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  int lanes_;
  bool columns_;
  bool real_input_;  ///< of the first stage
  SimdPrime prime_;
  std::vector<Scratch> scratch_;
  std::optional<Scratch> turn_;  ///< butterflies strategy: one vector of butterflies on its way to scattered places
};

}  // namespace papilio::kernel
