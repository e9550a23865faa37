// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/device_caps.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio {
namespace {

TEST(CapsPresets, AreFoundByName) {
  EXPECT_EQ(caps_presets().size(), 6U);
  for (const NamedPreset& preset : caps_presets()) {
    const DeviceCaps caps = caps_preset(preset.name);
    EXPECT_EQ(caps.name, "preset " + std::string(preset.name));
    EXPECT_EQ(caps.device_class, preset.name == "cpu" ? DeviceClass::cpu : DeviceClass::gpu);
    EXPECT_LE(caps.max_allocation, caps.global_memory);
  }
  EXPECT_EQ(caps_preset("v3d").local_memory, 16384);
  EXPECT_FALSE(caps_preset("v3d").f64);
}

TEST(CapsPresets, AnUnknownNameListsTheOthers) {
  const Error error = test::error_of([&] { caps_preset("abacus"); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("known presets: cpu, gpu, v3d, v3d4, v3d5, h200"));
}

}  // namespace
}  // namespace papilio
