// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FftCall: a call of a function of papilio.fft, after NumPy's and SciPy's rules have been applied to its arguments.
#pragma once

#include <array>
#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "numbers.hpp"

namespace papilio::python {

/// The functions of papilio.fft, the N-D forms included; the numbers are those of papilio/_names.py.
enum class FftFunction : std::uint8_t { fft, ifft, rfft, irfft, hfft, ihfft, dct, idct, dst, idst };

constexpr int max_dimensions = 64;  // NumPy's own limit
/// A number for each axis of an array, or for each transformed one.
using AxisNumbers = std::array<std::int64_t, max_dimensions>;

/// An array in memory; strides in bytes, of either sign.
struct ArrayOperand {
  char* data = nullptr;
  ElementNumber number = ElementNumber::f64;
  int rank = 0;
  std::array<std::int64_t, max_dimensions + 1> shape;  // one more: a complex array as pairs of real numbers
  std::array<std::int64_t, max_dimensions + 1> strides;
};

/// The Python objects that say what to transform; borrowed. An absent one is None.
struct CallArguments {
  PyObject* type = nullptr;     ///< of dct and dst
  PyObject* lengths = nullptr;  ///< n or s
  PyObject* axes = nullptr;     ///< axis or axes
  PyObject* norm = nullptr;
  PyObject* orthogonalize = nullptr;
  bool one_axis = true;       ///< n and axis are single numbers
  double factor = 1.0;        ///< multiplies the result, besides what norm says
  PyObject* modes = Py_None;  ///< a number for each transformed axis
};

/// Throws nanobind::python_error and ValueError, TypeError, IndexError as NumPy and SciPy do.
struct FftCall {
  FftFunction function = FftFunction::fft;
  Kind kind = Kind::c2c;
  Direction direction = Direction::forward;
  Scale scale = Scale::none;
  double factor = 1.0;
  /// The result is to be multiplied by points^(root/2) as well; in pairs, whose digits no `factor` has.
  int root = 0;
  double points = 1;  ///< logical ones, of all transformed axes
  ElementNumber out_number = ElementNumber::c128;
  int axes_count = 0;
  std::array<int, max_dimensions> axes;  ///< in the order given; the last one is halved
  AxisNumbers lengths;                   ///< transformed ones of the real side, in the order of axes
  bool has_modes = false;
  AxisNumbers modes;  ///< frequencies that the spectrum has, in the order of axes
  int rank = 0;
  AxisNumbers out_shape;

  /// `number` and the shape are the input's. A real input of fft and ifft becomes r2c: see hermitian.hpp.
  static FftCall parse(FftFunction function, const CallArguments& arguments, ElementNumber number,
                       std::span<const std::int64_t> shape);
  /// fft or ifft of real numbers: the transform gives one half of the result, conjugates of it the other.
  [[nodiscard]] bool completes() const {
    return kind == Kind::r2c && (function == FftFunction::fft || function == FftFunction::ifft);
  }
};

/// Complex input is an error of these.
constexpr bool takes_real_only(FftFunction function) {
  return function == FftFunction::rfft || function == FftFunction::ihfft;
}
constexpr bool takes_complex_only(FftFunction function) {
  return function == FftFunction::irfft || function == FftFunction::hfft;
}
constexpr bool is_trigonometric(FftFunction function) { return function >= FftFunction::dct; }

}  // namespace papilio::python
