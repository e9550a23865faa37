// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// This program once more: plan_process_posix.cpp. Not on Windows: plan_process_windows.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace papilio::bench {

/// Runs this program with empty compile caches in place of any others, and returns what it wrote to standard output.
/// Throws Error(io), Error(internal) where it fails, Error(unsupported) on Windows.
std::string run_self_with_fresh_caches(const std::vector<std::string>& arguments);

struct SelfEnd {
  std::string why;
  bool killed = false;  ///< by SIGKILL, which somebody else sends: the system, when memory runs out
};

/// Runs this program, silently, and returns how a signal ended it; std::nullopt if it ended by itself, and on Windows.
std::optional<SelfEnd> end_of_self(const std::vector<std::string>& arguments);

}  // namespace papilio::bench
