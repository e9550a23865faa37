// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectral operators as custom calls of XLA. A program names its spectrum by a number, because it may outlive the
// Python object; the operator for a shape, a type and a device is made when the program runs.
#pragma once

#include <cstdint>

#include "spectral.hpp"
#include "xla_ffi.hpp"

namespace papilio::python::xla {

/// Keeps the spectrum for as long as the process lives, and returns its number.
std::int64_t keep_spectrum(const SpectrumObject& spectrum);

void operate_on_host(const CallFrame& frame);
void operate_on_cuda(const CallFrame& frame);

}  // namespace papilio::python::xla
