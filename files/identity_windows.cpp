// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <windows.h>

#include "files/identity.hpp"

namespace papilio::files {
namespace {

std::optional<Identity> identity_of_handle(HANDLE file) {
  BY_HANDLE_FILE_INFORMATION facts{};
  if (::GetFileInformationByHandle(file, &facts) == 0) return std::nullopt;
  return Identity{facts.dwVolumeSerialNumber, std::uint64_t{facts.nFileIndexHigh} << 32 | facts.nFileIndexLow};
}

}  // namespace

std::optional<Identity> identity_of(const std::filesystem::path& path) {
  constexpr DWORD everything = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  // FILE_FLAG_BACKUP_SEMANTICS: folders too.
  const HANDLE file =
      ::CreateFileW(path.c_str(), 0, everything, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (file == INVALID_HANDLE_VALUE) return std::nullopt;
  const std::optional<Identity> identity = identity_of_handle(file);
  ::CloseHandle(file);
  return identity;
}

std::optional<Identity> identity_of_standard_input() { return identity_of_handle(::GetStdHandle(STD_INPUT_HANDLE)); }

}  // namespace papilio::files
