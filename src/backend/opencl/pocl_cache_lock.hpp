// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PoCL keeps what it has compiled in a folder that all processes of a user share. It removes a file there before it
// writes it anew, so that of several processes that build the same program one may fail, or abort on an assertion. With
// this lock one process compiles a program, and the others find the result (docs/adr/0038).
#pragma once

#include <filesystem>
#include <string_view>

#include "runtime/file_descriptor.hpp"

namespace papilio::backend::opencl {

/// Held until it is destroyed, by one thread of one process for each program text. It is best effort: if the folder
/// cannot be written to, or another process holds the lock for a minute, the program is built without it.
class PoclCacheLock {
 public:
  explicit PoclCacheLock(std::string_view program);
  PoclCacheLock(const PoclCacheLock&) = delete;
  PoclCacheLock& operator=(const PoclCacheLock&) = delete;
  ~PoclCacheLock();

 private:
  runtime::FileDescriptor file_;
};

/// Sets the time of a regular file, which is made if there is none, to now. False if that is not possible, or if the
/// name is that of a link, a pipe or a folder.
bool set_time_to_now(const std::filesystem::path& file);

}  // namespace papilio::backend::opencl
