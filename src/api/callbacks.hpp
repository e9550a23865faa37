// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checks of callbacks and of their data.
#pragma once

#include <papilio/callbacks.hpp>
#include <papilio/device.hpp>

#include "api/compiled_passes.hpp"

namespace papilio::api {

/// Texts define their functions; parameters are finite and have names of their own. Throws Error(invalid_argument).
void validate(const Callbacks& callbacks);

/// Throws Error(unsupported) where there are callbacks and the device takes none: Vulkan's.
void require_supported(const Callbacks& callbacks, const Device& device);

/// Of an execution on buffers: neither output nor scratch. Throws Error(invalid_argument).
void check_callback_buffers(const Memories& memories);

}  // namespace papilio::api
