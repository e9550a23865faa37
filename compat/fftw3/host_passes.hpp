// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Passes over arrays in host memory: strided copies, and what turns a Hartley transform into FFTW's halfcomplex form.
#pragma once

#include <cstddef>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "interface.hpp"

namespace papilio::fftw3 {

/// Between long doubles in the program's arrays and pairs of doubles in packed copies, in which they are computed.
enum class NumberConversion { none, split, join };

struct CopyFormat {
  Precision precision = Precision::f64;  ///< f64x2: long doubles
  NumberConversion conversion = NumberConversion::none;
  std::size_t batch_axes = 0;  ///< the first dimensions, of whose indices each has a transform
  /// Long doubles are the pairs' sums times 2^exponent. One for each transform; none: all are 0.
  std::span<const int> exponents = {};
};

/// Copies real numbers; strides count real numbers. A null source writes zeros. The arrays do not overlap, unless
/// strides are equal and they are the same.
void copy_numbers(const CopyFormat& format, const std::vector<Dim>& dims, const void* from, void* to);
/// CopyFormat::exponents for the long doubles of an array, or of two: 0 for a transform unless its largest number is
/// beyond 2^±300, because pairs have the exponents of doubles.
std::vector<int> exponents_of(const std::vector<Dim>& dims, std::size_t batch_axes, const void* numbers,
                              const void* others);

/// Lines of n real numbers, `stride` apart, one for each index of `others`, whose output strides count.
struct StridedLines {
  std::vector<Dim> others;
  std::ptrdiff_t n = 1;
  std::ptrdiff_t stride = 1;
};

/// With x(k), 0 < k < n/2, and its partner x(n-k):
///   to_halfcomplex    Hartley to halfcomplex: (x(k) + x(n-k)) / 2 and (x(n-k) - x(k)) / 2, a real and an imaginary
///   part from_halfcomplex  halfcomplex to Hartley: x(k) - x(n-k) and x(k) + x(n-k)
enum class HalfcomplexPass { to_halfcomplex, from_halfcomplex };
/// Numbers of f64x2 are pairs of doubles.
void pair_numbers(Precision precision, const StridedLines& lines, HalfcomplexPass pairing, void* data);

}  // namespace papilio::fftw3
