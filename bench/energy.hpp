// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Energy: counters of joules, and the energy of one execution.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <papilio/device.hpp>
#include <string>

namespace papilio::bench {

/// Counts joules from an arbitrary start. It advances in steps; a GPU's, every 20 to 100 ms.
class EnergyCounter {
 public:
  EnergyCounter() = default;
  EnergyCounter(const EnergyCounter&) = delete;
  EnergyCounter& operator=(const EnergyCounter&) = delete;
  virtual ~EnergyCounter() = default;

  [[nodiscard]] virtual std::string source() const = 0;  ///< "NVML"
  /// std::nullopt if it can no longer be read.
  [[nodiscard]] virtual std::optional<double> joules() = 0;
};

/// The counter of an NVIDIA GPU's board, from libnvidia-ml.so.1, opened at run time. Throws Error(unsupported) with the
/// reason.
std::unique_ptr<EnergyCounter> make_nvml_counter(const DeviceInfo& device);
/// The counter of all processor packages, from Linux's RAPL files below `root`. Throws Error(unsupported).
std::unique_ptr<EnergyCounter> make_rapl_counter(const std::string& root = "/sys/class/powercap");
/// The counter for the device: NVML for a GPU, RAPL for a processor. Throws Error(unsupported).
std::unique_ptr<EnergyCounter> make_energy_counter(const DeviceInfo& device);

/// Joules of one execution. `work` runs some and returns how many; it is called again and again from one step of the
/// counter to the first step after `seconds`, so that the size of steps does not matter. std::nullopt if the counter
/// does not advance or cannot be read.
std::optional<double> joules_of_one(EnergyCounter& counter, const std::function<std::size_t()>& work, double seconds);

}  // namespace papilio::bench
