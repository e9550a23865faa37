// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the operating system knows about the machine and about this program: host_posix.cpp, host_windows.cpp.
// load_average() of machine.hpp is there too.
#pragma once

#include <filesystem>
#include <string>

namespace papilio::bench {

/// "unknown CPU" where the system does not tell.
std::string processor_name();

/// The file of this program; empty where the system does not tell.
std::filesystem::path program_file();

bool takes_files(const std::filesystem::path& folder);

/// Sets a variable of this program's environment, for libraries opened later; the user's own value stays.
void set_unless_set(const char* variable, const char* value);

/// Lets other libraries find the functions of one that is open. False where it is not.
bool make_global(const std::string& library);

}  // namespace papilio::bench
