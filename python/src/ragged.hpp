// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ragged batches of NumPy's arrays: the work of papilio/_ragged.py.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_ragged_batches(nanobind::module_& module);

}  // namespace papilio::python
