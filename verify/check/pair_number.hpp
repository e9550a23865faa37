// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A number of f32x2 or f64x2 as it lies in memory.
#pragma once

namespace papilio::verify {

template <class Part>
struct PairNumber {
  PairNumber() = default;
  PairNumber(Part nearest, Part rest) : high(nearest), low(rest) {}
  /// Rounds.
  explicit PairNumber(double value)
      : high(static_cast<Part>(value)), low(static_cast<Part>(value - static_cast<double>(high))) {}

  Part high = 0;
  Part low = 0;

  /// The sum; exact in long double of f32, but for parts that are far apart, and in QuadReal of f64.
  template <class Real>
  operator Real() const {  // NOLINT(google-explicit-constructor): it is a number
    return static_cast<Real>(high) + static_cast<Real>(low);
  }
};

template <class T>
inline constexpr bool is_pair_number = false;
template <class Part>
inline constexpr bool is_pair_number<PairNumber<Part>> = true;

}  // namespace papilio::verify
