// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NumPy's arrays as operands.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "call.hpp"
#include "numpy_api.hpp"

namespace papilio::python {

/// `object` itself if it is an array of NumPy's, else what numpy.asarray() makes of it.
nanobind::object array_of(PyObject* object);
bool has_long_doubles(const nanobind::object& array);
/// An array in the machine's byte order, aligned, of numbers that Papilio reads: `object` itself if it is one, else a
/// copy. Integers of more than 16 bits become double precision. Raises TypeError for long double and for objects that
/// are not numbers.
nanobind::object readable_array(PyObject* object);
/// The same for arrays that may be of pairs, too.
nanobind::object transformable_array(const nanobind::object& given);
/// A copy of the array: packed, of complex numbers of its precision.
nanobind::object complex_copy(const nanobind::object& array);
/// Packed, of that type: the array itself, or a copy.
nanobind::object packed_as(const nanobind::object& array, ElementNumber number);
nanobind::object packed_copy(const nanobind::object& array);
/// Packed; with uninitialised memory, or of zeros.
nanobind::object empty_array(ElementNumber number, std::span<const std::int64_t> shape);
nanobind::object zero_array(ElementNumber number, std::span<const std::int64_t> shape);
/// Packed, of memory that the owner keeps: nothing is copied.
nanobind::object array_over(void* memory, ElementNumber number, std::span<const std::int64_t> shape,
                            const nanobind::capsule& owner);
/// "float32"
std::string dtype_name(const nanobind::object& array);
/// One that readable_array() or empty_array() gave.
ArrayOperand operand_of(const nanobind::object& array);
/// Row-major and without gaps, of the operand's shape.
void set_packed_strides(ArrayOperand& operand);
/// All strides are multiples of the elements' size.
bool has_whole_strides(const ArrayOperand& operand);
/// Row-major and without gaps.
bool is_packed(const ArrayOperand& operand);
/// The bytes that two arrays span have some in common.
bool may_share(const ArrayOperand& a, const ArrayOperand& b);
/// True if both have the same elements of the same type at the same addresses.
bool same_layout(const ArrayOperand& a, const ArrayOperand& b);
std::span<const std::int64_t> shape_of(const ArrayOperand& operand);
/// The memory of a packed array of T.
template <typename T>
std::span<T> numbers_of(const ArrayOperand& array) {
  std::size_t count = 1;
  for (const std::int64_t length : shape_of(array)) count *= static_cast<std::size_t>(length);
  return {reinterpret_cast<T*>(array.data), count};
}
bool is_empty(std::span<const std::int64_t> shape);
/// As Python prints it: "(16, 8)", "(8,)". Needs no GIL.
std::string text_of(std::span<const std::int64_t> shape);
/// Complex numbers as pairs of real ones, along an axis more.
ArrayOperand as_pairs(ArrayOperand complex);

/// `out=` of a function: raises TypeError and ValueError unless it is a writable array of that type and shape.
void check_out(PyObject* out, ElementNumber number, std::span<const std::int64_t> shape);
void check_out(PyObject* out, const nanobind::object& type, std::span<const std::int64_t> shape);

}  // namespace papilio::python
