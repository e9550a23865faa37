// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Two butterflies of one work-item whose elements mirror each other (core/pairing.hpp), between registers and memory.
#pragma once

#include <vector>

#include "core/pairing.hpp"
#include "kernel/elements.hpp"
#include "kernel/stages.hpp"

namespace papilio::kernel {

/// Butterflies of one column, and their elements.
struct ButterflyPair {
  Value low = nullptr;   ///< less than half of the stage's butterflies, i32
  Value high = nullptr;  ///< its mirror
  std::vector<Complex> low_x;
  std::vector<Complex> high_x;
};

class ButterflyPairs {
 public:
  ButterflyPairs(Builder& b, const KernelSpec& spec, const Frame& frame, Elements& elements)
      : b_(b), spec_(spec), frame_(frame), elements_(elements) {}

  /// The mirror of butterfly `low`.
  Value mirror(const Stage& stage, Pairing pairing, Value low);

  /// Pairing::fold: the half side of transforms that fold, from memory and to it.
  void load_folded(const Stage& stage, const Reach& reach, ButterflyPair& pair);
  void store_unfolded(const Stage& stage, const Reach& reach, const ButterflyPair& pair);
  /// Pairing::quads: the signal of cosine and sine transforms.
  void load_quads(const Stage& stage, const Reach& reach, ButterflyPair& pair);
  void store_quads(const Stage& stage, const Reach& reach, const ButterflyPair& pair);

 private:
  Complex twiddle(Value k) { return elements_.table_entry(frame_.fold_table, k, spec_.length / 2); }
  Complex select(Value condition, Complex a, Complex c);

  Builder& b_;
  const KernelSpec& spec_;
  const Frame& frame_;
  Elements& elements_;
};

}  // namespace papilio::kernel
