// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <io.h>
#include <windows.h>

#include <array>
#include <cstdlib>

#include "bench/host.hpp"
#include "bench/machine.hpp"

namespace papilio::bench {

std::string processor_name() {
  std::array<char, 256> name{};
  DWORD size = name.size();
  const LSTATUS status = ::RegGetValueA(HKEY_LOCAL_MACHINE, "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                                        "ProcessorNameString", RRF_RT_REG_SZ, nullptr, name.data(), &size);
  return status == ERROR_SUCCESS ? name.data() : "unknown CPU";
}

// Windows has no such figure.
double load_average() { return -1; }

std::filesystem::path program_file() {
  std::array<wchar_t, 32768> name{};  // the longest path
  const DWORD length = ::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
  return length < name.size() ? std::filesystem::path(name.data(), name.data() + length) : std::filesystem::path();
}

bool takes_files(const std::filesystem::path& folder) {
  constexpr int for_writing = 2;
  return ::_waccess(folder.c_str(), for_writing) == 0;
}

void set_unless_set(const char* variable, const char* value) {
  if (std::getenv(variable) == nullptr) ::_putenv_s(variable, value);
}

// All libraries of a Windows process find each other.
bool make_global(const std::string& library) {
  return ::GetModuleHandleW(std::filesystem::path(library).c_str()) != nullptr;
}

}  // namespace papilio::bench
