// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/convolution_length.hpp"

#include "core/number_theory.hpp"

namespace papilio::plan {

std::vector<std::int64_t> convolution_lengths(std::int64_t n) {
  const std::int64_t least = 2 * n - 1;
  const std::int64_t unit = least >= 1024 ? 64 : 8;
  const std::int64_t power = next_power_of_two(least);
  std::vector<std::int64_t> lengths;
  std::int64_t next = next_smooth((least + unit - 1) / unit);
  while (next * unit < power && lengths.size() < 6) {
    lengths.push_back(next * unit);
    next = next_smooth(next + 1);
  }
  lengths.push_back(power);
  return lengths;
}

}  // namespace papilio::plan
