// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <papilio/error.hpp>
#include <stdexcept>
#include <string>

namespace papilio::test {

/// The error that `action` throws; without one the test ends here and has failed.
template <class Thrown = Error>
Thrown error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Thrown& error) {
    return error;
  }
  throw std::logic_error("no error was thrown");
}

/// The message of the error that `action` throws, or `none`.
inline std::string message_of(const std::function<void()>& action, std::string none = {}) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return none;
}

/// The same of an error that must have this code.
inline std::string message_of(ErrorCode code, const std::function<void()>& action, std::string none = {}) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  return none;
}

}  // namespace papilio::test
