// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio plan --resources: the resources of the device that each kernel of a plan uses. The kernels are compiled, or
// taken from the compile cache, and loaded for this; nothing is executed.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "runtime/device.hpp"
#include "tools/commands/planned.hpp"

namespace papilio::tool {

struct KernelResources {
  std::string name;
  int threads = 0;                  ///< work-items of a group
  std::int64_t dynamic_memory = 0;  ///< bytes of a group's local memory that are given at the launch
  int unit_threads = 0;             ///< work-items that a compute unit holds at most
  std::optional<runtime::Resources> taken;

  /// The share of a compute unit's work-items that run at once; nullopt if the driver does not report it.
  [[nodiscard]] std::optional<double> occupancy() const;
  /// Bytes of a work-item that did not fit its registers, and its stack; nullopt if registers are not reported.
  [[nodiscard]] std::optional<std::int64_t> spills() const;
};

/// Resources by KernelSpec::key(). Throws Error(invalid_argument) for a preset, which has no compiler;
/// Error(build_failed) …
std::map<std::string, KernelResources> resources_of(const Planned& planned);

/// Lines for a person, each with a newline.
std::string to_text(const KernelResources& kernel);
/// Values that the driver does not report are null.
nlohmann::ordered_json to_json(const KernelResources& kernel);

}  // namespace papilio::tool
