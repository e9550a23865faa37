// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// HostBuffers: arrays of the program as buffers of an OpenCL device that shares the host's memory, without copies.
#pragma once

#include <memory>
#include <papilio/device.hpp>

namespace papilio::fftw3 {

class HostBuffers {
 public:
  /// None for devices with other memory than the host's: all but PoCL's CPU devices.
  static std::unique_ptr<HostBuffers> make(const DeviceInfo& info);
  virtual ~HostBuffers() = default;

  /// The same device, in a context of our own: buffers belong to a context.
  [[nodiscard]] virtual const Device& device() const = 0;
  /// The memory itself; it must stay valid while the buffer is used. Throws Error(out_of_memory).
  [[nodiscard]] virtual Buffer wrap(void* memory, std::size_t bytes) const = 0;
};

}  // namespace papilio::fftw3
