// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "errors.hpp"

#include <nanobind/nanobind.h>

#include <papilio/error.hpp>

namespace nb = nanobind;

namespace papilio::python {
namespace {

void raise(const Error& error, const nb::object& position) {
  const nb::object made =
      nb::module_::import_("papilio._errors").attr("made")(static_cast<int>(error.code()), error.what(), position);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
}

}  // namespace

void translate_errors() {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const TokenError& error) {
      raise(error, nb::cast(error.position()));
    } catch (const Error& error) {
      raise(error, nb::none());
    }
  });
}

}  // namespace papilio::python
