// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What backends and devices are asked, each in a process of its own.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace papilio::tool {

/// As of DeviceInfo, for a report.
struct FoundDevice {
  std::string id;
  std::string name;
  std::string kind;
  std::string platform;
  std::string driver;
  int compute_units = 0;
  std::int64_t global_memory = 0;  ///< bytes
  bool f64 = false;
};

struct BackendFindings {
  std::string name;
  std::vector<FoundDevice> devices;
  std::vector<std::string> notes;  ///< what is missing, and what to install
  std::string failure;             ///< of asking: a driver that crashed
};

/// A transform against a reference in long double.
struct CheckedTransform {
  std::string token;
  double error = 0;  ///< relative, in the L2 norm
  double bound = 0;
  [[nodiscard]] bool pass() const { return error <= bound; }
};

struct DeviceFindings {
  FoundDevice device;
  std::vector<CheckedTransform> transforms;
  std::string callbacks;    ///< empty if they work, else why not
  bool exact_fma = false;   ///< DeviceCaps::exact_fma
  double seconds = 0;       ///< of all of this, compiling included
  std::string failure;      ///< why there is none of it
  std::string passed_over;  ///< why the device cannot execute any of it, although nothing failed
  [[nodiscard]] bool pass() const;
};

/// Finds the devices of all backends, in the order of "auto".
std::vector<BackendFindings> find_devices(std::chrono::milliseconds limit);
DeviceFindings check_device(const FoundDevice& device, std::chrono::milliseconds limit);

}  // namespace papilio::tool
