// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include <cstdlib>
#include <system_error>

#include "tools/doctor/system.hpp"

namespace papilio::tool {
namespace {

/// A text of the registry; empty where there is none.
std::string registry_text(const char* key, const char* value) {
  char text[256] = {};
  DWORD size = sizeof text;
  const LSTATUS status = ::RegGetValueA(HKEY_LOCAL_MACHINE, key, value, RRF_RT_REG_SZ, nullptr, text, &size);
  return status == ERROR_SUCCESS ? text : std::string();
}

}  // namespace

SystemFacts system_facts() {
  constexpr const char* version = "SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion";
  SystemFacts facts;
  facts.name = registry_text(version, "ProductName");
  facts.kernel = fmt::format("Windows NT {} build {}", registry_text(version, "CurrentVersion"),
                             registry_text(version, "CurrentBuildNumber"));
  facts.processor = registry_text("HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0", "ProcessorNameString");
  SYSTEM_INFO system{};
  ::GetSystemInfo(&system);
  facts.processors = static_cast<int>(system.dwNumberOfProcessors);
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  if (::GlobalMemoryStatusEx(&memory) != 0) facts.memory = static_cast<std::int64_t>(memory.ullTotalPhys);
  return facts;
}

std::string mode_text(const std::filesystem::path&) { return "no mode"; }

bool can_be_written(const std::filesystem::path& folder) {
  constexpr int for_writing = 2;
  return ::_waccess(folder.c_str(), for_writing) == 0;
}

std::vector<std::string> environment_entries() {
  std::vector<std::string> entries;
  for (char** entry = _environ; entry != nullptr && *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

void set_environment(const char* variable, const std::string& value) { ::_putenv_s(variable, value.c_str()); }

std::vector<std::string> home_folders() {
  std::vector<std::string> homes;
  for (const char* name : {"USERPROFILE", "HOME"}) {
    if (const char* const named = std::getenv(name)) homes.emplace_back(named);
  }
  return homes;
}

}  // namespace papilio::tool
