// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Two butterflies of one work-item whose elements mirror each other (spec/pairing.hpp), between registers and memory.
#pragma once

#include <vector>

#include "kernel/elements.hpp"
#include "kernel/group_work.hpp"
#include "kernel/real_fold.hpp"
#include "kernel/stages.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {

class ButterflyPairs {
 public:
  ButterflyPairs(Builder& b, const KernelSpec& spec, const KernelContext& context, Elements& elements)
      : b_(b), spec_(spec), context_(context), elements_(elements) {}

  /// From memory and to it: `works` are low butterflies, each with its mirror behind it.
  void load(const Stage& stage, std::vector<Work>& works, const AddressMapOf& map_of);
  void store(const Stage& stage, const std::vector<Work>& works, const AddressMapOf& map_of);

 private:
  // Pairing::fold: the half side of transforms that fold
  void load_folded(const Stage& stage, const AddressMap& reach, Work& low, Work& high);
  void store_unfolded(const Stage& stage, const AddressMap& reach, const Work& low, const Work& high);
  // Pairing::quads: the signal of cosine and sine transforms
  void load_quads(const Stage& stage, const AddressMap& reach, Work& low, Work& high);
  void store_quads(const Stage& stage, const AddressMap& reach, const Work& low, const Work& high);
  Complex twiddle(Value k) { return elements_.table_entry(context_.fold_table.buffer, k, spec_.length / 2); }
  Complex select(Value condition, Complex a, Complex c);

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  Elements& elements_;
};

}  // namespace papilio::kernel
