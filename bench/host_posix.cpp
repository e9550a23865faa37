// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <system_error>

#include "bench/host.hpp"
#include "bench/machine.hpp"

namespace papilio::bench {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown CPU";
}

double load_average() {
  double load = -1;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

std::filesystem::path program_file() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);  // empty on error
}

bool takes_files(const std::filesystem::path& folder) { return ::access(folder.c_str(), W_OK | X_OK) == 0; }

void set_unless_set(const char* variable, const char* value) {
  constexpr int keep_the_user_s = 0;
  ::setenv(variable, value, keep_the_user_s);
}

bool make_global(const std::string& library) {
  return ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) != nullptr;
}

}  // namespace papilio::bench
