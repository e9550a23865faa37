// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short transforms, each of one work-item (spec/pairing.hpp: processes_transforms). All its numbers are in registers,
// and all pairs and roots of unity are constants. The numbers pass through the exchange in the order of memory, except
// for the last of the m+1 numbers of a half spectrum, which is read directly.
#pragma once

#include <vector>

#include "kernel/complex.hpp"
#include "kernel/pairs/pairs.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Enumerator: all pairs of one transform of m points. The number of a pair is its k.
std::vector<Pair> transform_pairs(Builder& b, std::int64_t m, Type type);

/// The inputs of the DFT, from m complex numbers or pairs of real ones as they lie in memory. `last`: X[m] of a half
/// spectrum.
std::vector<Complex> pre_process_transform(Builder& b, const KernelSpec& spec, const std::vector<Complex>& memory,
                                           Complex last);
/// The numbers that are stored, from the DFT's results: staged_results() of them.
std::vector<Complex> post_process_transform(Builder& b, const KernelSpec& spec, const std::vector<Complex>& z);

}  // namespace papilio::kernel
