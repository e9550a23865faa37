// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The device that tests run on: the one that PAPILIO_TEST_DEVICE selects ("cuda:0", "opencl"), otherwise "auto".
#pragma once

#include <cstdlib>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <string>

namespace papilio::test {

inline std::string test_device_selector() {
  const char* chosen = std::getenv("PAPILIO_TEST_DEVICE");
  return chosen != nullptr && *chosen != '\0' ? chosen : "auto";
}

/// An empty Device if there is no such device; `why` then says so in one line, by which ctest recognises a skipped run.
inline Device open_test_device(std::string& why) {
  const std::string selector = test_device_selector();
  try {
    return Device(selector);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::no_device) throw;
    why = "no device '" + selector + "' to test on: " + error.what();
    return {};
  }
}

}  // namespace papilio::test
