// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <system_error>
#include <utility>

#include "files/target.hpp"
#include "files/target_parts.hpp"

namespace papilio::files {
namespace {

namespace fs = std::filesystem;

Target replaced(const fs::path& path, const fs::file_status& status) {
  if ((status.permissions() & fs::perms::owner_write) == fs::perms::none) {
    throw refused_target(path, "it is read-only", "choose another name, or allow it: attrib -r");
  }
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  if (error) throw refused_target(path, error.message());
  return {std::move(real), std::nullopt, Descriptor()};
}

/// NUL, CON and pipes, which std::filesystem does not see; none for files and folders.
Descriptor open_device(const fs::path& path) {
  const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                                    OPEN_EXISTING, 0, nullptr);
  if (file == INVALID_HANDLE_VALUE) return Descriptor();
  if (::GetFileType(file) == FILE_TYPE_DISK) {
    ::CloseHandle(file);
    return Descriptor();
  }
  return Descriptor(::_open_osfhandle(reinterpret_cast<std::intptr_t>(file), _O_WRONLY | _O_BINARY));
}

}  // namespace

Target target_of(const fs::path& path) {
  if (path.empty()) throw Error::io("file name ''", "is empty", "name the file to write");
  if (Descriptor device = open_device(path)) return {path, std::nullopt, std::move(device)};
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  switch (status.type()) {
    case fs::file_type::not_found:
      return new_target(path);
    case fs::file_type::regular:
      return replaced(path, status);
    case fs::file_type::directory:
      throw refused_target(path, "it is a folder", "name a file in it");
    case fs::file_type::none:
      throw refused_target(path, error.message());
    default:
      throw refused_target(path, "it is no regular file");
  }
}

// The folder gives them.
void give_rights(int, const std::optional<Rights>&) {}

// Windows writes the names of folders by itself.
void sync_folder_of(const fs::path&) {}

void put_in_place(const fs::path& from, const fs::path& wanted) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(wanted, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw refused_target(wanted, "meanwhile something else than a regular file has come there");
  }
  if (::MoveFileExW(from.c_str(), wanted.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) == 0) {
    throw refused_target(wanted, std::system_category().message(static_cast<int>(::GetLastError())));
  }
}

}  // namespace papilio::files
