// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/convolution_length.hpp"

#include <algorithm>

#include "core/number_theory.hpp"
#include "plan/model/gpu_model.hpp"

namespace papilio::plan {

namespace {

/// For each of `odds`, its smallest product with a power of two that is at least `least`; ascending.
std::vector<std::int64_t> even_lengths(std::int64_t least, std::initializer_list<std::int64_t> odds) {
  std::vector<std::int64_t> lengths;
  for (const std::int64_t odd : odds) {
    std::int64_t length = odd;
    while (length < least) length *= 2;
    lengths.push_back(length);
  }
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

/// Indices -(n-1) and n-1 of a DFT may coincide, because the chirp has the same value there.
std::int64_t min_length(const Batch1d& lines) {
  if (lines.chirps.inputs > 0) return std::max<std::int64_t>(lines.chirps.inputs + lines.chirps.results - 1, 2);
  return std::max<std::int64_t>(2 * lines.length - 2, 1);
}

}  // namespace

std::vector<std::int64_t> convolution_lengths(const Batch1d& lines, DeviceClass device_class) {
  std::vector<std::int64_t> lengths = padded_lengths(min_length(lines), device_class);
  // On GPUs the search for the shape of each length takes milliseconds.
  if (device_class == DeviceClass::gpu) {
    const double longest = gpu_model.search.longest_convolution * static_cast<double>(lengths.front());
    std::erase_if(lengths, [&](std::int64_t m) { return static_cast<double>(m) > longest; });
  }
  return lengths;
}

std::vector<std::int64_t> long_convolution_lengths(const Batch1d& lines, DeviceClass device_class) {
  if (device_class == DeviceClass::cpu) return convolution_lengths(lines, device_class);
  // Memory traffic dominates, so only the shortest lengths are tried; the search for the passes of each takes some
  // milliseconds.
  std::vector<std::int64_t> lengths =
      even_lengths(min_length(lines), {1, 3, 5, 7, 9, 15, 25, 27, 35, 45, 49, 63, 75, 125});
  const std::int64_t longest = lengths.front() + lengths.front() / gpu_model.search.convolution_slack;
  while (lengths.size() > gpu_model.search.convolution_lengths || lengths.back() > longest) lengths.pop_back();
  return lengths;
}

std::vector<std::int64_t> padded_lengths(std::int64_t least, DeviceClass device_class) {
  if (device_class == DeviceClass::gpu) return even_lengths(least, {1, 3, 5, 7});
  const std::int64_t unit = least >= 1024 ? 64 : 8;
  const std::int64_t power = next_power_of_two(least);
  std::vector<std::int64_t> lengths;
  std::int64_t next = next_smooth(ceil_div(least, unit));
  while (next * unit < power && lengths.size() < 6) {
    lengths.push_back(next * unit);
    next = next_smooth(next + 1);
  }
  lengths.push_back(power);
  return lengths;
}

}  // namespace papilio::plan
