// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Copies boxes between two layouts in the memory of a CUDA device by calls of the driver, for elements that passes
// cannot gather or scatter.
#pragma once

#include <papilio/device.hpp>

#include "mpi/program/program.hpp"

namespace papilio::mpi {

/// A command takes a few microseconds.
std::int64_t commands_of(const Copy& copy);

/// Addresses on the device, or of another device's memory that it can use.
struct CopyEnds {
  const std::byte* from;
  std::byte* to;
  bool to_peer = false;  ///< `to` is of another device
};
/// Enqueues the copies. Throws Error(unsupported) without a driver of CUDA.
void copy_on_device(const Device& device, const Stream& stream, const Copy& copy, const CopyEnds& ends);

}  // namespace papilio::mpi
