// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The machine on which a run was made, and when.
#pragma once

#include <papilio/device.hpp>
#include <string>

namespace papilio::bench {

struct MachineInfo {
  std::string cpu;
  unsigned threads = 0;
  DeviceInfo device;
  std::string date;        ///< "2026-02-29 12:34 UTC"
  std::string papilio;     ///< its version
  double load_before = 0;  ///< the one-minute load average; negative if the system does not report it
  double load_after = 0;
};

/// Everything but load_after.
MachineInfo describe_machine(const Device& device);
double load_average();

}  // namespace papilio::bench
