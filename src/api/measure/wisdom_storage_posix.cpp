// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "api/measure/wisdom_file.hpp"
#include "api/measure/wisdom_storage.hpp"

namespace papilio::api {

namespace fs = std::filesystem;

runtime::FileDescriptor open_lock_file(const fs::path& path) {
  return runtime::FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

LockState try_lock(int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return LockState::held;
  return errno == EWOULDBLOCK || errno == EINTR ? LockState::of_another : LockState::failed;
}

void replace_wisdom(const fs::path& path, std::string_view text) {
  struct stat before {};
  const bool exists = ::stat(path.c_str(), &before) == 0;
  if (exists && (before.st_mode & 0222) == 0) refuse_wisdom(path, "it is read-only", "make it writable");
  std::string temporary = path.string() + ".XXXXXX";
  bool written = false;
  {
    const runtime::FileDescriptor out = runtime::make_file(temporary);
    if (!out) refuse_wisdom_by_errno(path);
    written = (!exists || ::fchmod(out.get(), before.st_mode & 0755) == 0) && runtime::write_all(out.get(), text) &&
              ::fsync(out.get()) == 0;
  }
  if (written && ::rename(temporary.c_str(), path.c_str()) == 0) return;
  const int error = errno;
  ::unlink(temporary.c_str());
  errno = error;
  refuse_wisdom_by_errno(path);
}

}  // namespace papilio::api
