// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectral operators on NumPy's arrays: the work of papilio/operators.py.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_spectral_operators(nanobind::module_& module);

}  // namespace papilio::python
