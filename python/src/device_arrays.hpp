// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arrays of other libraries in the memory of CUDA devices: what papilio/_device_arrays.py calls. Nothing is copied.
//
// The library is an object of papilio/_libraries.py, which describes arrays and makes them.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_device_arrays(nanobind::module_& module);

}  // namespace papilio::python
