// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernel of a device function: that of one work-group of a GPU that transforms a chosen number of transforms.
#pragma once

#include <papilio/problem.hpp>

#include "core/device_caps.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// The cheapest kernel whose tile is the batch. A problem and the one of the other direction have the same algorithm
/// and shape, and their radices in reverse order, so that one begins with the butterflies with which the other ends.
/// Throws Error(unsupported) for a problem that is no plain transform along one axis, and for one that fits no
/// work-group.
KernelSpec function_kernel(const Problem& problem, const DeviceCaps& caps);

}  // namespace papilio::plan
