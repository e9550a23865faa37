// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the devices report: Mesa's v3dv_device.c (24.0), which has 16 KiB of shared memory up to 24.x.
#pragma once

#include <cstdint>
#include <string_view>

namespace papilio::test {

struct OtherDevice {
  std::string_view value;  ///< of PAPILIO_OTHER_VULKAN
  const char* name = nullptr;
  bool limited = false;  ///< by the constants below
  bool shuffles = true;  ///< subgroup operations beyond BASIC
  bool wrong = false;
  bool addresses = true;
  std::uint32_t multiprocessors = 0;  ///< reported by VK_NV_shader_sm_builtins; 0: the device lacks the extension
};

inline constexpr OtherDevice other_devices[] = {
    {.value = "v3d4", .name = "V3D 4.2 (limits on another device)", .limited = true, .shuffles = false},
    {.value = "v3d5", .name = "V3D 7.1 (limits on another device)", .limited = true},
    {.value = "wrong", .name = "a driver that computes wrong results", .wrong = true},
    {.value = "nvidia", .name = "a GPU of 132 multiprocessors", .multiprocessors = 132},
    {.value = "no-addresses", .name = "a device without buffer addresses", .addresses = false},
};

inline constexpr std::uint32_t most_invocations = 256;
inline constexpr std::uint32_t most_groups = 65535;
inline constexpr std::uint32_t shared_bytes = 16384;
inline constexpr std::uint32_t subgroup_size = 16;
inline constexpr std::uint32_t storage_buffers = 8;
inline constexpr std::uint32_t push_bytes = 128;
inline constexpr std::uint32_t offset_alignment = 32;
inline constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;  ///< of a binding, a buffer and an allocation

}  // namespace papilio::test
