// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Files that come with the command and are found relative to it: peer modules and suites.
#pragma once

#include <string>
#include <vector>

namespace papilio::bench {

/// The path of papilio-NAME.so; empty if there is none. $PAPILIO_BENCH_DIR is searched first.
std::string module_file(const std::string& name);

/// The path of a suite by name ("powers-of-two"); empty if there is none.
std::string suite_file(const std::string& name);
/// The names of all suites, sorted.
std::vector<std::string> suite_names();

}  // namespace papilio::bench
