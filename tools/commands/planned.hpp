// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A plan as `papilio plan` and `papilio source` show it: made, but not compiled.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <papilio/device.hpp>
#include <papilio/estimate.hpp>
#include <string>

#include "core/device_caps.hpp"
#include "core/dialect.hpp"
#include "plan/plan_node.hpp"

namespace papilio::tool {

/// Target of a plan: a device that is there, or one of the presets; and the shapes of the kernels.
struct PlanTarget {
  std::string device = "auto";
  std::optional<std::string> preset;
  std::string shapes;    ///< shape tokens (spec/shape_token.hpp); empty: the planner chooses
  bool general = false;  ///< Programs::general
};

void add_target_options(CLI::App& command, PlanTarget& target);

struct Planned {
  std::string token;  ///< canonical
  Estimate estimate;
  DeviceCaps caps;
  std::string device;                 ///< its id, or "preset:h200"
  Device opened;                      ///< none for a preset
  Dialect dialect = Dialect::opencl;  ///< the device's own; for presets with an NVIDIA architecture CUDA
  plan::PlanNode tree;
};

/// Prints on stderr which lines of the wisdom's file are not used.
void warn_of_wisdom();

/// A plan's device and its limits, without a plan. Throws Error(no_device).
Planned target_of(const PlanTarget& target);

/// Plans a problem's token, or a convolution's. Throws TokenError, Error(no_device), Error(unsupported) for non-uniform
/// transforms and ragged batches …
Planned make_planned(const std::string& token, const PlanTarget& target);

}  // namespace papilio::tool
