// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/planned.hpp"

#include "plan/solver.hpp"
#include "runtime/device.hpp"
#include "tools/commands/commands.hpp"

namespace papilio::tool {

void add_target_options(CLI::App& command, PlanTarget& target) {
  std::string names;
  for (const NamedPreset& preset : caps_presets()) names += (names.empty() ? "" : ", ") + std::string(preset.name);
  CLI::Option* const device = command.add_option("--device", target.device, device_help)->capture_default_str();
  command.add_option("--caps", target.preset, "A kind of device that need not be here: " + names)->excludes(device);
}

Planned make_planned(const std::string& token, const PlanTarget& target) {
  Planned planned;
  planned.problem = Problem::parse(token);
  if (target.preset) {
    planned.caps = caps_preset(*target.preset);
    planned.device = "preset:" + *target.preset;
    planned.dialect = "opencl";
  } else {
    planned.opened = Device(target.device);
    planned.caps = planned.opened.impl()->caps();
    planned.device = planned.opened.info().id;
    planned.dialect = planned.opened.impl()->dialect();
  }
  planned.tree = plan::make_plan(planned.problem, planned.caps);
  return planned;
}

}  // namespace papilio::tool
