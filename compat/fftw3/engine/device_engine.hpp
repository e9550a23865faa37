// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DeviceEngine: the Engine of a device of Papilio.
#pragma once

#include <exception>
#include <papilio/device.hpp>
#include <string>

#include "compat/fftw3/engine.hpp"

namespace papilio::fftw3 {

/// Keeps a text for this thread until its next call.
const char* kept(std::string text) noexcept;

/// Does the work; returns why it failed, or null.
template <typename Work>
const char* why_not_of(const Work& work) noexcept {
  try {
    work();
    return nullptr;
  } catch (const std::exception& error) {
    return kept(error.what());
  }
}

class DeviceEngine final : public Engine {
 public:
  explicit DeviceEngine(const char* selector) : device_(selector), id_(device_.info().id) {}

  [[nodiscard]] const Device& device() const { return device_; }
  [[nodiscard]] const char* id() const noexcept override { return id_.c_str(); }
  [[nodiscard]] bool in_memory() const noexcept override;
  [[nodiscard]] StepProgram* make_program(const Transform& transform) noexcept override;

 private:
  Device device_;
  std::string id_;
};

}  // namespace papilio::fftw3
