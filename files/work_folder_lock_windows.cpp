// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <papilio/error.hpp>
#include <system_error>

#include "files/target.hpp"
#include "files/work_folder_lock.hpp"

namespace papilio::files {

namespace fs = std::filesystem;

// A file in it, which no other process can open and which goes when it is closed.
Descriptor take_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directory(path, error);
  if (error) {
    throw Error::io(path.string(), "the folder for the work cannot be made: " + error.message(),
                    "write the result elsewhere");
  }
  const HANDLE file = ::CreateFileW((path / "lock").c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr,
                                    OPEN_ALWAYS, FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  if (file == INVALID_HANDLE_VALUE) {
    if (::GetLastError() == ERROR_SHARING_VIOLATION) {
      throw Error::io(path.string(), "another process is at this work", "wait for it, or write the result elsewhere");
    }
    const std::string why = std::system_category().message(static_cast<int>(::GetLastError()));
    throw Error::io(path.string(), "the folder for the work cannot be opened: " + why, "remove it");
  }
  return Descriptor(::_open_osfhandle(reinterpret_cast<std::intptr_t>(file), _O_RDWR | _O_BINARY));
}

void leave_folder(const fs::path& path, Descriptor& lock) {
  lock.close();
  ::RemoveDirectoryW(path.c_str());
}

}  // namespace papilio::files
