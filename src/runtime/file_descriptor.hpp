// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Files by their descriptors: file_descriptor_posix.cpp, file_descriptor_windows.cpp.
#pragma once

#include <string>
#include <string_view>

namespace papilio::runtime {

/// A file descriptor that closes itself.
class FileDescriptor {
 public:
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor();

  [[nodiscard]] int get() const { return descriptor_; }
  /// False for what open() returns when it fails.
  [[nodiscard]] explicit operator bool() const { return descriptor_ >= 0; }

 private:
  int descriptor_;
};

/// Writes all bytes, also where signals interrupt. Returns false on failure, with errno set.
bool write_all(int descriptor, std::string_view bytes);

/// Makes a file that was not there and that only this user may read and write; `pattern` ends in XXXXXX, which becomes
/// what is free. Child processes do not get it. None on failure, with errno set.
FileDescriptor make_file(std::string& pattern);

/// Returns whether the process may open so many more files now.
bool has_descriptors(int count);

}  // namespace papilio::runtime
