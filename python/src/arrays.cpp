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

constexpr int no_number = -1;

/// The Number of a NumPy type; no_number where it has to be converted.
int number_of(int type) {
  switch (type) {
    case NPY_BOOL:
    case NPY_UBYTE:
      return static_cast<int>(ElementNumber::u8);
    case NPY_BYTE:
      return static_cast<int>(ElementNumber::i8);
    case NPY_SHORT:
      return static_cast<int>(ElementNumber::i16);
    case NPY_USHORT:
      return static_cast<int>(ElementNumber::u16);
    case NPY_HALF:
      return static_cast<int>(ElementNumber::f16);
    case NPY_FLOAT:
      return static_cast<int>(ElementNumber::f32);
    case NPY_DOUBLE:
      return static_cast<int>(ElementNumber::f64);
    case NPY_CFLOAT:
      return static_cast<int>(ElementNumber::c64);
    case NPY_CDOUBLE:
      return static_cast<int>(ElementNumber::c128);
    default:
      return no_number;
  }
}

int type_of(ElementNumber number) {
  constexpr int types[] = {NPY_UBYTE, NPY_BYTE,   NPY_SHORT,  NPY_USHORT, NPY_HALF,
                           NPY_FLOAT, NPY_DOUBLE, NPY_CFLOAT, NPY_CDOUBLE};
  static_assert(std::size(types) == static_cast<std::size_t>(ElementNumber::other));
  return types[static_cast<int>(number)];
}

nb::object converted(const nb::object& source, int type) {
  return owned(
      PyArray_FromArray(array(source), PyArray_DescrFromType(type), NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST));
}

nb::object to_double(const nb::object& source) {
  const int type = PyArray_TYPE(array(source));
  if (type == NPY_LONGDOUBLE || type == NPY_CLONGDOUBLE) {
    throw nb::type_error(
        "Papilio computes in single and double precision, not in long double: "
        "convert the array, x.astype(numpy.float64) or x.astype(numpy.complex128)");
  }
  if (!PyTypeNum_ISINTEGER(type) && type != NPY_OBJECT) {
    throw nb::type_error(("an array of " + dtype_name(source) + " cannot be transformed: give numbers").c_str());
  }
  return converted(source, NPY_DOUBLE);
}

template <typename Make>
nb::object make_array(ElementNumber number, std::span<const std::int64_t> shape, const Make& make) {
  std::array<npy_intp, most_dimensions> dimensions;
  std::copy(shape.begin(), shape.end(), dimensions.begin());
  return owned(make(static_cast<int>(shape.size()), dimensions.data(), PyArray_DescrFromType(type_of(number)), 0));
}

}  // namespace

std::string dtype_name(const nb::object& source) {
  return nb::cast<std::string>(owned(PyObject_Str(reinterpret_cast<PyObject*>(PyArray_DESCR(array(source))))));
}

nb::object readable_array(PyObject* object) {
  nb::object given =
      PyArray_Check(object) ? nb::borrow(object) : owned(PyArray_FromAny(object, nullptr, 0, 0, 0, nullptr));
  if (number_of(PyArray_TYPE(array(given))) == no_number) return to_double(given);
  if (PyArray_ISBEHAVED_RO(array(given)) && has_whole_strides(operand_of(given))) return given;
  return converted(owned(PyArray_NewCopy(array(given), NPY_CORDER)), PyArray_TYPE(array(given)));
}

nb::object complex_copy(const nb::object& source) {
  const Precision precision = precision_of(operand_of(source).number);
  return converted(source, precision == Precision::f32 ? NPY_CFLOAT : NPY_CDOUBLE);
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
  std::array<npy_intp, most_dimensions> dimensions;
  std::copy(shape.begin(), shape.end(), dimensions.begin());
  nb::object made =
      owned(PyArray_SimpleNewFromData(static_cast<int>(shape.size()), dimensions.data(), type_of(number), memory));
  // The array takes over the reference, also where this fails.
  if (PyArray_SetBaseObject(array(made), nb::object(owner).release().ptr()) < 0) throw nb::python_error();
  return made;
}

ArrayOperand operand_of(const nb::object& object) {
  PyArrayObject* const source = array(object);
  ArrayOperand operand;
  operand.data = PyArray_BYTES(source);
  operand.number = static_cast<ElementNumber>(number_of(PyArray_TYPE(source)));
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

void check_out(PyObject* out, ElementNumber number, std::span<const std::int64_t> shape) {
  if (!PyArray_Check(out)) throw nb::type_error("return arrays must be of ArrayType");
  auto* const target = reinterpret_cast<PyArrayObject*>(out);
  const bool fits = PyArray_NDIM(target) == static_cast<int>(shape.size()) &&
                    std::equal(shape.begin(), shape.end(), PyArray_DIMS(target));
  if (!fits) throw nb::value_error("output array has wrong shape.");
  if (PyArray_TYPE(target) != type_of(number) || !PyArray_ISNOTSWAPPED(target)) {
    throw nb::type_error("out has another type than the result: see the function's dtype rules");
  }
  if (!PyArray_ISWRITEABLE(target)) throw nb::value_error("output array is read-only");
}

}  // namespace papilio::python
