// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A self-test of Vulkan devices, some of whose drivers are known to compute wrong results.
#pragma once

#include <memory>

#include "runtime/device.hpp"

namespace papilio::api {

/// On Vulkan devices only: transforms a few signals whose spectra are known, and finds out whether fma rounds once,
/// which Vulkan leaves to drivers (DeviceCaps::exact_fma). Both are recorded in the compile cache, by driver and by
/// version of the kernels. Throws Error(device_failed) naming the driver and the problem if a result is wrong, unless
/// PAPILIO_TRUST_DEVICE is 1.
void require_correct(const std::shared_ptr<runtime::Device>& device);

}  // namespace papilio::api
