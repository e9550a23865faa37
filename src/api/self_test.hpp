// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A test of drivers that are known to compute wrong results here and there: Vulkan's.
#pragma once

#include <memory>

#include "runtime/device.hpp"

namespace papilio::api {

/// Transforms a few signals of which the spectrum is known, on Vulkan devices alone. What passed is remembered in the
/// compile cache, by driver and by the version of the kernels. Throws Error(device_failed) naming the driver and the
/// problem where a result is wrong, unless PAPILIO_TRUST_DEVICE is 1.
void require_correct(const std::shared_ptr<runtime::Device>& device);

}  // namespace papilio::api
