// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/convolution_length.hpp"

#include <algorithm>

#include "core/number_theory.hpp"

namespace papilio::plan {

namespace {

/// A power of two, or some times one.
std::vector<std::int64_t> even_lengths(std::int64_t least) {
  std::vector<std::int64_t> lengths;
  for (const std::int64_t odd : {1, 3, 5, 7}) {
    std::int64_t length = odd;
    while (length < least) length *= 2;
    lengths.push_back(length);
  }
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

}  // namespace

std::vector<std::int64_t> convolution_lengths(std::int64_t n, DeviceClass device_class) {
  return padded_lengths(2 * n - 1, device_class);
}

std::vector<std::int64_t> padded_lengths(std::int64_t least, DeviceClass device_class) {
  if (device_class == DeviceClass::gpu) return even_lengths(least);
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
