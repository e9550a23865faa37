// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/device_caps.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <papilio/error.hpp>

namespace papilio {
namespace {

constexpr std::int64_t kib = 1024;
constexpr std::int64_t mib = 1024 * kib;
constexpr std::int64_t gib = 1024 * mib;

// Presets of AMD's and Intel's GPUs, from the makers' manuals. None was run on its hardware: docs/devices.md says what
// their compilers made of the kernels.

struct GpuFacts {
  const char* name;
  int compute_units;
  int warp;
  int registers;  ///< of a work-item
  int required_warp;
  int unit_threads;           ///< work-items that a compute unit holds
  int unit_registers;         ///< of 32 bits
  std::int64_t local_memory;  ///< bytes of a work-group, and of a compute unit:
  std::int64_t unit_local_memory;
  double bandwidth;        ///< bytes a second
  std::int64_t l2_memory;  ///< bytes of the last cache before memory
  std::int64_t memory;
  double clock_rate;
  int f32_lanes;
  double f64_rate;  ///< 0: no f64
};

// AMD Instinct MI200 and CDNA 3, ISA guides and white papers: four SIMDs a compute unit, each with 8 waves of 64 and
// 512 registers, half of them accumulators; 64 KiB of LDS. A die of an MI250 is a device of its own: 104 compute units,
// 8 MiB of L2, 1.6 TB/s. MI300X: 304 compute units, 256 MiB of Infinity Cache, 5.3 TB/s. Packed f32 is not counted.
//
// RDNA 2 and RDNA 3, the same: two SIMDs of 32 lanes a compute unit, each with 16 waves and 128 KiB of registers (Navi
// 31: 192 KiB); a work-group has up to 64 KiB of the 128 KiB of LDS that two compute units share. Infinity Cache of the
// RX 6900 XT 128 MiB, of the RX 7900 XTX 96 MiB; f64 at a sixteenth. Dual issue is not counted.
//
// Intel, oneAPI GPU Optimization Guide and guides to Xe-HPG and Xe-HPC: 128 lanes a Xe core, each of its vector engines
// with 8 threads of 128 registers, which are 8 lanes wide in Xe-HPG and 16 in Xe-HPC. A stack of a Max 1550 is a device
// of its own: 64 Xe cores, 204 MiB of L2, half of 3.28 TB/s. Xe-HPG has no f64.
constexpr GpuFacts gpu_facts[] = {
    {"mi250", 104, 64, 256, 0, 2048, 131072, 64 * kib, 64 * kib, 1.6e12, 8 * mib, 64 * gib, 1.7e9, 64, 1},
    {"mi300", 304, 64, 256, 0, 2048, 131072, 64 * kib, 64 * kib, 5.3e12, 256 * mib, 192 * gib, 2.1e9, 64, 1},
    {"rx6900", 80, 32, 256, 0, 1024, 65536, 64 * kib, 64 * kib, 5.12e11, 128 * mib, 16 * gib, 2.25e9, 64, 1.0 / 16},
    {"rx7900", 96, 32, 256, 0, 1024, 98304, 64 * kib, 64 * kib, 9.6e11, 96 * mib, 24 * gib, 2.5e9, 64, 1.0 / 16},
    {"arc-a770", 32, 8, 128, 0, 1024, 131072, 64 * kib, 128 * kib, 5.6e11, 16 * mib, 16 * gib, 2.1e9, 128, 0},
    {"max-1550", 64, 16, 128, 16, 1024, 131072, 128 * kib, 128 * kib, 1.64e12, 204 * mib, 64 * gib, 1.6e9, 128, 1}};

template <std::size_t number>
DeviceCaps preset() {
  constexpr const GpuFacts& gpu = gpu_facts[number];
  DeviceCaps caps;
  caps.name = std::string("preset ") + gpu.name;
  caps.compute_units = gpu.compute_units;
  caps.max_threads = 1024;
  caps.warp = gpu.warp;
  caps.registers = gpu.registers;
  caps.holds_addresses = true;
  caps.required_warp = gpu.required_warp;
  caps.local_memory = gpu.local_memory;
  caps.unit_threads = gpu.unit_threads;
  caps.unit_registers = gpu.unit_registers;
  caps.unit_local_memory = gpu.unit_local_memory;
  caps.reserved_local_memory = 0;
  caps.clock_rate = gpu.clock_rate;
  caps.f32_lanes = gpu.f32_lanes;
  caps.f64 = gpu.f64_rate > 0;
  if (caps.f64) caps.f64_rate = gpu.f64_rate;
  caps.bandwidth = gpu.bandwidth;
  caps.l2_memory = gpu.l2_memory;
  caps.global_memory = caps.max_allocation = gpu.memory;
  return caps;
}

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
  caps.f32_lanes = 64;  // of the model: a QPU starts 4
  caps.local_bandwidth = 64;
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

// The limits that every device has without asking for more (https://www.w3.org/TR/webgpu/#limits, "Default").
DeviceCaps webgpu_preset() {
  DeviceCaps caps;
  caps.name = "preset webgpu";
  caps.max_threads = 256;
  caps.local_memory = 16 * kib;
  caps.max_binding = caps.max_allocation = 128 * mib;
  caps.f64 = false;
  caps.exact_floats = false;
  caps.shader.int64 = false;
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

std::span<const NamedPreset> caps_presets() {
  static constexpr NamedPreset presets[] = {{"cpu", cpu_preset},
                                            {"gpu", gpu_preset},
                                            {"v3d", v3d_preset},
                                            {"v3d4", v3d4_preset},
                                            {"v3d5", v3d5_preset},
                                            {"h200", h200_preset},
                                            {"webgpu", webgpu_preset},
                                            {gpu_facts[0].name, preset<0>},
                                            {gpu_facts[1].name, preset<1>},
                                            {gpu_facts[2].name, preset<2>},
                                            {gpu_facts[3].name, preset<3>},
                                            {gpu_facts[4].name, preset<4>},
                                            {gpu_facts[5].name, preset<5>}};
  return presets;
}

DeviceCaps caps_preset(std::string_view name) {
  std::string names;
  for (const NamedPreset& preset : caps_presets()) {
    if (preset.name == name) return preset.caps();
    names += fmt::format("{}{}", names.empty() ? "" : ", ", preset.name);
  }
  throw Error::invalid_argument(fmt::format("device preset '{}'", name), "no such preset", "known presets: " + names);
}

}  // namespace papilio
