// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Copies boxes between two layouts in the memory of a CUDA device by calls of the driver, for elements that passes
// cannot gather or scatter.
#pragma once

#include <papilio/device.hpp>

#include "program.hpp"

namespace papilio::mpi {

/// Enqueues the copies. Returns false and does nothing if they would take too many commands.
bool copy_on_device(const Device& device, const Stream& stream, const Copy& copy, const std::byte* from, std::byte* to);

}  // namespace papilio::mpi
