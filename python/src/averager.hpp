// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectra that accumulate: what papilio/_averager.py is made of.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_averagers(nanobind::module_& module);

}  // namespace papilio::python
