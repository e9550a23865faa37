// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Long doubles, which are transformed as pairs of doubles, and what pairs are multiplied by on the host.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <vector>

#include "call.hpp"

namespace papilio::python {

/// Whether each axis of an array is transformed.
using TransformedAxes = std::array<bool, max_dimensions>;

struct SplitArray {
  nanobind::object pairs;  ///< packed, float64x2 or complex128x2
  TransformedAxes transformed;
  /// The numbers are the pairs' times 2^exponent. One for each index of the axes that are not transformed; none: all
  /// are 0.
  std::vector<int> exponents;
};

/// Splits an array of long doubles, complex or not. A transform's exponent is 0 unless its largest number is beyond
/// 2^±300: high and low parts have the exponents of doubles.
SplitArray split_long_doubles(const nanobind::object& array, const TransformedAxes& transformed);
/// An array of long doubles: each the sum of a pair of the packed array, rounded once, times 2^exponent.
nanobind::object join_long_doubles(const SplitArray& split);
/// Multiplies by FftCall::points^(root/2), with the digits of pairs.
void multiply_by_root(const FftCall& call, const ArrayOperand& pairs);

}  // namespace papilio::python
