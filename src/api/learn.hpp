// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/device.hpp>
#include <papilio/effort.hpp>
#include <papilio/problem.hpp>

namespace papilio::api {

/// Sees to it that there is wisdom for the problem on the device that was found with at least this effort, which may
/// take as long as Effort says. It is added to the process and, where that can be written, to the file. Throws what
/// planning throws.
void learn(const Device& device, const Problem& problem, Effort effort);

}  // namespace papilio::api
