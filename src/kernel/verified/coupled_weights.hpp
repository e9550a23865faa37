// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions on GPUs: the weights of the results of a butterfly of the last stage are multiples of the weight
// of the first one. The multiples are constants of the kernel (group_sums.hpp), which reads one weight for a butterfly.
#pragma once

#include <cstddef>
#include <vector>

#include "spec/array_axes.hpp"

namespace papilio::kernel {

/// Multiple of result k of a butterfly: 1 for the first, and random signs and magnitudes of 1 to 1.5, exact in f32, for
/// others.
double result_multiple(std::size_t k);

/// Changes weights of the elements of a column so that this holds for the kernel's results.
template <typename Weight>
void couple_weights(const KernelSpec& spec, std::vector<Weight>& weights) {
  const auto step = static_cast<std::size_t>(result_run(spec));
  const auto radix = static_cast<std::size_t>(spec.radices.back());
  for (std::size_t e = 0; e < weights.size(); ++e) {
    const std::size_t k = e / step % radix;
    if (k > 0) weights[e] = weights[e - k * step] * static_cast<Weight>(result_multiple(k));
  }
}

}  // namespace papilio::kernel
