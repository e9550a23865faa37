// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "call.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <papilio/norm.hpp>
#include <string>

namespace nb = nanobind;

namespace papilio::python {
namespace {

[[noreturn]] void raise_value(const std::string& message) { throw nb::value_error(message.c_str()); }

std::int64_t index_of(PyObject* object) {
  if (!PyIndex_Check(object)) {
    const std::string type = nb::cast<std::string>(nb::handle(object).type().attr("__name__"));
    throw nb::type_error(("'" + type + "' object cannot be interpreted as an integer").c_str());
  }
  const Py_ssize_t value = PyNumber_AsSsize_t(object, PyExc_OverflowError);
  if (value == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return value;
}

struct IntegerList {
  int count = 0;
  AxisNumbers values;
};

/// Reads a number, or an iterable of numbers: once, because it may be an iterator. An array has an index, too, if it
/// has one element.
IntegerList numbers_of(PyObject* object, bool one) {
  IntegerList numbers;
  if (one || (PyIndex_Check(object) != 0 && PySequence_Check(object) == 0)) {
    numbers.values[static_cast<std::size_t>(numbers.count++)] = index_of(object);
    return numbers;
  }
  PyObject* const fast = PySequence_Fast(object, "s and axes must be integers or iterables of integers");
  if (fast == nullptr) throw nb::python_error();
  const nb::object owner = nb::steal(fast);
  const Py_ssize_t count = PySequence_Size(fast);
  if (count > max_dimensions) raise_value("more axes than an array can have");
  for (Py_ssize_t i = 0; i < count; ++i) {
    numbers.values[static_cast<std::size_t>(numbers.count++)] = index_of(nb::object(owner[i]).ptr());
  }
  return numbers;
}

[[noreturn]] void raise_axis(std::int64_t axis, int rank) {
  const nb::object error = nb::module_::import_("papilio._errors").attr("AxisError");
  PyErr_SetObject(error.ptr(), error(axis, rank).ptr());
  throw nb::python_error();
}

int checked_axis(std::int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) raise_axis(axis, rank);
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

Norm norm_of(PyObject* norm) {
  if (norm == Py_None) return Norm::backward;
  if (PyUnicode_Check(norm)) {
    if (PyUnicode_CompareWithASCIIString(norm, "backward") == 0) return Norm::backward;
    if (PyUnicode_CompareWithASCIIString(norm, "ortho") == 0) return Norm::ortho;
    if (PyUnicode_CompareWithASCIIString(norm, "forward") == 0) return Norm::forward;
  }
  const std::string shown = nb::cast<std::string>(nb::repr(nb::handle(norm)));
  raise_value("Invalid norm value " + shown + ", should be \"backward\", \"ortho\" or \"forward\"");
}

bool is_inverse(FftFunction function) {
  return function == FftFunction::ifft || function == FftFunction::irfft || function == FftFunction::ihfft ||
         function == FftFunction::idct || function == FftFunction::idst;
}

void choose_axes(FftCall& call, const CallArguments& arguments, const std::optional<IntegerList>& lengths) {
  if (arguments.axes != Py_None) {
    const IntegerList axes = numbers_of(arguments.axes, arguments.one_axis);
    call.axes_count = axes.count;
    for (int i = 0; i < axes.count; ++i) {
      call.axes[i] = checked_axis(axes.values[i], call.rank);
      if (std::find(call.axes.begin(), call.axes.begin() + i, call.axes[i]) != call.axes.begin() + i) {
        raise_value("all axes must be unique");
      }
    }
    return;
  }
  call.axes_count = lengths ? lengths->count : call.rank;  // the last ones
  if (call.axes_count > call.rank) raise_value("shape requires more axes than are present");
  for (int i = 0; i < call.axes_count; ++i) call.axes[i] = call.rank - call.axes_count + i;
}

void choose_lengths(FftCall& call, const std::optional<IntegerList>& given, bool one_axis,
                    std::span<const std::int64_t> shape) {
  for (int i = 0; i < call.axes_count; ++i) call.lengths[i] = shape[call.axes[i]];
  const bool from_half = call.kind == Kind::c2r;
  if (from_half && call.axes_count > 0) {
    std::int64_t& last = call.lengths[call.axes_count - 1];
    last = 2 * (last - 1);
  }
  if (given) {
    if (given->count != call.axes_count) {
      raise_value("when given, axes and shape arguments have to be of the same length");
    }
    for (int i = 0; i < given->count; ++i) {
      if (given->values[i] != -1 || one_axis) call.lengths[i] = given->values[i];
    }
  }
  for (int i = 0; i < call.axes_count; ++i) {
    if (call.lengths[i] >= 1) continue;
    raise_value("invalid number of data points (" + std::to_string(call.lengths[i]) + ") specified");
  }
}

/// Reads modes, with which the spectrum's array has the lowest frequencies alone (Problem::keep_modes).
void choose_modes(FftCall& call, const CallArguments& arguments, std::span<const std::int64_t> shape) {
  if (arguments.modes == Py_None) return;
  if (call.function > FftFunction::irfft) raise_value("modes are frequencies of fftn, ifftn, rfftn and irfftn");
  if (call.completes()) raise_value("modes of real numbers: use rfftn, or convert x to complex numbers");
  const IntegerList modes = numbers_of(arguments.modes, arguments.one_axis);
  if (modes.count != call.axes_count) raise_value("modes must have a number for each transformed axis");
  call.has_modes = true;
  const bool inverse = is_inverse(call.function);
  if (inverse && arguments.lengths == Py_None) raise_value("s is needed with modes: the lengths of the result");
  for (int i = 0; i < call.axes_count; ++i) {
    const bool halved = (call.kind == Kind::r2c || call.kind == Kind::c2r) && i + 1 == call.axes_count;
    const std::int64_t all = halved ? call.lengths[i] / 2 + 1 : call.lengths[i];
    call.modes[i] = modes.values[i];
    if (call.modes[i] < 1 || call.modes[i] > all) {
      raise_value("modes of axis " + std::to_string(call.axes[i]) + " is " + std::to_string(call.modes[i]) +
                  ", and the spectrum has " + std::to_string(all) + ": give 1 to " + std::to_string(all));
    }
    if (inverse && shape[call.axes[i]] != call.modes[i]) {
      raise_value("x has " + std::to_string(shape[call.axes[i]]) + " elements along axis " +
                  std::to_string(call.axes[i]) + ", and modes says " + std::to_string(call.modes[i]));
    }
  }
}

/// The kind of dct(type), or of its inverse: types 2 and 3 are each other's.
Kind trigonometric_kind(FftFunction function, PyObject* type_object) {
  std::int64_t type = index_of(type_object);
  const bool cosine = function == FftFunction::dct || function == FftFunction::idct;
  if (type < 1 || type > 4) raise_value(cosine ? "invalid DCT type" : "invalid DST type");
  if (is_inverse(function) && (type == 2 || type == 3)) type = 5 - type;
  return static_cast<Kind>(static_cast<int>(cosine ? Kind::dct1 : Kind::dst1) + type - 1);
}

/// The logical length, which normalisation refers to: Scale in problem.hpp.
double logical_length(Kind kind, std::int64_t n) {
  const int less = kind == Kind::dct1 ? -1 : kind == Kind::dst1 ? 1 : 0;
  return 2.0 * static_cast<double>(n + less);
}

/// SciPy's orthogonalize is what Scale::inverse_sqrt_n does besides dividing; a factor undoes the division.
void choose_orthogonal_scale(FftCall& call, bool orthogonal) {
  if (orthogonal == (call.scale == Scale::inverse_sqrt_n)) return;
  for (int i = 0; i < call.axes_count; ++i) call.points *= logical_length(call.kind, call.lengths[i]);
  const int wanted = call.scale == Scale::none ? 0 : call.scale == Scale::inverse_n ? -2 : -1;  // half powers of points
  call.scale = orthogonal ? Scale::inverse_sqrt_n : Scale::none;
  call.root = orthogonal ? wanted + 1 : wanted;
  if (is_pair(call.out_number)) return;
  call.factor = call.root > 0 ? std::sqrt(call.points) : std::sqrt(1 / call.points);
  call.root = 0;
}

void choose_scale(FftCall& call, const CallArguments& arguments) {
  const Norm norm = norm_of(arguments.norm);
  const bool inverse = is_inverse(call.function);
  call.scale = scale_of(norm, inverse ? Direction::inverse : Direction::forward);
  if (!is_trigonometric(call.function)) return;
  bool orthogonal = norm == Norm::ortho;
  if (arguments.orthogonalize != Py_None) {
    const int truth = PyObject_IsTrue(arguments.orthogonalize);
    if (truth < 0) throw nb::python_error();
    orthogonal = truth != 0;
  }
  choose_orthogonal_scale(call, orthogonal);
}

void choose_kind(FftCall& call, const CallArguments& arguments, ElementNumber number) {
  const Precision precision = precision_of(number);
  const bool inverse = is_inverse(call.function);
  call.out_number = complex_of(precision);
  call.direction = Direction::forward;
  if (is_trigonometric(call.function)) {
    call.kind = trigonometric_kind(call.function, arguments.type);
    call.out_number = is_complex(number) ? number : real_of(precision);
  } else if (takes_complex_only(call.function)) {
    call.kind = Kind::c2r;
    call.direction = Direction::inverse;
    call.out_number = real_of(precision);
  } else if (takes_real_only(call.function) || !is_complex(number)) {
    call.kind = Kind::r2c;
  } else {
    call.kind = Kind::c2c;
    call.direction = inverse ? Direction::inverse : Direction::forward;
  }
}

}  // namespace

FftCall FftCall::parse(FftFunction function, const CallArguments& arguments, ElementNumber number,
                       std::span<const std::int64_t> shape) {
  FftCall call;
  call.function = function;
  call.rank = static_cast<int>(shape.size());
  choose_kind(call, arguments, number);
  std::optional<IntegerList> lengths;
  if (arguments.lengths != Py_None) lengths = numbers_of(arguments.lengths, arguments.one_axis);
  choose_axes(call, arguments, lengths);
  choose_lengths(call, lengths, arguments.one_axis, shape);
  choose_scale(call, arguments);
  call.factor *= arguments.factor;
  const bool needs_axis = function >= FftFunction::rfft && function <= FftFunction::ihfft;
  if (needs_axis && call.axes_count == 0) raise_value("at least 1 axis must be transformed");
  choose_modes(call, arguments, shape);
  if (call.completes()) {  // the order of the axes is free: the last one in memory is halved
    const auto end = call.axes.begin() + call.axes_count;
    const auto last = std::max_element(call.axes.begin(), end);
    if (last != end) {
      std::swap(call.lengths[last - call.axes.begin()], call.lengths[call.axes_count - 1]);
      std::swap(*last, call.axes[call.axes_count - 1]);
    }
  }
  std::copy(shape.begin(), shape.end(), call.out_shape.begin());
  for (int i = 0; i < call.axes_count; ++i) {
    if (call.kind == Kind::dct1 && call.lengths[i] < 2) raise_value("DCT-I is not defined for size < 2");
    call.out_shape[call.axes[i]] = call.lengths[i];
  }
  if (takes_real_only(function)) {
    const int last = call.axes_count - 1;
    call.out_shape[call.axes[last]] = call.lengths[last] / 2 + 1;
  }
  if (call.has_modes && !is_inverse(function)) {
    for (int i = 0; i < call.axes_count; ++i) call.out_shape[call.axes[i]] = call.modes[i];
  }
  return call;
}

}  // namespace papilio::python
