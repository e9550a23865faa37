// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace papilio::runtime
