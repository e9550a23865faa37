// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A convolution whose transforms fit a work-group, in one kernel: signals are read and results written, and what is
// between never leaves the work-group.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/convolution_problem.hpp>

#include "core/device_caps.hpp"
#include "plan/array_lines.hpp"

namespace papilio::plan {

/// Of one axis and no channels, out of place. `there` and `back` are the transforms of `padded` points, c2c, of signals
/// and results; the filter has all points of a spectrum. Nothing where no kernel of the device does it.
std::optional<PlanNode> plan_whole_convolution(const Problem& there, const Problem& back, const FilterArray& filter,
                                               Form form, const DeviceCaps& caps);

}  // namespace papilio::plan
