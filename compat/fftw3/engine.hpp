// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Engine: the device that Papilio's plans run on, opened by the first plan that may go to it.
#pragma once

#include <memory>
#include <mutex>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "host_buffers.hpp"

namespace papilio::fftw3 {

class Engine {
 public:
  /// Null without a device; why_not() then says why. PAPILIO_FFTW_DEVICE selects one ("opencl:0"); by default "auto".
  static Engine* get();
  static const std::string& why_not();

  [[nodiscard]] const Device& device() const { return buffers_ ? buffers_->device() : device_; }
  /// The arrays themselves are its memory. Otherwise they are copied to the device and back.
  [[nodiscard]] bool in_memory() const { return buffers_ != nullptr; }
  [[nodiscard]] Buffer wrap(void* memory, std::size_t bytes) const { return buffers_->wrap(memory, bytes); }

  /// A stream that nobody else uses until it is given back.
  class Lease {
   public:
    explicit Lease(Engine& engine);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    [[nodiscard]] const Stream& stream() const { return stream_; }

   private:
    Engine& engine_;
    Stream stream_;
  };

 private:
  explicit Engine(const Device& device);
  friend struct EngineOpened;

  Device device_;
  std::unique_ptr<HostBuffers> buffers_;
  std::mutex mutex_;
  std::vector<Stream> idle_;
};

}  // namespace papilio::fftw3
