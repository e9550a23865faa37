// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "fixture.hpp"
#include "support/faulty_vulkan/faulty_vulkan.hpp"

namespace papilio::test {
namespace {

/// Must run before the process opens its library.
const bool library_is_chosen = setenv("PAPILIO_VULKAN_LIBRARY", PAPILIO_FAULTY_VULKAN, 1) == 0;

FaultyDriver* faulty_vulkan() {
  static auto* const state = state_of<decltype(faulty_vulkan_state)>(PAPILIO_FAULTY_VULKAN, "faulty_vulkan_state");
  return state;
}

class VulkanFaultsTest : public FaultyDriverTest {
 protected:
  VulkanFaultsTest() : FaultyDriverTest("vulkan:0", faulty_vulkan()) {}
};

TEST_F(VulkanFaultsTest, EveryCallWithEveryStatusFromTheCache) { fail_each(/*variants=*/99); }

TEST_F(VulkanFaultsTest, EveryCallWithoutACache) {
  setenv("PAPILIO_CACHE", "off", 1);
  fail_each(/*variants=*/1);
  unsetenv("PAPILIO_CACHE");
}

TEST_F(VulkanFaultsTest, TheDeviceIsLostInTheMiddle) { fail_each(/*variants=*/1, Fault::for_good); }

}  // namespace
}  // namespace papilio::test
