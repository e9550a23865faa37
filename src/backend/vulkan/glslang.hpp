// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// glslang, Khronos' compiler of GLSL, which callbacks need. It is run as a program: Debian has no library of it, and
// the C interface of those that exist changes from version to version (docs/adr/0057).
#pragma once

#include <cstdint>
#include <papilio/device.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/device_caps.hpp"

namespace papilio::backend::vulkan {

class Glslang {
 public:
  /// The first of `names` that is found. Never throws: test the object, and see problem().
  explicit Glslang(std::span<const std::string> names);

  [[nodiscard]] explicit operator bool() const { return problem_.empty(); }
  /// One line that says which names were tried and why none can be used; empty when one can.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Version and options.
  [[nodiscard]] const std::string& identity() const { return identity_; }

  /// A compute shader as words of SPIR-V 1.3. Throws Error(unsupported) without the program, and Error(build_failed)
  /// with its first message.
  [[nodiscard]] std::vector<std::uint32_t> compile(const std::string& glsl, const DeviceInfo& device,
                                                   const std::string& entry) const;

 private:
  std::string path_;
  std::string problem_;
  std::string identity_;
};

/// Throws Error(unsupported) if a module declares a capability that the device lacks or that Papilio does not enable.
void require_capabilities(std::span<const std::uint32_t> module, const DeviceCaps& caps, const DeviceInfo& device);

/// $PAPILIO_GLSLANG, else glslangValidator, else glslang.
const Glslang& default_glslang();

}  // namespace papilio::backend::vulkan
