// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers in little-endian files, whatever the host's byte order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

namespace papilio::tool {

template <class T>
T load_little(const std::byte* from) {
  std::array<std::byte, sizeof(T)> raw;
  std::memcpy(raw.data(), from, raw.size());
  if constexpr (std::endian::native == std::endian::big) {
    std::reverse(raw.begin(), raw.end());
  }
  return std::bit_cast<T>(raw);
}

template <class T>
void store_little(T value, std::byte* to) {
  auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  if constexpr (std::endian::native == std::endian::big) {
    std::reverse(raw.begin(), raw.end());
  }
  std::memcpy(to, raw.data(), raw.size());
}

/// Turns a file's bytes into values; `bytes` holds exactly values.size() numbers.
using Decode = void (*)(std::span<const std::byte> bytes, std::span<double> values);

/// IEEE binary16.
inline void decode_halves(std::span<const std::byte> bytes, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int bits = load_little<std::uint16_t>(bytes.data() + 2 * i);
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
    if (exponent == 31) magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
    values[i] = bits >> 15 == 0 ? magnitude : -magnitude;
  }
}

template <class T>
void decode_numbers(std::span<const std::byte> bytes, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<double>(load_little<T>(bytes.data() + i * sizeof(T)));
  }
}

}  // namespace papilio::tool
