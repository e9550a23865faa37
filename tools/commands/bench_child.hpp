// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// `papilio bench` in processes of its own: it measures plan times with empty caches, and tries what may end a process.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace papilio::tool {

struct BenchChild {
  std::string plan_time_of;           ///< a token
  std::vector<std::string> trial_of;  ///< a module and a token
};

/// Hidden options, for this program itself; all others but the device are ignored with one of them.
void add_child_options(CLI::App& command, BenchChild& child);
/// Whether this is such a process, which has then done its work.
bool run_child(const BenchChild& child, const std::string& device);

}  // namespace papilio::tool
