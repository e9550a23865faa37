// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/device.hpp>
#include <papilio/effort.hpp>
#include <papilio/problem.hpp>

namespace papilio::api {

/// Makes sure that there is wisdom for the problem on the device, found with at least this effort; if there is none,
/// searches for as long as Effort says. The result is added to the process and, if it can be written, to the file.
/// Throws what planning throws.
void learn(const Device& device, const Problem& problem, Effort effort);

}  // namespace papilio::api
