// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "tools/doctor/system.hpp"

#ifdef __APPLE__
extern char** environ;  // which macOS declares nowhere
#endif

namespace papilio::tool {
namespace {

/// Returns the rest of the first line of the file that begins with `key`.
std::string value_in(const char* file, std::string_view key) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(key)) continue;
    line.erase(0, key.size());
    std::erase(line, '"');
    const std::size_t begin = line.find_first_not_of(" \t:=");
    return begin == std::string::npos ? std::string() : line.substr(begin);
  }
  return {};
}

}  // namespace

SystemFacts system_facts() {
  SystemFacts facts;
  facts.name = value_in("/etc/os-release", "PRETTY_NAME=");
  utsname names{};
  if (::uname(&names) == 0) facts.kernel = fmt::format("{} {} {}", names.sysname, names.release, names.machine);
  facts.processor = value_in("/proc/cpuinfo", "model name");
  facts.processors = static_cast<int>(std::max(0L, ::sysconf(_SC_NPROCESSORS_ONLN)));
  facts.memory = std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
  return facts;
}

std::string mode_text(const std::filesystem::path& folder) {
  struct stat status {};
  return ::stat(folder.c_str(), &status) == 0 ? fmt::format("mode {:04o}", status.st_mode & 07777U) : std::string();
}

bool can_be_written(const std::filesystem::path& folder) { return ::access(folder.c_str(), W_OK | X_OK) == 0; }

std::vector<std::string> environment_entries() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

void set_environment(const char* variable, const std::string& value) { ::setenv(variable, value.c_str(), 1); }

std::vector<std::string> home_folders() {
  std::vector<std::string> homes;
  if (const char* const named = std::getenv("HOME")) homes.emplace_back(named);
  if (const passwd* const entry = ::getpwuid(::getuid())) homes.emplace_back(entry->pw_dir);
  return homes;
}

}  // namespace papilio::tool
