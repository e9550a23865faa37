// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/device_function.hpp>

#include "core/device_caps.hpp"

namespace papilio::api {

/// device_function() for a device that need not be there.
DeviceFunction function_for(const Problem& problem, const DeviceCaps& device, FunctionLanguage language,
                            const FunctionOptions& options = {});

}  // namespace papilio::api
