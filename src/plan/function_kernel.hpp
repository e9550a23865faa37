// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernel of a device function: that of one work-group of a GPU that transforms a chosen number of transforms.
#pragma once

#include <optional>
#include <papilio/problem.hpp>

#include "core/device_caps.hpp"
#include "spec/shape_token.hpp"

namespace papilio::plan {

/// The cheapest kernel whose tile is the batch, or the one of the chosen shape, without its staging and prefetching. A
/// problem and the one of the other direction have the same algorithm and shape, and their radices in reverse order, so
/// that one begins with the butterflies with which the other ends; a chosen shape has those of c2c forward and of r2c.
/// Throws Error(unsupported) for a problem that is no plain transform along one axis, for one that fits no work-group,
/// and for a shape that the problem or the device does not permit.
KernelSpec function_kernel(const Problem& problem, const DeviceCaps& caps,
                           const std::optional<ChosenShape>& chosen = {});
/// True if the function's radices are those of the other direction in reverse order.
bool reverses_radices(const KernelSpec& spec, const Problem& problem);

}  // namespace papilio::plan
