// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/tables/gpu_fft_passes.hpp"

#include <array>
#include <vector>

namespace papilio::tool {

std::span<const int> gpu_fft_passes(int log2_n) {
  static const std::array<std::vector<int>, gpu_fft_most - gpu_fft_least + 1> passes = {{{4, 4},
                                                                                         {5, 4},
                                                                                         {5, 5},
                                                                                         {6, 5},
                                                                                         {4, 4, 4},
                                                                                         {5, 4, 4},
                                                                                         {5, 5, 4},
                                                                                         {5, 5, 5},
                                                                                         {6, 5, 5},
                                                                                         {5, 4, 4, 4},
                                                                                         {5, 4, 4, 5},
                                                                                         {5, 4, 5, 5},
                                                                                         {5, 5, 5, 5},
                                                                                         {6, 5, 5, 5},
                                                                                         {6, 6, 5, 5}}};
  return passes.at(static_cast<std::size_t>(log2_n - gpu_fft_least));
}

}  // namespace papilio::tool
