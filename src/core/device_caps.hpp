// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DeviceCaps: the limits and features that planning depends on, constructible by hand in a test.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace papilio {

enum class DeviceClass { cpu, gpu };

struct DeviceCaps {
  std::string name = "generic";
  DeviceClass device_class = DeviceClass::gpu;
  int compute_units = 16;
  int max_threads = 256;              ///< work-items of one work-group
  int warp = 32;                      ///< work-items that run in lockstep
  int registers = 128;                ///< 32-bit registers a work-item may use without spilling
  std::int64_t local_memory = 32768;  ///< bytes of one work-group
  // What the work-groups that a compute unit holds at once share
  int unit_threads = 1024;
  int unit_registers = 65536;
  std::int64_t unit_local_memory = 65536;
  double bandwidth = 4e11;       ///< bytes a second that a copy reads and writes
  std::int64_t fast_memory = 0;  ///< CPU: bytes of the cache private to one core (L2); 0 = unknown
  std::int64_t l2_memory = 0;    ///< bytes of the cache shared by all cores
  std::int64_t global_memory = std::int64_t{1} << 32;
  std::int64_t max_allocation = std::int64_t{1} << 30;
  int lanes_f32 = 1;  ///< CPU: floats of one vector register
  int lanes_f64 = 1;
  bool f64 = true;
  int architecture = 0;  ///< CUDA: compute capability, 90 for 9.0; 0 elsewhere
  /// Work-groups may wait for others with smaller numbers, which began before them, and see what those have stored.
  bool fused_launches = false;
  int cluster = 1;  ///< work-groups that may write to each other's local memory; 1: a work-group has its own alone
};

/// Devices to plan for where they are not: each is one machine of its kind, not a limit of what that kind can be.
DeviceCaps cpu_preset();   ///< 8 cores with AVX2: vectors of 8 floats, 1 MiB of L2 cache a core
DeviceCaps gpu_preset();   ///< the least that a desktop GPU has: 256 work-items, 32 KiB
DeviceCaps v3d_preset();   ///< Raspberry Pi 4 and 5, VideoCore VI and VII: 256 work-items, 16 KiB, no f64
DeviceCaps h200_preset();  ///< NVIDIA H200

struct NamedPreset {
  std::string_view name;  ///< "cpu", "gpu", "v3d", "h200"
  DeviceCaps (*caps)();
};
std::span<const NamedPreset> caps_presets();
/// Throws Error(invalid_argument) listing the names.
DeviceCaps caps_preset(std::string_view name);

}  // namespace papilio
