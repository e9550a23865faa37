// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/verified/coupled_weights.hpp"

#include <cstdint>
#include <random>

namespace papilio::kernel {

double result_multiple(std::size_t k) {
  static const std::vector<double> multiples = [] {
    std::mt19937_64 random(0x9a911107);
    std::vector<double> all = {1};
    constexpr std::size_t most = 256;  // results of a butterfly
    while (all.size() < most) {
      const std::uint64_t bits = random();
      const double magnitude = 1 + static_cast<double>(bits >> 41U) * 0x1p-24;  // 1 to 1.5, exact in f32
      all.push_back((bits & 1U) == 0 ? magnitude : -magnitude);
    }
    return all;
  }();
  return multiples.at(k);
}

}  // namespace papilio::kernel
