// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Copies of boxes between two layouts in the memory of a CUDA device, by the driver: for what passes cannot gather or
// scatter.
#pragma once

#include <papilio/device.hpp>

#include "program.hpp"

namespace papilio::mpi {

/// Enqueues the copies. False, and nothing is done, if it would take too many commands.
bool copy_on_device(const Device& device, const Stream& stream, const Copy& copy, const std::byte* from, std::byte* to);

}  // namespace papilio::mpi
