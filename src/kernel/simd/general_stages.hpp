// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Stages of Algorithm::general (spec/general_kernel.hpp): Stockham's, with twiddles of the inputs, whose radices and
// strides are read from tables. A vector runs along the q of a stage, in the first stage along its butterflies. Where q
// has fewer values than a vector has lanes, the last lanes compute what is not needed; they write beyond their row,
// before the row that they write to gets its own numbers.
#pragma once

#include <vector>

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"
#include "spec/general_kernel.hpp"

namespace papilio::kernel {

/// Local memory and the table of numbers, in vectors of complex numbers.
struct GeneralWork {
  Builder& b;
  int lanes;
  GeneralMemory memory;
  const Buffer* local;
  const Buffer* numbers;

  /// A place in local memory, clamped, because what is in tables is not known here.
  Value bounded(Value place, int width) { return b.let("at", min(place, memory.plane - width)); }
  Complex load(Value place);
  void store(Value place, Complex value);
  /// `lanes` complex numbers of the table, whose imaginary parts are `pitch` behind.
  Complex number(Value place, Value pitch);
};

class GeneralStages {
 public:
  GeneralStages(GeneralWork& work, const Buffer* sizes, const Buffer* sums)
      : w_(work), b_(work.b), lanes_(work.lanes), memory_(work.memory), sizes_(sizes), sums_(sums) {}

  /// Stage `number` reads one of the two arrays of local memory and writes the other; stage 0 reads the first.
  void emit(Value number);

 private:
  struct StageSizes {
    Value radix, p_count, q_count, q_last, step, y_p, y_k, twiddles, pitch, roots, first;
  };
  /// A vector of butterflies of a stage.
  struct StageVector {
    const StageSizes& stage;
    Value x;         ///< place of input 0
    Value twiddles;  ///< of input 1
    Value y;         ///< place of result 0
  };

  void emit_butterflies(const StageSizes& stage, Value x, Value y, Value q);
  void emit_first(const StageVector& vectors, int radix);
  void emit_radix(const StageVector& vectors, std::size_t i);
  std::vector<Complex> codelet_of(const StageVector& vectors, int radix, bool twiddled);
  Complex input_of(const StageVector& vectors, Value j, bool twiddled);
  void emit_prime(const StageVector& vectors);
  void store_in_order(const StageVector& vectors);
  [[nodiscard]] Value pair(Value i) const;
  void store_by_lanes(const StageVector& vectors);
  void set(int i, Complex value);
  Complex get(int i);

  GeneralWork& w_;
  Builder& b_;
  int lanes_;
  GeneralMemory memory_;
  const Buffer* sizes_;
  const Buffer* sums_;
};

}  // namespace papilio::kernel
