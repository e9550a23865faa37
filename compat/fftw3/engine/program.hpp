// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DeviceProgram: the program of a transform on a device.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>

#include "device_engine.hpp"
#include "steps.hpp"

namespace papilio::fftw3 {

class DeviceProgram final : public StepProgram {
 public:
  DeviceProgram(DeviceEngine& engine, Transform transform);
  ~DeviceProgram() override;

  [[nodiscard]] const char* describe() noexcept override;

 private:
  class Compiled;
  const char* try_prepare(const PlanArrays& arrays) noexcept override;
  const char* try_execute(const PlanArrays& arrays) noexcept override;
  /// True if foreign memory lies between results, and the array is not shared with the device, so that an execution
  /// copies that memory to the device and back.
  [[nodiscard]] bool copies_gaps(const PlanArrays& arrays) const;
  Compiled& compiled(Aliasing aliasing);
  Compiled& compiled(const PlanArrays& arrays);

  DeviceEngine& engine_;
  Transform transform_;
  bool gaps_;           ///< foreign memory lies between results
  bool gaps_in_place_;  ///< the same if the input, in whose gaps real results may lie, is in the same memory
  std::mutex mutex_;
  std::array<std::unique_ptr<Compiled>, aliasings> compiled_;
};

}  // namespace papilio::fftw3
