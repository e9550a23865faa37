// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The numbers of arrays, for both of MATLAB's interfaces: compiled with -R2018a a complex array holds complex numbers,
// without it (MATLAB before R2018a, and the default of mex and mkoctfile) an array of real and one of imaginary parts.
#pragma once

#include <mex.h>

#include <complex>
#include <span>
#include <type_traits>
#include <vector>

#include "request.hpp"

namespace papilio::mex {

/// A new array, of zeros if they are real; complex numbers may be anything.
mxArray* make_array(const Lengths& lengths, Precision precision, Parts parts);

/// Of an array of real numbers of this type.
template <typename Real>
Real* real_numbers(const mxArray* array) {
#if MX_HAS_INTERLEAVED_COMPLEX
  if constexpr (std::is_same_v<Real, float>) {
    return mxGetSingles(array);
  } else {
    return mxGetDoubles(array);
  }
#else
  return static_cast<Real*>(mxGetData(array));
#endif
}

#if MX_HAS_INTERLEAVED_COMPLEX

template <typename Real>
std::complex<Real>* complex_numbers(const mxArray* array) {
#if defined(HAVE_OCTAVE)  // whose mxGetComplexDoubles (7.3) says "type mismatch" of every array
  return static_cast<std::complex<Real>*>(mxGetData(array));
#else
  if constexpr (std::is_same_v<Real, float>) {
    return reinterpret_cast<std::complex<float>*>(mxGetComplexSingles(array));
  } else {
    return reinterpret_cast<std::complex<double>*>(mxGetComplexDoubles(array));
  }
#endif
}

/// Of a complex array.
template <typename Real>
class ComplexNumbers {
 public:
  explicit ComplexNumbers(const mxArray* array) : numbers_(complex_numbers<Real>(array)) {}
  [[nodiscard]] const std::complex<Real>* data() const { return numbers_; }

 private:
  const std::complex<Real>* numbers_;
};

/// A new complex array.
template <typename Real>
class ComplexResult {
 public:
  explicit ComplexResult(const Lengths& lengths)
      : array_(make_array(lengths, std::is_same_v<Real, float> ? Precision::f32 : Precision::f64, Parts::complex)) {}
  /// To be filled.
  [[nodiscard]] std::span<std::complex<Real>> numbers() {
    return {complex_numbers<Real>(array_), mxGetNumberOfElements(array_)};
  }
  /// The array, once it is filled.
  [[nodiscard]] mxArray* array() { return array_; }

 private:
  mxArray* array_;
};

#else

template <typename Real>
class ComplexNumbers {
 public:
  explicit ComplexNumbers(const mxArray* array) : numbers_(mxGetNumberOfElements(array)) {
    const auto* const real = static_cast<const Real*>(mxGetData(array));
    const auto* const imaginary = static_cast<const Real*>(mxGetImagData(array));
    for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = {real[i], imaginary[i]};
  }
  [[nodiscard]] const std::complex<Real>* data() const { return numbers_.data(); }

 private:
  std::vector<std::complex<Real>> numbers_;
};

template <typename Real>
class ComplexResult {
 public:
  explicit ComplexResult(const Lengths& lengths)
      : lengths_(lengths), numbers_(static_cast<std::size_t>(product(lengths))) {}
  [[nodiscard]] std::span<std::complex<Real>> numbers() { return numbers_; }
  [[nodiscard]] mxArray* array() {
    constexpr Precision precision = std::is_same_v<Real, float> ? Precision::f32 : Precision::f64;
    mxArray* const array = make_array(lengths_, precision, Parts::complex);
    auto* const real = static_cast<Real*>(mxGetData(array));
    auto* const imaginary = static_cast<Real*>(mxGetImagData(array));
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      real[i] = numbers_[i].real();
      imaginary[i] = numbers_[i].imag();
    }
    return array;
  }

 private:
  Lengths lengths_;
  std::vector<std::complex<Real>> numbers_;
};

#endif

}  // namespace papilio::mex
