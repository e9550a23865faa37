// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Part: a file in the making, NAME.XXXXXX.part beside the NAME that is wanted, a name that nobody has. It takes that
// name's place when it is whole, so that a failure leaves an earlier file as it was; otherwise it is removed, also when
// the process is told to stop.
#pragma once

#include <filesystem>

namespace papilio::tool {

/// One at a time in a process: a signal handler reaches nothing but statics.
class Part {
 public:
  /// Follows symbolic links. Throws Error(io) where a finished file could not go: no folder, a folder, a device.
  explicit Part(std::filesystem::path path);
  ~Part();
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return part_; }
  void take_its_place() const;

 private:
  std::filesystem::path path_;
  std::filesystem::path part_;
};

}  // namespace papilio::tool
