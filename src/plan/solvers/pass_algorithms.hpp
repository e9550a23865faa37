// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/device_caps.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// How a CPU computes passes whose length has primes above 31: by loops over sums, or as convolutions.
struct PassAlgorithm {
  Algorithm algorithm;
  std::int64_t work_length;  ///< points of its DFT
};

/// The algorithms for a pass on a CPU. Kernels that process pairs do not convolve.
std::vector<PassAlgorithm> algorithms_of(const KernelSpec& spec);

/// Points of the DFTs by which a pass of that length may be computed: its own, or those of its shortest convolutions.
std::vector<std::int64_t> points_of_passes(std::int64_t length, DeviceClass device_class);

}  // namespace papilio::plan
