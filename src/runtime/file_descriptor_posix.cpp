// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "runtime/file_descriptor.hpp"

namespace papilio::runtime {

FileDescriptor::~FileDescriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

FileDescriptor make_file(std::string& pattern) {
  return FileDescriptor(::mkostemp(pattern.data(), O_CLOEXEC));  // O_EXCL and mode 0600, by its definition
}

bool has_descriptors(int count) {
  if (count == 0) return true;
  const FileDescriptor one(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  return one ? has_descriptors(count - 1) : errno != EMFILE && errno != ENFILE;
}

}  // namespace papilio::runtime
