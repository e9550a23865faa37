// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PTX to machine code by the driver's own compiler, which needs no toolkit.
#pragma once

#include <cstddef>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "backend/cuda/context.hpp"

namespace papilio::backend::cuda {

/// All that a linked image depends on besides the source.
std::string linker_identity(int architecture, int driver_version);

/// A cubin for the context's device. Throws Error(build_failed): a driver without the compiler, or an error in the
/// source.
std::vector<std::byte> link_image(const Context& context, const DeviceInfo& device, const std::string& source,
                                  const std::string& entry);

}  // namespace papilio::backend::cuda
