// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Vectors of neighbouring numbers of one transform, forwards and backwards: sides for which has_runs() holds.
#pragma once

#include "kernel/simd/simd_tile.hpp"

namespace papilio::kernel {

enum class Run { forwards, backwards };  ///< elements i, i+1 …, or i, i-1 …

/// Strategy::butterflies, and the half spectrum of conjugate-paired columns.
bool has_runs(const KernelSpec& spec, const Side& side);
/// Types 4 of an even length: elements [e, e + lanes).
bool has_runs_of_type_4(const KernelSpec& spec, const Side& side);
/// Real-to-real transforms in one kernel, whose lanes have the same element of each transform at a time.
bool is_whole_trig(const KernelSpec& spec);

class SimdRuns {
 public:
  explicit SimdRuns(const SimdTile& tile) : tile_(tile), b_(tile.b), spec_(tile.spec), lanes_(tile.lanes) {}

  /// A vector of the half side, as load_half(); of real-to-real transforms 0 < i, and i + lanes <= m for a run
  /// forwards.
  [[nodiscard]] Complex load_half(Value i, Run run) const;
  void store_half(Value i, Complex value, Run run) const;
  /// Elements [e, e + lanes).
  [[nodiscard]] Complex load_type_4(Value e) const;
  /// Numbers 2k to 2(k + lanes) - 1, of results k to k+lanes-1, and of m-lanes-k to m-1-k.
  void store_type_4(Value k, Complex low, Complex high) const;
  /// The signals of real-to-real transforms in Makhoul's order: elements i to i+lanes-1, and m-1-i down to m-lanes-i.
  [[nodiscard]] Mirrors load_mirrors(Value i) const;
  void store_mirrors(Value i, const Mirrors& z) const;
  /// Writes neighbouring numbers of a real-to-real transform.
  void write(Value j, Value y, Run run) const;
  [[nodiscard]] Complex table(const RootTable& table, Value k, Run run) const;

 private:
  /// The first in memory of the vector whose lane 0 is element i.
  [[nodiscard]] Value lowest(Value i, Run run) const { return run == Run::forwards ? i : i - (lanes_ - 1); }
  [[nodiscard]] Value read(Value j, Run run) const;
  /// Numbers j, j+2 …, or j, j-2 …
  [[nodiscard]] Value read_every_other(Value j, Run run) const;

  const SimdTile& tile_;
  Builder& b_;
  const KernelSpec& spec_;
  int lanes_;
};

}  // namespace papilio::kernel
