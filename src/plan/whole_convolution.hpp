// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A convolution whose transforms fit a work-group, in one kernel: it reads signals and writes results, and the
// intermediate data never leave the work-group.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/convolution_problem.hpp>

#include "core/device_caps.hpp"
#include "plan/array_lines.hpp"

namespace papilio::plan {

/// For one axis without channels, out of place. `there` and `back` are the c2c transforms, of the padded length, of
/// signals and results; the filter has all points of a spectrum. nullopt if no kernel of the device can do it.
std::optional<PlanNode> plan_whole_convolution(const Problem& there, const Problem& back, const FilterArray& filter,
                                               Form form, const DeviceCaps& caps);

}  // namespace papilio::plan
