// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs that are run for what they write: compilers that are no libraries. child_process_posix.cpp,
// child_process_windows.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace papilio::runtime {

/// The path of a program: `name` itself where it has a slash, else in the folders of PATH; empty where there is no such
/// program. A process with more rights than its user looks in /usr/bin and /bin only.
std::string find_program(const std::string& name);

struct ChildOutput {
  std::string log;     ///< what it wrote to its standard output and standard error
  std::string result;  ///< what it wrote to result_path
};

/// The name under which a child finds the file of its result, which is in memory.
extern const char* const result_path;

/// Runs a program, without a shell, until it ends. `arguments` begin with its path; `input` is its standard input. How
/// it ended is not told, because processes that ignore SIGCHLD do not learn it. Throws Error(io) where it cannot be
/// started.
ChildOutput run_child(const std::vector<std::string>& arguments, std::string_view input);

}  // namespace papilio::runtime
