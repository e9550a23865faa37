// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A function in a process of its own: child_posix.cpp. Windows has no such process: child_windows.cpp.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace papilio::tool {

struct ChildOutcome {
  std::string result;  ///< what the function returned
  /// Why there is none: "crashed (Segmentation fault)", "did not end within 60 s". Empty if there is one.
  std::string failure;
  std::string last_line;  ///< that it wrote to standard error
};

/// Forks, so this process must have no threads and must not have loaded a driver. The child has its own memory, and it
/// exits without running exit handlers, in which drivers may hang too. Its standard output is discarded. An exception
/// is a failure with its message. Throws std::system_error if no child can be started.
ChildOutcome run_in_child(const std::function<std::string()>& work, std::chrono::milliseconds limit);

}  // namespace papilio::tool
