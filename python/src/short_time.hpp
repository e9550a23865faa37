// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short-time transforms of NumPy's arrays: the work of papilio/_short_time.py.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_short_time_transforms(nanobind::module_& module);

}  // namespace papilio::python
