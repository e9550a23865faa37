// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolution and correlation of NumPy's arrays, and papilio.OverlapSave.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_convolutions(nanobind::module_& module);

}  // namespace papilio::python
