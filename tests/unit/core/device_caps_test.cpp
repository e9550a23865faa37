// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/device_caps.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio {
namespace {

TEST(CapsPresets, AreFoundByName) {
  EXPECT_EQ(caps_presets().size(), 13U);
  for (const NamedPreset& preset : caps_presets()) {
    const DeviceCaps caps = caps_preset(preset.name);
    EXPECT_EQ(caps.name, "preset " + std::string(preset.name));
    EXPECT_EQ(caps.device_class, preset.name == "cpu" ? DeviceClass::cpu : DeviceClass::gpu);
    EXPECT_LE(caps.max_allocation, caps.global_memory);
  }
  EXPECT_EQ(caps_preset("v3d").local_memory, 16384);
  EXPECT_FALSE(caps_preset("v3d").f64);
}

// https://www.w3.org/TR/webgpu/#limits
TEST(CapsPresets, OfWebGpuHasItsDefaultLimits) {
  const DeviceCaps caps = caps_preset("webgpu");
  EXPECT_EQ(caps.max_threads, 256);
  EXPECT_EQ(caps.local_memory, 16384);
  EXPECT_EQ(caps.max_binding, 134217728);
  EXPECT_FALSE(caps.f64 || caps.shader.int64 || caps.fused_launches || caps.cluster > 1);
}

TEST(CapsPresets, AComputeUnitHoldsAWorkGroup) {
  for (const NamedPreset& preset : caps_presets()) {
    const DeviceCaps caps = caps_preset(preset.name);
    if (caps.device_class == DeviceClass::cpu) continue;
    EXPECT_LE(caps.max_threads, caps.unit_threads) << preset.name;
    EXPECT_LE(caps.local_memory, caps.unit_local_memory) << preset.name;
    EXPECT_LE(caps.registers * caps.warp, caps.unit_registers) << preset.name;
    EXPECT_EQ(caps.unit_threads % caps.warp, 0) << preset.name;
    EXPECT_GT(caps.f64_rate, 0) << preset.name;
  }
}

TEST(CapsPresets, OfAmdAndIntelHaveTheirLimits) {
  const DeviceCaps mi250 = caps_preset("mi250");
  EXPECT_EQ(mi250.local_memory, 64 * 1024);
  EXPECT_EQ(mi250.warp, 64);
  EXPECT_EQ(mi250.cluster, 1);
  EXPECT_EQ(caps_preset("rx7900").unit_registers, 98304);
  EXPECT_FALSE(caps_preset("arc-a770").f64);
  EXPECT_TRUE(caps_preset("max-1550").f64);
  EXPECT_TRUE(caps_preset("max-1550").holds_addresses);
  EXPECT_TRUE(mi250.holds_addresses);
  EXPECT_FALSE(h200_preset().holds_addresses);
}

TEST(CapsPresets, AnUnknownNameListsTheOthers) {
  const Error error = test::error_of([&] { caps_preset("abacus"); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("known presets: cpu, gpu, v3d, v3d4, v3d5, h200"));
}

}  // namespace
}  // namespace papilio
