// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/problem.hpp>

namespace papilio {

/// A factor of results, with the digits that f64x2 has; a double where those do not matter.
struct Multiplier {
  constexpr Multiplier(double number = 1) : high(number) {}  // NOLINT(google-explicit-constructor)
  constexpr Multiplier(double nearest, double rest) : high(nearest), low(rest) {}

  double high;
  double low = 0;

  constexpr operator double() const { return high; }  // NOLINT(google-explicit-constructor)
  friend constexpr Multiplier operator*(const Multiplier& x, double power_of_two) {
    return {x.high * power_of_two, x.low * power_of_two};
  }
  friend constexpr bool operator==(const Multiplier&, const Multiplier&) = default;
  friend constexpr bool operator==(const Multiplier& x, double y) { return x.high == y && x.low == 0; }
};

/// Problem::scale_factor(), of f64x2 with more digits.
Multiplier multiplier_of(const Problem& problem);

}  // namespace papilio
