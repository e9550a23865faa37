// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Maps of results (Side::map): one real number for a complex one. Products, sums and fused multiply-adds alone, so that
// every device computes the same bits. f32 errors over all exponents, in ulps of the exact map of the same number:
// magnitude 1.2, log 1.7, decibel 1.9, phase 1.6, power 1. Where |z| is closer to 1 than 2^-25, natural logarithms have
// an absolute error below 2^-48.
#pragma once

#include <papilio/problem.hpp>

#include "kernel/complex.hpp"

namespace papilio::kernel {

/// The map of each lane of z. NaN and infinite parts give NaN or the limit; the phase of an infinite number is NaN.
Value mapped(OutputMap map, Complex z);

/// The natural logarithm of a number that is not negative, nor -0, for which integers overflow; of one lane. 0 gives
/// negative infinity.
Value logarithm(Value x);

}  // namespace papilio::kernel
