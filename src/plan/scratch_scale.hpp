// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The scale of numbers that one pass stores for the next. f16 ends at 65504, and a sum of p numbers may be p times as
// large as the largest of them, so passes scale what they store as f16 by a power of two, which is exact, and the last
// pass undoes it.
#pragma once

#include <cmath>
#include <numbers>
#include <papilio/problem.hpp>

namespace papilio::plan {

/// Real and imaginary part of a complex number become one number where it is rotated.
constexpr double rotated = std::numbers::sqrt2;
/// c2r pre-processing adds and subtracts two numbers x and y, and |x+y| + |x-y| <= sqrt(8) max(|x|, |y|).
constexpr double pre_processed = 2 * std::numbers::sqrt2;

/// Scale of stored numbers that may be `growth` times as large as the largest number of the input.
inline double scratch_scale(Storage storage, double growth) {
  return storage == Storage::f16 ? std::exp2(-std::ceil(std::log2(growth))) : 1.0;
}

}  // namespace papilio::plan
