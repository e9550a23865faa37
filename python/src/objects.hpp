// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio.Plan, papilio.Device and what chooses devices.
#pragma once

#include <nanobind/nanobind.h>

#include "devices.hpp"

namespace papilio::python {

/// The device that an argument means: papilio.Device, a selector or None, the current one.
OpenDevice& device_of(nanobind::handle device);

void add_objects(nanobind::module_& module);

}  // namespace papilio::python
