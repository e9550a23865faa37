// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio source --device-function: a transform as a function for the user's own kernel.
#pragma once

#include <papilio/device_function.hpp>

namespace papilio::tool {

/// The text; with `json` an object with the text and the tables of both sides.
void print_function(const DeviceFunction& function, bool json);

}  // namespace papilio::tool
