// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A plan as `papilio plan` and `papilio source` show it: made, but not compiled.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <papilio/device.hpp>
#include <string>

#include "core/device_caps.hpp"
#include "core/dialect.hpp"
#include "plan/plan_node.hpp"

namespace papilio::tool {

/// What to plan for: a device that is there, or one of the presets.
struct PlanTarget {
  std::string device = "auto";
  std::optional<std::string> preset;
};

void add_target_options(CLI::App& command, PlanTarget& target);

struct Planned {
  std::string token;  ///< canonical
  std::int64_t scratch_bytes = 0;
  DeviceCaps caps;
  std::string device;                 ///< its id, or "preset:h200"
  Device opened;                      ///< none for a preset
  Dialect dialect = Dialect::opencl;  ///< the device's own; for presets with an NVIDIA architecture CUDA
  plan::PlanNode tree;
};

/// Of a problem's token, or a convolution's. Throws TokenError, Error(no_device), Error(unsupported) …
Planned make_planned(const std::string& token, const PlanTarget& target);

}  // namespace papilio::tool
