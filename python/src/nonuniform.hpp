// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Non-uniform transforms of NumPy's arrays: the work of papilio/nufft.py.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_nonuniform_transforms(nanobind::module_& module);

}  // namespace papilio::python
