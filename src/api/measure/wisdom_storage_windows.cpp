// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/locking.h>
#include <sys/stat.h>
#include <windows.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "api/measure/wisdom_file.hpp"
#include "api/measure/wisdom_storage.hpp"

namespace papilio::api {

namespace fs = std::filesystem;

runtime::FileDescriptor open_lock_file(const fs::path& path) {
  int file = -1;
  ::_wsopen_s(&file, path.c_str(), _O_RDWR | _O_CREAT | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, _S_IREAD | _S_IWRITE);
  return runtime::FileDescriptor(file);
}

LockState try_lock(int descriptor) {
  OVERLAPPED first_byte{};
  const auto file = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
  if (::LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &first_byte) != 0) {
    return LockState::held;
  }
  if (::GetLastError() == ERROR_LOCK_VIOLATION || ::GetLastError() == ERROR_IO_PENDING) return LockState::of_another;
  errno = ENOLCK;
  return LockState::failed;
}

void replace_wisdom(const fs::path& path, std::string_view text) {
  std::error_code error;
  const fs::file_status before = fs::status(path, error);
  if (fs::exists(before) && (before.permissions() & fs::perms::owner_write) == fs::perms::none) {
    refuse_wisdom(path, "it is read-only", "make it writable");
  }
  std::string temporary = path.string() + ".XXXXXX";
  bool written = false;
  {
    const runtime::FileDescriptor out = runtime::make_file(temporary);
    if (!out) refuse_wisdom_by_errno(path);
    written = runtime::write_all(out.get(), text) && ::_commit(out.get()) == 0;
  }
  if (!written) {
    const int number = errno;
    fs::remove(temporary, error);
    errno = number;
    refuse_wisdom_by_errno(path);
  }
  fs::rename(temporary, path, error);
  if (!error) return;
  std::error_code ignored;
  fs::remove(temporary, ignored);
  refuse_wisdom(path, error.message(), "set PAPILIO_WISDOM to a file that can be written, or to off");
}

}  // namespace papilio::api
