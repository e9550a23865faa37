// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/device_info.hpp"

#include <papilio/error.hpp>

namespace papilio {

std::string_view to_string(Backend backend) {
  switch (backend) {
    case Backend::cuda:
      return "cuda";
    case Backend::opencl:
      return "opencl";
  }
  throw Error::internal("backend");
}

std::string_view to_string(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::cpu:
      return "cpu";
    case DeviceKind::gpu:
      return "gpu";
    case DeviceKind::other:
      return "other";
  }
  throw Error::internal("kind of device");
}

namespace runtime {

void set_limits(DeviceInfo& info, const DeviceCaps& caps) {
  info.compute_units = caps.compute_units;
  info.global_memory = caps.global_memory;
  info.local_memory = caps.local_memory;
  info.max_allocation = caps.max_allocation;
  info.f64 = caps.f64;
}

}  // namespace runtime
}  // namespace papilio
