// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// All that `papilio doctor` found, and what follows from it.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tools/doctor/device_check.hpp"
#include "tools/doctor/installed.hpp"
#include "tools/doctor/machine.hpp"
#include "tools/terminal/paint.hpp"

namespace papilio::tool {

struct Diagnosis {
  BuildFacts build;
  std::vector<InstalledPart> installed;
  SystemFacts system;
  std::vector<BackendFindings> backends;
  std::vector<DeviceFindings> devices;
  CacheFacts cache;
  WisdomFacts wisdom;
  std::vector<std::pair<std::string, std::string>> environment;

  /// Ids and names of what failed its check, crashed or hung: devices, and drivers.
  [[nodiscard]] std::vector<std::string> failed() const;
  /// The number of devices that are not passed over.
  [[nodiscard]] std::ptrdiff_t checked() const;
  /// One line: "fine: …", or what is wrong and what to do.
  [[nodiscard]] std::string verdict() const;
  /// Checked devices, and no failure.
  [[nodiscard]] bool fine() const { return checked() > 0 && failed().empty(); }
};

/// Plain text, to read and to paste into a report of a defect. ~ stands for the home folder in both.
std::string as_text(const Diagnosis& diagnosis, const Paint& paint = {});
/// One object.
std::string as_json(const Diagnosis& diagnosis);

}  // namespace papilio::tool
