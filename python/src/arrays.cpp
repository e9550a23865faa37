// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "arrays.hpp"

#include <algorithm>

namespace nb = nanobind;

namespace papilio::python {
namespace {

PyArrayObject* array(const nb::object& object) { return reinterpret_cast<PyArrayObject*>(object.ptr()); }

nb::object owned(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

/// Entries of the numbers that NumPy has itself, by its numbers of types.
constexpr struct {
  int type;
  ElementNumber number;
} native_types[] = {
    {NPY_UBYTE, ElementNumber::u8},     {NPY_BOOL, ElementNumber::u8},    {NPY_BYTE, ElementNumber::i8},
    {NPY_SHORT, ElementNumber::i16},    {NPY_USHORT, ElementNumber::u16}, {NPY_HALF, ElementNumber::f16},
    {NPY_FLOAT, ElementNumber::f32},    {NPY_DOUBLE, ElementNumber::f64}, {NPY_CFLOAT, ElementNumber::c64},
    {NPY_CDOUBLE, ElementNumber::c128},
};

/// A name of papilio/_pairs.py.
PyArray_Descr* pair_type(ElementNumber number) {
  static PyArray_Descr* types[] = {nullptr, nullptr, nullptr, nullptr};
  constexpr const char* names[] = {"float32x2", "float64x2", "complex64x2", "complex128x2"};
  const auto index = static_cast<std::size_t>(number) - static_cast<std::size_t>(ElementNumber::f32x2);
  if (types[index] == nullptr) {
    nb::object made = nb::module_::import_("papilio._pairs").attr(names[index]);
    types[index] = reinterpret_cast<PyArray_Descr*>(made.release().ptr());
  }
  return types[index];
}

/// The Number of a NumPy type; `other` where it has to be converted.
ElementNumber number_of(PyArray_Descr* type) {
  for (const auto& entry : native_types) {
    if (entry.type == type->type_num) return entry.number;
  }
  if (type->type_num != NPY_VOID) return ElementNumber::other;
  for (const auto number : {ElementNumber::f32x2, ElementNumber::f64x2, ElementNumber::c64x2, ElementNumber::c128x2}) {
    if (PyArray_EquivTypes(type, pair_type(number)) != 0) return number;
  }
  return ElementNumber::other;
}

/// A new reference.
PyArray_Descr* type_of(ElementNumber number) {
  if (is_pair(number)) {
    PyArray_Descr* const type = pair_type(number);
    Py_INCREF(type);
    return type;
  }
  for (const auto& entry : native_types) {
    if (entry.number == number) return PyArray_DescrFromType(entry.type);
  }
  throw nb::type_error("no type of NumPy's");
}

/// Takes over the reference to the type.
nb::object converted(const nb::object& source, PyArray_Descr* type) {
  return owned(PyArray_FromArray(array(source), type, NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST));
}

nb::object to_double(const nb::object& source) {
  const int type = PyArray_TYPE(array(source));
  if (has_long_doubles(source)) {
    throw nb::type_error(
        "Papilio computes this in single and double precision, not in long double: "
        "convert the array, x.astype(numpy.float64) or x.astype(numpy.complex128)");
  }
  if (!PyTypeNum_ISINTEGER(type) && type != NPY_OBJECT) {
    throw nb::type_error(("an array of " + dtype_name(source) + " cannot be transformed: give numbers").c_str());
  }
  return converted(source, PyArray_DescrFromType(NPY_DOUBLE));
}

template <typename Make>
nb::object make_array(ElementNumber number, std::span<const std::int64_t> shape, const Make& make) {
  std::array<npy_intp, max_dimensions> dimensions;
  std::copy(shape.begin(), shape.end(), dimensions.begin());
  return owned(make(static_cast<int>(shape.size()), dimensions.data(), type_of(number), 0));
}

}  // namespace

bool has_long_doubles(const nb::object& source) {
  const int type = PyArray_TYPE(array(source));
  return type == NPY_LONGDOUBLE || type == NPY_CLONGDOUBLE;
}

std::string dtype_name(const nb::object& source) {
  return nb::cast<std::string>(owned(PyObject_Str(reinterpret_cast<PyObject*>(PyArray_DESCR(array(source))))));
}

nb::object array_of(PyObject* object) {
  return PyArray_Check(object) ? nb::borrow(object) : owned(PyArray_FromAny(object, nullptr, 0, 0, 0, nullptr));
}

nb::object transformable_array(const nb::object& given) {
  const ElementNumber number = number_of(PyArray_DESCR(array(given)));
  if (number == ElementNumber::other) return to_double(given);
  if (PyArray_ISBEHAVED_RO(array(given)) && has_whole_strides(operand_of(given))) return given;
  return converted(owned(PyArray_NewCopy(array(given), NPY_CORDER)), type_of(number));
}

nb::object readable_array(PyObject* object) {
  const nb::object given = array_of(object);
  return is_pair(number_of(PyArray_DESCR(array(given)))) ? to_double(given) : transformable_array(given);
}

nb::object complex_copy(const nb::object& source) {
  const ElementNumber number = operand_of(source).number;
  const ElementNumber complex = complex_of(precision_of(number));
  if (!is_pair(number)) return packed_as(source, complex);
  nb::object copy = zero_array(complex, shape_of(operand_of(source)));
  copy.attr("__setitem__")("real", source);
  return copy;
}

nb::object packed_as(const nb::object& source, ElementNumber number) { return converted(source, type_of(number)); }

nb::object packed_copy(const nb::object& source) { return owned(PyArray_NewCopy(array(source), NPY_CORDER)); }

nb::object empty_array(ElementNumber number, std::span<const std::int64_t> shape) {
  return make_array(number, shape, [](int rank, npy_intp* dimensions, PyArray_Descr* type, int fortran) {
    return PyArray_Empty(rank, dimensions, type, fortran);
  });
}

nb::object zero_array(ElementNumber number, std::span<const std::int64_t> shape) {
  return make_array(number, shape, [](int rank, npy_intp* dimensions, PyArray_Descr* type, int fortran) {
    return PyArray_Zeros(rank, dimensions, type, fortran);
  });
}

nb::object array_over(void* memory, ElementNumber number, std::span<const std::int64_t> shape,
                      const nb::capsule& owner) {
  std::array<npy_intp, max_dimensions> dimensions;
  std::copy(shape.begin(), shape.end(), dimensions.begin());
  nb::object made = owned(PyArray_NewFromDescr(&PyArray_Type, type_of(number), static_cast<int>(shape.size()),
                                               dimensions.data(), nullptr, memory, NPY_ARRAY_CARRAY, nullptr));
  // The array takes over the reference, also where this fails.
  if (PyArray_SetBaseObject(array(made), nb::object(owner).release().ptr()) < 0) throw nb::python_error();
  return made;
}

ArrayOperand operand_of(const nb::object& object) {
  PyArrayObject* const source = array(object);
  ArrayOperand operand;
  operand.data = PyArray_BYTES(source);
  operand.number = number_of(PyArray_DESCR(source));
  operand.rank = PyArray_NDIM(source);
  std::copy_n(PyArray_DIMS(source), operand.rank, operand.shape.begin());
  std::copy_n(PyArray_STRIDES(source), operand.rank, operand.strides.begin());
  return operand;
}

std::string text_of(std::span<const std::int64_t> shape) {
  std::string text;
  for (const std::int64_t length : shape) text += (text.empty() ? "" : ", ") + std::to_string(length);
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

void set_packed_strides(ArrayOperand& operand) {
  std::int64_t stride = bytes_of(operand.number);
  for (int d = operand.rank - 1; d >= 0; --d) {
    operand.strides[d] = stride;
    stride *= operand.shape[d];
  }
}

bool has_whole_strides(const ArrayOperand& operand) {
  const int bytes = bytes_of(operand.number);
  return std::all_of(operand.strides.begin(), operand.strides.begin() + operand.rank,
                     [&](std::int64_t stride) { return stride % bytes == 0; });
}

bool is_packed(const ArrayOperand& operand) {
  std::int64_t stride = bytes_of(operand.number);
  for (int d = operand.rank - 1; d >= 0; --d) {
    if (operand.shape[d] != 1 && operand.strides[d] != stride) return false;
    stride *= operand.shape[d];
  }
  return true;
}

bool may_share(const ArrayOperand& a, const ArrayOperand& b) {
  const auto ends = [](const ArrayOperand& x) {
    std::pair<const char*, const char*> range(x.data, x.data + bytes_of(x.number));
    for (int d = 0; d < x.rank; ++d) {
      const std::int64_t reach = x.strides[d] * (x.shape[d] - 1);
      (reach < 0 ? range.first : range.second) += reach;
    }
    return range;
  };
  const auto [a_begin, a_end] = ends(a);
  const auto [b_begin, b_end] = ends(b);
  return a_begin < b_end && b_begin < a_end;
}

bool same_layout(const ArrayOperand& a, const ArrayOperand& b) {
  return a.data == b.data && a.number == b.number && a.rank == b.rank &&
         std::equal(a.shape.begin(), a.shape.begin() + a.rank, b.shape.begin()) &&
         std::equal(a.strides.begin(), a.strides.begin() + a.rank, b.strides.begin());
}

std::span<const std::int64_t> shape_of(const ArrayOperand& operand) {
  return {operand.shape.data(), static_cast<std::size_t>(operand.rank)};
}

bool is_empty(std::span<const std::int64_t> shape) { return std::find(shape.begin(), shape.end(), 0) != shape.end(); }

ArrayOperand as_pairs(ArrayOperand operand) {
  operand.number = real_of(precision_of(operand.number));
  operand.shape[operand.rank] = 2;
  operand.strides[operand.rank] = bytes_of(operand.number);
  ++operand.rank;
  return operand;
}

void check_out(PyObject* out, const nb::object& type, std::span<const std::int64_t> shape) {
  if (!PyArray_Check(out)) throw nb::type_error("return arrays must be of ArrayType");
  auto* const target = reinterpret_cast<PyArrayObject*>(out);
  const bool fits = PyArray_NDIM(target) == static_cast<int>(shape.size()) &&
                    std::equal(shape.begin(), shape.end(), PyArray_DIMS(target));
  if (!fits) throw nb::value_error("output array has wrong shape.");
  if (PyArray_EquivTypes(PyArray_DESCR(target), reinterpret_cast<PyArray_Descr*>(type.ptr())) == 0) {
    throw nb::type_error("out has another type than the result: see the function's dtype rules");
  }
  if (!PyArray_ISWRITEABLE(target)) throw nb::value_error("output array is read-only");
}

void check_out(PyObject* out, ElementNumber number, std::span<const std::int64_t> shape) {
  check_out(out, owned(reinterpret_cast<PyObject*>(type_of(number))), shape);
}

}  // namespace papilio::python
