// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compiles PTX to machine code with the driver's own compiler, which needs no toolkit.
#pragma once

#include <cstddef>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "backend/cuda/context.hpp"

namespace papilio::backend::cuda {

/// Everything that a linked image depends on apart from its source.
std::string linker_identity(int architecture, int driver_version);

/// A cubin for the context's device. Throws Error(build_failed) if the driver has no compiler, or for an error in the
/// source.
std::vector<std::byte> link_image(const Context& context, const DeviceInfo& device, const std::string& source,
                                  const std::string& entry);

}  // namespace papilio::backend::cuda
