// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory of the host as buffers of a device that shares it: OpenCL on the CPU. Nothing is copied.
#pragma once

#include <cstddef>
#include <memory>
#include <papilio/device.hpp>

namespace papilio::python {

/// A separate OpenCL context, because only the creator of a context may make its buffers.
class HostSharing {
 public:
  /// Null where the device does not share the host's memory, or its driver lacks what is needed.
  static std::shared_ptr<HostSharing> of(const Device& device);

  /// The device in the context.
  [[nodiscard]] const Device& device() const;
  [[nodiscard]] Stream make_stream() const;
  /// The memory as a buffer; it must live as long. Empty if the driver refuses.
  [[nodiscard]] Buffer share(const void* memory, std::size_t bytes) const;

  struct Impl;
  explicit HostSharing(std::unique_ptr<Impl> impl);
  ~HostSharing();

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace papilio::python
