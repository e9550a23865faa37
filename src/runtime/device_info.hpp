// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/device.hpp>

#include "core/device_caps.hpp"

namespace papilio::runtime {

/// Copies the limits that users see from those that planning uses, which a backend asks its driver for.
void set_limits(DeviceInfo& info, const DeviceCaps& caps);

}  // namespace papilio::runtime
