// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The first Vulkan device, and the one that PAPILIO_OTHER_VULKAN makes of it.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <functional>
#include <papilio/papilio.hpp>
#include <string>
#include <string_view>

#include "support/error_of.hpp"
#include "support/reference.hpp"

namespace papilio::test {

/// The device that tests/support/other_vulkan is asked for; empty: the driver's own.
inline std::string other_vulkan() {
  const char* chosen = std::getenv("PAPILIO_OTHER_VULKAN");
  return chosen != nullptr ? chosen : "";
}

class OnVulkan : public testing::Test {
 protected:
  void SetUp() override {
    const DeviceList list = list_devices();
    for (const DeviceInfo& info : list.devices) {
      if (info.backend == Backend::vulkan) id_ = info.id;
      if (!id_.empty()) break;
    }
    if (id_.empty()) GTEST_SKIP() << "no device 'vulkan:0' to test on: " << testing::PrintToString(list.notes);
  }

  std::string id_;
};

}  // namespace papilio::test
