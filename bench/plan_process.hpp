// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// This program once more: plan_process_posix.cpp. Not on Windows: plan_process_windows.cpp.
#pragma once

#include <string>
#include <vector>

namespace papilio::bench {

/// Runs this program with empty compile caches in place of any others, and returns what it wrote to standard output.
/// Throws Error(io), Error(internal) where it fails, Error(unsupported) on Windows.
std::string run_self_with_fresh_caches(const std::vector<std::string>& arguments);

}  // namespace papilio::bench
