// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Vulkan's results as names and as Papilio's errors.
#pragma once

#include <string>
#include <string_view>

#include "backend/vulkan/symbols.hpp"

namespace papilio::backend::vulkan {

/// "VK_ERROR_DEVICE_LOST", or "Vulkan result -9999".
std::string status_name(VkResult status);

/// True for the results of allocations that do not fit.
bool means_out_of_memory(VkResult status);

/// Throws unless status is VK_SUCCESS: Error(out_of_memory) or Error(device_failed). `what` names the operation:
/// "submitting a kernel".
void check(VkResult status, std::string_view what);

}  // namespace papilio::backend::vulkan
