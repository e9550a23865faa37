// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Engine: the device that Papilio's plans run on, opened by the first plan that may go to it.
#pragma once

#include <papilio/device.hpp>
#include <string>

#include "opened.hpp"

namespace papilio::fftw3 {

class Engine {
 public:
  /// Returns null without a device; why_not() then says why. PAPILIO_FFTW_DEVICE selects one ("opencl:0"); by default
  /// "auto".
  static Engine* get();
  static std::string why_not();
  /// To be called in a child of fork(): a device that its parent opened cannot be used there.
  static void leave_to_parent();
  static bool is_left_to_parent();

  [[nodiscard]] const Device& device() const { return device_; }
  /// Papilio computes in the program's arrays. Otherwise they are copied to the device and back.
  [[nodiscard]] bool in_memory() const;

 private:
  explicit Engine(const Device& device) : device_(device) {}
  static const Opened<Engine>::Opening& opened();

  Device device_;
};

}  // namespace papilio::fftw3
