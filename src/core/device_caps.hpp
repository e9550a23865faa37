// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DeviceCaps: the limits and features that planning depends on, constructible by hand in a test.
#pragma once

#include <cstdint>
#include <string>

namespace papilio {

enum class DeviceClass { cpu, gpu };

struct DeviceCaps {
  std::string name = "generic";
  DeviceClass device_class = DeviceClass::gpu;
  int compute_units = 16;
  int max_threads = 256;               ///< work-items of one work-group
  int warp = 32;                       ///< work-items that run in lockstep
  int registers = 128;                 ///< 32-bit registers a work-item may use without spilling
  std::int64_t local_memory = 32768;   ///< bytes of one work-group
  std::int64_t fast_memory = 0;        ///< CPU: bytes of the cache private to one core (L2); 0 = unknown
  std::int64_t l2_memory = 0;          ///< bytes of the cache shared by all cores
  std::int64_t global_memory = std::int64_t{1} << 32;
  std::int64_t max_allocation = std::int64_t{1} << 30;
  int lanes_f32 = 1;  ///< CPU: floats of one vector register
  int lanes_f64 = 1;
  bool f64 = true;
};

}  // namespace papilio
