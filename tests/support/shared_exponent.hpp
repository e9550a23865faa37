// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Storage::shared_exponent on the host, written from its description (kernel/elements/shared_exponent.hpp) with other
// operations than kernels use.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

namespace papilio::test {

inline std::uint32_t word_of(std::complex<float> z) {
  const double larger = std::max(std::abs(double{z.real()}), std::abs(double{z.imag()}));
  if (!std::isfinite(z.real()) || !std::isfinite(z.imag())) return 255U << 12U;
  int e = larger < 0x1p-126 ? 0 : std::ilogb(larger) + 127;
  const double units = std::ldexp(larger, 137 - e);
  // Half a unit of normal numbers is a unit of subnormal ones.
  if (std::nearbyint(units) >= 2048 || (e == 0 && units >= 2047)) ++e;
  if (e >= 253) return 255U << 12U;
  const auto part = [&](float x) {
    return static_cast<std::uint32_t>(static_cast<int>(std::nearbyint(std::ldexp(double{x}, 137 - e))) + 2048);
  };
  return part(z.imag()) << 20U | static_cast<std::uint32_t>(e + 2) << 12U | part(z.real());
}

inline std::complex<float> number_of(std::uint32_t word) {
  const auto e = static_cast<int>(word >> 12U & 255U);
  if (e == 255) return {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::quiet_NaN()};
  const auto part = [&](std::uint32_t bits) {
    return static_cast<float>(std::ldexp(static_cast<int>(bits & 0xfffU) - 2048, e - 139));
  };
  return {part(word), part(word >> 20U)};
}

/// True if both words mean the same; what is not finite has many words.
inline bool same_word(std::uint32_t a, std::uint32_t b) { return a == b || ((a & b) >> 12U & 255U) == 255U; }

}  // namespace papilio::test
