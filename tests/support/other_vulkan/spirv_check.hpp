// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "support/other_vulkan/limits.hpp"

namespace papilio::test {

/// Why the device does not take this module; empty: it does.
std::string fault_of(std::span<const std::uint32_t> module, const OtherDevice& device);

}  // namespace papilio::test
