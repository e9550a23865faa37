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

template <typename T>
T* data_of(const nb::object& packed) {
  return static_cast<T*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(packed.ptr())));
}

/// The rows of a packed array, and the transforms that their numbers belong to.
class Rows {
 public:
  /// `parts`: real numbers of an element.
  Rows(const AxisNumbers& shape, int rank, int parts, const TransformedAxes& transformed)
      : shape_(shape), rank_(rank), parts_(parts) {
    for (int axis = rank - 1; axis >= 0; --axis) {
      steps_[axis] = transformed[axis] ? 0 : transforms_;
      if (!transformed[axis]) transforms_ *= static_cast<std::size_t>(shape[axis]);
      if (axis < rank - 1) rows_ *= static_cast<std::size_t>(shape[axis]);
    }
  }
  [[nodiscard]] std::size_t transforms() const { return transforms_; }
  /// Calls visit(number of a real number in memory, number of its transform).
  template <typename Visit>
  void for_each(const Visit& visit) const {
    const std::size_t length = rank_ > 0 ? static_cast<std::size_t>(shape_[rank_ - 1]) : 1;
    const std::size_t step = rank_ > 0 ? steps_[rank_ - 1] : 0;
    AxisNumbers index{};
    std::size_t number = 0;
    std::size_t first = 0;  // transform of the row's first element
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t i = 0; i < length; ++i) {
        for (int part = 0; part < parts_; ++part) visit(number++, first + i * step);
      }
      for (int axis = rank_ - 2; axis >= 0; --axis) {
        first += steps_[axis];
        if (++index[axis] < shape_[axis]) break;
        first -= steps_[axis] * static_cast<std::size_t>(shape_[axis]);
        index[axis] = 0;
      }
    }
  }

 private:
  AxisNumbers shape_;
  int rank_;
  int parts_;
  std::size_t rows_ = 1;
  std::size_t transforms_ = 1;
  std::array<std::size_t, max_dimensions> steps_{};  ///< from an index of an axis to the next, in transforms
};

std::vector<int> exponents_of(const long double* numbers, const Rows& rows) {
  constexpr int farthest = 300;
  std::vector<long double> largest(rows.transforms());
  rows.for_each([&](std::size_t i, std::size_t transform) {
    const long double size = std::fabs(numbers[i]);
    if (size > largest[transform] && std::isfinite(size)) largest[transform] = size;
  });
  std::vector<int> exponents;
  exponents.reserve(largest.size());
  for (const long double size : largest) {
    const int exponent = size > 0 ? std::ilogb(size) : 0;
    exponents.push_back(std::abs(exponent) > farthest ? exponent : 0);
  }
  const bool none = std::all_of(exponents.begin(), exponents.end(), [](int exponent) { return exponent == 0; });
  return none ? std::vector<int>() : exponents;
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

SplitArray split_long_doubles(const nb::object& array, const TransformedAxes& transformed) {
  const nb::object numbers = array_of_type(array, "longdouble", "clongdouble");
  const bool complex = PyArray_TYPE(reinterpret_cast<PyArrayObject*>(numbers.ptr())) == NPY_CLONGDOUBLE;
  AxisNumbers shape;
  const int rank = PyArray_NDIM(reinterpret_cast<PyArrayObject*>(array.ptr()));
  std::copy_n(PyArray_DIMS(reinterpret_cast<PyArrayObject*>(array.ptr())), rank, shape.begin());
  SplitArray split{empty_array(complex ? ElementNumber::c128x2 : ElementNumber::f64x2,
                               {shape.data(), static_cast<std::size_t>(rank)}),
                   transformed,
                   {}};
  const auto* const from = data_of<long double>(numbers);
  auto* const to = data_of<HighLow<double>>(split.pairs);
  const Rows rows(shape, rank, complex ? 2 : 1, transformed);
  const nb::gil_scoped_release release;
  split.exponents = exponents_of(from, rows);
  rows.for_each([&](std::size_t i, std::size_t transform) {
    const long double number = split.exponents.empty() ? from[i] : std::ldexp(from[i], -split.exponents[transform]);
    const auto high = static_cast<double>(number);
    to[i] = {high, std::isfinite(high) ? static_cast<double>(number - high) : 0.0};
  });
  return split;
}

nb::object join_long_doubles(const SplitArray& split) {
  const ArrayOperand pairs = operand_of(split.pairs);
  const nb::module_ numpy = nb::module_::import_("numpy");
  nb::object joined = numpy.attr("empty")(split.pairs.attr("shape"),
                                          numpy.attr(is_complex(pairs.number) ? "clongdouble" : "longdouble"));
  const auto* const from = data_of<HighLow<double>>(split.pairs);
  auto* const to = data_of<long double>(joined);
  AxisNumbers shape;
  std::copy_n(pairs.shape.begin(), pairs.rank, shape.begin());
  const Rows rows(shape, pairs.rank, is_complex(pairs.number) ? 2 : 1, split.transformed);
  const nb::gil_scoped_release release;
  rows.for_each([&](std::size_t i, std::size_t transform) {
    const long double number = static_cast<long double>(from[i].high) + from[i].low;
    to[i] = split.exponents.empty() ? number : std::ldexp(number, split.exponents[transform]);
  });
  return joined;
}

void multiply_by_root(const FftCall& call, const ArrayOperand& pairs) {
  if (precision_of(pairs.number) == Precision::f32x2) {
    return multiply_all(pairs, root_of<float>(call.points, call.root));
  }
  multiply_all(pairs, root_of<double>(call.points, call.root));
}

}  // namespace papilio::python
