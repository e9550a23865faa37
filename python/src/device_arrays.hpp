// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arrays of other libraries in the memory of CUDA devices: what papilio/_device_arrays.py calls. Nothing is copied.
//
// The library is an object of papilio/_libraries.py, which describes arrays and makes them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <papilio/device.hpp>

#include "devices.hpp"

namespace papilio::python {

/// Memory and a stream of another library on a CUDA device; no memory of no bytes. Call them without the GIL.
Buffer buffer_at(const OpenDevice& device, std::uintptr_t address, std::size_t bytes);
Stream stream_at(const OpenDevice& device, std::uintptr_t stream);

void add_device_arrays(nanobind::module_& module);

}  // namespace papilio::python
