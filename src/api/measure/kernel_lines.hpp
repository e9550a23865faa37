// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of a plan as lines for src/plan/tuned, each measured on its own.
#pragma once

#include <papilio/device.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio::api {

/// A line for each launch of the plan that a valid, normalised problem has now, in order. Throws Error(unsupported) for
/// devices other than GPUs, whose kernels have no lines.
std::vector<std::string> kernel_lines(const Device& device, const Problem& problem);

/// The shape of a line, for a device with so many compute units. Whether shapes of one stage are staged follows from
/// the kernel that a line serves; of several stages lines say it.
std::string shape_of_line(const KernelSpec& spec, int compute_units);

}  // namespace papilio::api
