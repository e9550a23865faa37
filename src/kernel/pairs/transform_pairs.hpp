// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short transforms, each of one work-item (spec/pairing.hpp: processes_transforms). All its numbers are in registers,
// and all pairs and roots of unity are constants. The exchange brings and takes the numbers of memory in their order.
// Of a half spectrum of m+1 numbers the last one is read directly.
#pragma once

#include <vector>

#include "kernel/complex.hpp"
#include "kernel/pairs/pairs.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Enumerator: all pairs of one transform of m points. The number of a pair is its k.
std::vector<Pair> transform_pairs(Builder& b, std::int64_t m, Type type);

/// What the DFT takes, of m complex numbers of memory or pairs of real ones. `last`: X[m] of a half spectrum.
std::vector<Complex> pre_process_transform(Builder& b, const KernelSpec& spec, const std::vector<Complex>& memory,
                                           Complex last);
/// What memory takes of the DFT's results: staged_results().
std::vector<Complex> post_process_transform(Builder& b, const KernelSpec& spec, const std::vector<Complex>& z);

}  // namespace papilio::kernel
