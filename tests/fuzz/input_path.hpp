// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A file whose content is the input, for readers that take a path. One file for all inputs, written in place: a new one
// for each would take ten times as long.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "checks.hpp"

namespace papilio::fuzz {

/// For mkstemp() and mkdtemp(): in memory where the system has a folder for that, else in the current folder.
inline std::string temporary_name() {
  return (std::filesystem::exists("/dev/shm") ? "/dev/shm" : ".") + std::string("/papilio-fuzz-XXXXXX");
}

inline void overwrite(int descriptor, std::string_view content) {
  require(::pwrite(descriptor, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size()));
  require(::ftruncate(descriptor, static_cast<off_t>(content.size())) == 0);
}

class InputPath {
 public:
  InputPath() : descriptor_(::mkstemp(name_.data())), path_(name_) { require(descriptor_ >= 0); }
  ~InputPath() {
    ::close(descriptor_);
    ::unlink(name_.c_str());
  }
  InputPath(const InputPath&) = delete;
  InputPath& operator=(const InputPath&) = delete;

  const std::filesystem::path& with(std::string_view content) {
    overwrite(descriptor_, content);
    return path_;
  }

 private:
  std::string name_ = temporary_name();
  int descriptor_;
  std::filesystem::path path_;
};

}  // namespace papilio::fuzz
