// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The devices of this process, and which of them transforms NumPy's arrays.
#pragma once

#include <cstddef>
#include <papilio/device.hpp>
#include <string>

namespace papilio::python {

/// A device in use. Never destroyed: a driver may already be gone when static objects are.
struct OpenDevice {
  Device device;
  int index = 0;
  bool shares_memory = false;  ///< computes in the host's memory: PoCL's CPUs
};

/// The device that NumPy's arrays go to, "auto" at first. Throws Error(no_device), and what require_not_forked()
/// throws.
OpenDevice& current_device();
/// Opens and remembers; the same object for the same device.
OpenDevice& open_device(const std::string& selector);
/// CUDA's device of this number.
OpenDevice& open_cuda_device(int ordinal);
/// Returns the previous device, null if none was chosen.
OpenDevice* set_current_device(OpenDevice* device);

/// Throws Error(device_failed) in a child of fork() if its parent had used a device: drivers do not survive it.
void require_not_forked();
/// True in such a child: objects of the library must not be touched, not even destroyed.
bool is_forked();

}  // namespace papilio::python
