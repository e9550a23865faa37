// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>

#include "runtime/file_descriptor.hpp"

namespace papilio::runtime {

FileDescriptor::~FileDescriptor() {
  if (descriptor_ >= 0) ::_close(descriptor_);
}

bool write_all(int descriptor, std::string_view bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;  // the call takes an unsigned int
  while (!bytes.empty()) {
    const int count = ::_write(descriptor, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), most)));
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

FileDescriptor make_file(std::string& pattern) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::size_t places = 6;
  constexpr int tries = 100;
  std::random_device random;
  for (int i = 0; i < tries; ++i) {
    for (std::size_t k = pattern.size() - places; k < pattern.size(); ++k) {
      pattern[k] = letters[random() % letters.size()];
    }
    int file = -1;
    // The rights are those of the folder.
    ::_wsopen_s(&file, std::filesystem::path(pattern).c_str(), _O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                _SH_DENYNO, _S_IREAD | _S_IWRITE);
    if (file >= 0 || errno != EEXIST) return FileDescriptor(file);
  }
  return FileDescriptor(-1);
}

bool has_descriptors(int /*count*/) { return true; }  // libraries take none

}  // namespace papilio::runtime
