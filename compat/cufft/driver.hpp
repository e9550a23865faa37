// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The few calls of the CUDA driver that the public API of Papilio does not offer: the caller's current context, and
// memory with an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/device.hpp>

namespace papilio::compat::cufft {

/// The context that a plan is made in.
struct CallerContext {
  papilio::Device device;
  void* context = nullptr;          ///< CUcontext
  std::shared_ptr<void> retention;  ///< of a primary context that was not current
};

/// The context that is current on this thread; if there is none, the primary one of device 0, as in cuFFT. Throws
/// Error(no_device) without a driver.
CallerContext caller_context();

/// CUcontext of a stream that is not the default one. Throws Error(invalid_argument) for what is no stream.
void* context_of_stream(void* stream);

/// Device memory of a context; move-only, freed by the destructor. Neither call breaks a capture or changes the current
/// context.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  /// Throws Error(out_of_memory).
  DeviceMemory(const CallerContext& owner, std::size_t bytes);
  ~DeviceMemory() { reset(); }
  DeviceMemory(DeviceMemory&& other) noexcept { *this = static_cast<DeviceMemory&&>(other); }
  DeviceMemory& operator=(DeviceMemory&& other) noexcept;

  void reset() noexcept;
  [[nodiscard]] void* get() const { return reinterpret_cast<void*>(address_); }  // NOLINT(performance-no-int-to-ptr)

 private:
  void* context_ = nullptr;
  std::uint64_t address_ = 0;
};

}  // namespace papilio::compat::cufft
