// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Name and version of the operating system, and what it says about files and the user: system_posix.cpp,
// system_windows.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/doctor/machine.hpp"

namespace papilio::tool {

// And system_facts() of machine.hpp.

/// "mode 0700"; "no mode" on Windows.
std::string mode_text(const std::filesystem::path& folder);
bool can_be_written(const std::filesystem::path& folder);

/// "NAME=VALUE", in no order.
std::vector<std::string> environment_entries();

/// Sets a variable of this process; drivers that are loaded later see it.
void set_environment(const char* variable, const std::string& value);

/// Names that the environment and the system have for the user's home folder.
std::vector<std::string> home_folders();

}  // namespace papilio::tool
