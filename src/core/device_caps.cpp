// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/device_caps.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

namespace papilio {
namespace {

constexpr std::int64_t kib = 1024;
constexpr std::int64_t mib = 1024 * kib;
constexpr std::int64_t gib = 1024 * mib;

constexpr NamedPreset presets[] = {{"cpu", cpu_preset},   {"gpu", gpu_preset},   {"v3d", v3d_preset},
                                   {"v3d4", v3d4_preset}, {"v3d5", v3d5_preset}, {"h200", h200_preset}};

}  // namespace

DeviceCaps cpu_preset() {
  DeviceCaps caps;
  caps.name = "preset cpu";
  caps.device_class = DeviceClass::cpu;
  caps.compute_units = 8;
  caps.max_threads = 4096;  // PoCL's value
  caps.warp = 1;
  caps.local_memory = caps.fast_memory = mib;
  caps.l2_memory = 32 * mib;
  caps.global_memory = 16 * gib;
  caps.max_allocation = 4 * gib;
  caps.lanes_f32 = 8;
  caps.lanes_f64 = 4;
  return caps;
}

DeviceCaps gpu_preset() {
  DeviceCaps caps;
  caps.name = "preset gpu";
  return caps;
}

// The limits are maxComputeWorkGroupInvocations and maxComputeSharedMemorySize of Mesa's v3dv driver; 16 QPU lanes run
// in lockstep. Two threads share a QPU's registers and get 64 each, as Mesa's register allocator counts them.
DeviceCaps v3d_preset() {
  DeviceCaps caps;
  caps.name = "preset v3d";
  caps.compute_units = 8;
  caps.max_threads = 256;
  caps.warp = 16;
  caps.registers = 64;
  caps.local_memory = 16 * kib;
  caps.unit_threads = 256;
  caps.unit_registers = 16384;
  caps.unit_local_memory = 16 * kib;
  caps.bandwidth = 8e9;
  caps.global_memory = gib;
  caps.max_allocation = gib;
  caps.f64 = false;
  return caps;
}

// Neither has 64-bit integers in shaders; both reach buffers of any size by address.
DeviceCaps v3d4_preset() {
  DeviceCaps caps = v3d_preset();
  caps.name = "preset v3d4";
  caps.shader.int64 = false;
  caps.max_binding = gib;
  caps.addresses = true;
  return caps;
}

DeviceCaps v3d5_preset() {
  DeviceCaps caps = v3d4_preset();
  caps.name = "preset v3d5";
  caps.compute_units = 12;
  caps.bandwidth = 1.7e10;
  return caps;
}

// CUDA C++ Programming Guide, compute capability 9.0: 227 KiB of shared memory per block, 255 registers per thread.
// Data sheet: 132 SMs, 50 MiB of L2 cache, 141 GB.
DeviceCaps h200_preset() {
  DeviceCaps caps;
  caps.name = "preset h200";
  caps.compute_units = 132;
  caps.max_threads = 1024;
  caps.warp = 32;
  caps.registers = 255;
  caps.local_memory = 227 * kib;
  caps.unit_threads = 2048;
  caps.unit_registers = 65536;
  caps.unit_local_memory = 228 * kib;
  caps.bandwidth = 4.2e12;
  caps.l2_memory = 50 * mib;
  caps.global_memory = 141'000'000'000;
  caps.max_allocation = 141'000'000'000;
  caps.architecture = 90;
  caps.fused_launches = true;
  caps.cluster = 8;
  return caps;
}

std::span<const NamedPreset> caps_presets() { return presets; }

DeviceCaps caps_preset(std::string_view name) {
  std::string names;
  for (const NamedPreset& preset : presets) {
    if (preset.name == name) return preset.caps();
    names += fmt::format("{}{}", names.empty() ? "" : ", ", preset.name);
  }
  throw Error::invalid_argument(fmt::format("device preset '{}'", name), "no such preset", "known presets: " + names);
}

}  // namespace papilio
