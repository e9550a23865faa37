// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "backend/opencl/pocl_cache.hpp"
#include "backend/opencl/pocl_cache_lock.hpp"
#include "core/hash.hpp"

namespace papilio::backend::opencl {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds patience(60);
constexpr std::chrono::milliseconds pause(2);

int open_lock_file() {
  const std::filesystem::path folder = pocl_cache_folder();
  if (folder.empty()) return -1;
  return ::open((folder / "papilio.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/// A program's byte of the lock file, which has none: locks may be beyond the end. 40 bits are enough, because programs
/// that share a byte only wait for each other.
off_t byte_of(std::string_view program) {
  return static_cast<off_t>(std::strtoull(hash_hex(program).substr(0, 10).c_str(), nullptr, 16));
}

}  // namespace

PoclCacheLock::PoclCacheLock(std::string_view program) : file_(open_lock_file()) {
  if (!file_) return;
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = byte_of(program);
  range.l_len = 1;
  const steady_clock::time_point end = steady_clock::now() + patience;
  // Locks of the open file: those of the process would be shared by its threads, and lost when another file is closed.
  while (::fcntl(file_.get(), F_OFD_SETLK, &range) != 0) {
    const bool held = errno == EAGAIN || errno == EACCES || errno == EINTR;
    if (!held || steady_clock::now() > end) return;
    std::this_thread::sleep_for(pause);
  }
}

/// Not only closed: a process that has been forked meanwhile has the open file as well, and would keep its lock.
PoclCacheLock::~PoclCacheLock() {
  if (!file_) return;
  struct flock range {};
  range.l_type = F_UNLCK;
  range.l_whence = SEEK_SET;  // from 0 to the end: this file has one lock
  ::fcntl(file_.get(), F_OFD_SETLK, &range);
}

bool set_time_to_now(const std::filesystem::path& file) {
  const runtime::FileDescriptor opened(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  struct stat status {};
  return opened && ::fstat(opened.get(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::futimens(opened.get(), nullptr) == 0;
}

}  // namespace papilio::backend::opencl
