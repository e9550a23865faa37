// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <papilio/error.hpp>

#include "files/target.hpp"
#include "files/work_folder_lock.hpp"

namespace papilio::files {

Descriptor take_folder(const std::filesystem::path& path) {
  const auto failure = [&](const std::string& why, const std::string& remedy) {
    return Error::io(path.string(), why, remedy);
  };
  if (::mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    throw failure("the folder for the work cannot be made: " + reason(errno), "write the result elsewhere");
  }
  Descriptor lock(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!lock) throw failure("the folder for the work cannot be opened: " + reason(errno), "remove it");
  struct stat status {};
  if (::fstat(lock.get(), &status) != 0) throw failure("opening failed: " + reason(errno), remedy_of(errno));
  if (status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    throw failure("the folder for the work belongs to another user, or others may write in it",
                  "remove it, or write the result elsewhere");
  }
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    throw failure("another process is at this work", "wait for it, or write the result elsewhere");
  }
  return lock;
}

void leave_folder(const std::filesystem::path& path, Descriptor&) { ::rmdir(path.c_str()); }

}  // namespace papilio::files
