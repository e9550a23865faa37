// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "pairs.hpp"

#include <algorithm>
#include <cmath>

#include "arrays.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

template <typename T>
struct HighLow {
  T high;
  T low;
};

nb::object array_of_type(const nb::object& source, const char* type, const char* complex_type) {
  const nb::module_ numpy = nb::module_::import_("numpy");
  const bool complex = nb::cast<std::string>(source.attr("dtype").attr("kind")) == "c";
  return numpy.attr("ascontiguousarray")(source, numpy.attr(complex ? complex_type : type));
}

/// Real numbers in a packed array, those of complex ones counted each.
std::size_t reals_of(const nb::object& packed, std::size_t bytes) {
  return static_cast<std::size_t>(PyArray_NBYTES(reinterpret_cast<PyArrayObject*>(packed.ptr()))) / bytes;
}

template <typename T>
T* data_of(const nb::object& packed) {
  return static_cast<T*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(packed.ptr())));
}

int exponent_of(const long double* numbers, std::size_t count) {
  constexpr int farthest = 300;
  long double largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const long double size = std::fabs(numbers[i]);
    if (size > largest && std::isfinite(size)) largest = size;
  }
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  return std::abs(exponent) > farthest ? exponent : 0;
}

/// The product with a factor to all digits but the last two of a pair's (Dekker 1971, with fma).
template <typename T>
void multiply(HighLow<T>& pair, const HighLow<T>& factor) {
  const T product = pair.high * factor.high;
  const T rest = std::fma(pair.high, factor.high, -product) + (pair.high * factor.low + pair.low * factor.high);
  pair.high = product + rest;
  pair.low = rest - (pair.high - product);
}

/// points^(root/2), by a step of Newton's from the nearest float.
template <typename T>
HighLow<T> root_of(double points, int root) {
  const long double near =
      root > 0 ? std::sqrt(static_cast<long double>(points)) : 1 / std::sqrt(static_cast<long double>(points));
  const auto high = static_cast<double>(near);
  double low = 0;
  if (root > 0) {
    const double square = high * high;
    low = ((points - square) - std::fma(high, high, -square)) / (2 * high);
  } else {
    const double once = points * high;
    low = (std::fma(-once, high, 1.0) - std::fma(points, high, -once) * high) * high / 2;
  }
  const auto first = static_cast<T>(high);
  return {first, static_cast<T>(high - static_cast<double>(first) + low)};
}

template <typename T>
void multiply_all(const ArrayOperand& pairs, const HighLow<T>& factor) {
  const int parts = bytes_of(pairs.number) / static_cast<int>(sizeof(HighLow<T>));
  AxisNumbers index{};
  for (;;) {
    char* address = pairs.data;
    for (int d = 0; d < pairs.rank; ++d) address += index[d] * pairs.strides[d];
    for (int part = 0; part < parts; ++part) multiply(reinterpret_cast<HighLow<T>*>(address)[part], factor);
    int d = pairs.rank - 1;
    for (; d >= 0; --d) {
      if (++index[d] < pairs.shape[d]) break;
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

}  // namespace

SplitArray split_long_doubles(const nb::object& array) {
  const nb::object numbers = array_of_type(array, "longdouble", "clongdouble");
  const std::size_t count = reals_of(numbers, sizeof(long double));
  const bool complex = PyArray_TYPE(reinterpret_cast<PyArrayObject*>(numbers.ptr())) == NPY_CLONGDOUBLE;
  AxisNumbers shape;
  const int rank = PyArray_NDIM(reinterpret_cast<PyArrayObject*>(array.ptr()));
  std::copy_n(PyArray_DIMS(reinterpret_cast<PyArrayObject*>(array.ptr())), rank, shape.begin());
  SplitArray split{empty_array(complex ? ElementNumber::c128x2 : ElementNumber::f64x2,
                               {shape.data(), static_cast<std::size_t>(rank)})};
  const auto* const from = data_of<long double>(numbers);
  auto* const to = data_of<HighLow<double>>(split.pairs);
  const nb::gil_scoped_release release;
  split.exponent = exponent_of(from, count);
  for (std::size_t i = 0; i < count; ++i) {
    const long double number = split.exponent == 0 ? from[i] : std::ldexp(from[i], -split.exponent);
    const auto high = static_cast<double>(number);
    to[i] = {high, std::isfinite(high) ? static_cast<double>(number - high) : 0.0};
  }
  return split;
}

nb::object join_long_doubles(const SplitArray& split) {
  const ArrayOperand pairs = operand_of(split.pairs);
  const nb::module_ numpy = nb::module_::import_("numpy");
  nb::object joined = numpy.attr("empty")(split.pairs.attr("shape"),
                                          numpy.attr(is_complex(pairs.number) ? "clongdouble" : "longdouble"));
  const auto* const from = data_of<HighLow<double>>(split.pairs);
  auto* const to = data_of<long double>(joined);
  const std::size_t count = reals_of(split.pairs, sizeof(HighLow<double>));
  const nb::gil_scoped_release release;
  for (std::size_t i = 0; i < count; ++i) {
    const long double number = static_cast<long double>(from[i].high) + from[i].low;
    to[i] = split.exponent == 0 ? number : std::ldexp(number, split.exponent);
  }
  return joined;
}

void multiply_by_root(const FftCall& call, const ArrayOperand& pairs) {
  if (precision_of(pairs.number) == Precision::f32x2) {
    return multiply_all(pairs, root_of<float>(call.points, call.root));
  }
  multiply_all(pairs, root_of<double>(call.points, call.root));
}

}  // namespace papilio::python
