// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio.Plan, papilio.Device and what chooses devices.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_objects(nanobind::module_& module);

}  // namespace papilio::python
