// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DeviceCaps: the limits and features of a device that planning depends on. Tests may construct it by hand.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace papilio {

enum class DeviceClass { cpu, gpu };

/// Of a Vulkan device: what SPIR-V for it may use.
struct ShaderFeatures {
  bool int64 = true;  ///< without: indices have 32 bits, which limits the size of problems
  bool preserve_denormals_f32 = false;
  bool preserve_denormals_f64 = false;
  bool round_to_nearest_f32 = false;
  bool round_to_nearest_f64 = false;
  bool addresses = false;  ///< the kernel is given addresses of its buffers, which may then have any size
};

struct DeviceCaps {
  std::string name = "generic";
  DeviceClass device_class = DeviceClass::gpu;
  int compute_units = 16;
  int max_threads = 256;         ///< work-items of one work-group
  int warp = 32;                 ///< work-items that run in lockstep
  int registers = 128;           ///< 32-bit registers that a work-item can use without spilling
  bool holds_addresses = false;  ///< GPU: the compiler keeps addresses in registers, and does not compute them again
  int required_warp = 0;  ///< OpenCL: width of a subgroup that kernels ask the compiler for; 0: the compiler's choice
  std::int64_t local_memory = 32768;  ///< bytes per work-group
  // Shared by all work-groups that are resident on a compute unit.
  int unit_threads = 1024;
  int unit_registers = 65536;
  std::int64_t unit_local_memory = 65536;
  std::int64_t reserved_local_memory = 1024;  ///< bytes of each work-group that the system takes of it
  // Rates of a compute unit at its highest clock.
  double clock_rate = 1.7e9;     ///< cycles per second, at which the model of kernels was fitted
  int f32_lanes = 128;           ///< GPU: f32 operations of work-items that begin in a cycle
  double f64_rate = 0.5;         ///< the same in f64, relative to f32
  int local_bandwidth = 128;     ///< bytes of local memory that it accesses in a cycle
  double bandwidth = 4e11;       ///< bytes per second that a copy reads and writes
  std::int64_t fast_memory = 0;  ///< CPU: bytes of the cache private to one core (L2); 0 = unknown
  std::int64_t l2_memory = 0;    ///< bytes of the cache shared by all cores
  std::int64_t global_memory = std::int64_t{1} << 32;
  std::int64_t max_allocation = std::int64_t{1} << 30;
  int lanes_f32 = 1;  ///< CPU: floats of one vector register
  int lanes_f64 = 1;
  bool f64 = true;
  bool exact_fma = true;     ///< fma rounds once; otherwise like a product and a sum
  bool exact_floats = true;  ///< compilers neither contract nor reassociate what kernels compute
  int architecture = 0;      ///< CUDA: compute capability, 90 for 9.0; 0 elsewhere
  /// True if a work-group may wait for work-groups with smaller numbers, which started earlier, and sees what they
  /// stored.
  bool fused_launches = false;
  ShaderFeatures shader;         ///< Vulkan
  std::int64_t max_binding = 0;  ///< Vulkan: bytes of a buffer that a kernel without addresses reaches; 0: all
  bool addresses = false;        ///< Vulkan: kernels may be given addresses
  int cluster = 1;  ///< largest cluster of work-groups that may write to each other's local memory; 1: no clusters
};

/// Devices to plan for without having them. Each describes one machine of its kind, not the limit of that kind.
/// The presets of AMD's and Intel's GPUs have names alone (caps_preset()).
DeviceCaps cpu_preset();     ///< 8 cores with AVX2: vectors of 8 floats, 1 MiB of L2 cache per core
DeviceCaps gpu_preset();     ///< the minimum of a desktop GPU: 256 work-items, 32 KiB
DeviceCaps v3d_preset();     ///< Raspberry Pi 4 and 5, VideoCore VI and VII: 256 work-items, 16 KiB, no f64
DeviceCaps v3d4_preset();    ///< Raspberry Pi 4 through Vulkan
DeviceCaps v3d5_preset();    ///< Raspberry Pi 5 through Vulkan
DeviceCaps h200_preset();    ///< NVIDIA H200
DeviceCaps webgpu_preset();  ///< a GPU behind WebGPU: 256 work-items, 16 KiB, bindings of 128 MiB, no f64

struct NamedPreset {
  std::string_view name;  ///< "cpu", "gpu", "v3d", "v3d4", "v3d5", "h200", "webgpu", "mi250", …
  DeviceCaps (*caps)();
};
std::span<const NamedPreset> caps_presets();
/// Throws Error(invalid_argument) with the list of names if there is no such preset.
DeviceCaps caps_preset(std::string_view name);

}  // namespace papilio
