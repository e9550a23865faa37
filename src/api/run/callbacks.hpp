// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checks of callbacks and of their data.
#pragma once

#include <cstdint>
#include <papilio/callbacks.hpp>
#include <papilio/device.hpp>
#include <string>

#include "api/run/compiled_passes.hpp"

namespace papilio::api {

/// Texts define their functions; parameters are finite and have names of their own. Throws Error(invalid_argument).
void validate(const Callbacks& callbacks);

/// The elements that callbacks can count on a device: those of an int on Vulkan.
std::int64_t max_elements(const Callbacks& callbacks, Backend backend);
/// Throws Error(unsupported) if the larger side of this problem has more elements than that.
void require_countable(const Callbacks& callbacks, Backend backend, const std::string& token, std::int64_t elements);

/// Checks the data of an execution on buffers: neither output nor scratch. Throws Error(invalid_argument).
void check_callback_buffers(const Memories& memories);

}  // namespace papilio::api
