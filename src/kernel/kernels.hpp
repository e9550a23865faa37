// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels, each in the file of its name; build_kernel() (kernel.hpp) chooses.
#pragma once

#include <memory>

#include "ir/expand_pairs.hpp"
#include "kernel/ir_words.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

inline PairRules pair_rules_of(const KernelSpec& spec) {
  return {spec.splits_products ? TwoProduct::split : TwoProduct::fma,
          spec.splits_doubles ? DoubleAccess::integers : DoubleAccess::native};
}

class Observer;
struct InputSide;
struct KernelContext;
struct OutputSide;

/// The observer of a kernel of work-groups: sums, where a side is summed (kernel/verified/), else one that emits
/// nothing. `context` outlives it.
std::unique_ptr<Observer> observer_of(Builder& b, const KernelSpec& spec, const KernelContext& context);

/// Strategy::cooperative.
Module build_cooperative_kernel(const KernelSpec& spec);
/// The same with these sides in place of those that the tables have for the spec (docs/how-to/add-a-kernel-stage.md).
Module build_cooperative_kernel(const KernelSpec& spec, const InputSide& input, const OutputSide& output);
/// Its declarations and statements, in a program of others.
void add_cooperative_kernel(Builder& b, const KernelSpec& spec);
void add_cooperative_kernel(Builder& b, const KernelSpec& spec, const InputSide& input, const OutputSide& output);
/// Shape::cluster > 1.
Module build_cluster_kernel(const KernelSpec& spec);
/// Algorithm::prime_factor.
Module build_prime_factor_kernel(const KernelSpec& spec);
/// Algorithm::general.
Module build_general_kernel(const KernelSpec& spec);
/// Algorithm::centre.
Module build_centre_kernel(const KernelSpec& spec);
/// Strategy::butterflies and Strategy::columns.
Module build_simd_kernel(const KernelSpec& spec);

}  // namespace papilio::kernel
