// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The state of the faulty Vulkan library; a test finds it with dlsym("faulty_vulkan_state").
#pragma once

#include <span>
#include <string_view>

#include "support/faulty_driver.hpp"

namespace papilio::test {

/// What the specification lists for this function.
std::span<const int> vulkan_statuses_of(std::string_view function);

}  // namespace papilio::test

extern "C" {
papilio::test::FaultyDriver* faulty_vulkan_state();
/// True while this thread is inside one of the functions that may fail.
bool faulty_vulkan_is_inside();
}
