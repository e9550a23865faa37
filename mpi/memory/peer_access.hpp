// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Devices of CUDA that address each other's memory: what one of them stores there goes over the link between them.
#pragma once

#include <papilio/device.hpp>
#include <vector>

#include "cuda_driver.hpp"

namespace papilio::mpi {

/// Lets the device use the memory of these contexts, its own among them. For memory of cuMemAlloc, which buffers have;
/// that of pools would need more. Throws Error(unsupported) that names the devices between which there is no access.
void enable_peer_access(const Device& device, const std::vector<cu::CUcontext>& contexts);

/// True if each of the devices can address the memory of all others. All are CUDA's.
bool can_access_peers(const std::vector<Device>& devices);

}  // namespace papilio::mpi
