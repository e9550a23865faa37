// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Long doubles, which are transformed as pairs of doubles, and what pairs are multiplied by on the host.
#pragma once

#include <nanobind/nanobind.h>

#include "call.hpp"

namespace papilio::python {

struct SplitArray {
  nanobind::object pairs;  ///< packed, float64x2 or complex128x2
  int exponent = 0;        ///< the numbers are the pairs' times 2^exponent
};

/// Splits an array of long doubles, complex or not. The exponent is 0 unless the largest number is beyond 2^±300: high
/// and low parts have the exponents of doubles.
SplitArray split_long_doubles(const nanobind::object& array);
/// An array of long doubles: each the sum of a pair of the packed array, rounded once, times 2^exponent.
nanobind::object join_long_doubles(const SplitArray& split);
/// Multiplies by FftCall::points^(root/2), with the digits of pairs.
void multiply_by_root(const FftCall& call, const ArrayOperand& pairs);

}  // namespace papilio::python
