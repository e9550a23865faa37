// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "samples.hpp"

#include <algorithm>

namespace nb = nanobind;

namespace papilio::python {

ElementNumber sample_type(const std::string& dtype) {
  struct SampleType {
    const char* name;
    ElementNumber number;
  };
  constexpr SampleType types[] = {
      {"float32", ElementNumber::f32},     {"float64", ElementNumber::f64}, {"complex64", ElementNumber::c64},
      {"complex128", ElementNumber::c128}, {"int8", ElementNumber::i8},     {"uint8", ElementNumber::u8},
      {"int16", ElementNumber::i16},       {"uint16", ElementNumber::u16},  {"float16", ElementNumber::f16}};
  const auto* const found = std::ranges::find_if(types, [&](const SampleType& type) { return dtype == type.name; });
  if (found != std::end(types)) return found->number;
  throw nb::value_error(
      "dtype must be float32, float64, complex64, complex128, or int8, uint8, int16, uint16 or float16 of pairs");
}

StoredSamples stored_samples(nb::handle samples, ElementNumber type) {
  const bool pairs = storage_of(type) != Storage::native;
  nb::object array = readable_array(samples.ptr());
  if (pairs && operand_of(array).number != type)
    throw nb::type_error("samples must be of the object's dtype: they are read as they are stored");
  if (!pairs && !is_complex(type) && is_complex(operand_of(array).number))
    throw nb::type_error("samples are complex, and the object's dtype is real: choose complex64 or complex128");
  array = packed_as(array, type);
  const ArrayOperand x = operand_of(array);
  if (x.rank != (pairs ? 2 : 1) || (pairs && x.shape[1] != 2))
    throw nb::value_error(pairs ? "samples must have the shape (n, 2)" : "samples must have one dimension");
  const auto bytes = static_cast<std::size_t>(x.shape[0] * (pairs ? 2 : 1) * bytes_of(type));
  return {array, {reinterpret_cast<const std::byte*>(x.data), bytes}};
}

std::vector<double> line_of(nb::handle like, const char* name) {
  const nb::object array = packed_as(readable_array(like.ptr()), ElementNumber::f64);
  const ArrayOperand numbers = operand_of(array);
  if (numbers.rank != 1 || numbers.shape[0] == 0)
    throw nb::value_error((std::string(name) + " must be numbers in one dimension").c_str());
  const auto* const first = reinterpret_cast<const double*>(numbers.data);
  return {first, first + numbers.shape[0]};
}

}  // namespace papilio::python
