// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A folder that goes when this program does, however it ends. Not on Windows.
#pragma once

#include <filesystem>

namespace papilio::bench {

/// A shell waits for the end of a pipe, then removes the folder. The pipe is held by this program and by those that it
/// starts meanwhile, so that nothing is written after that; the system closes it also for who is killed.
class TemporaryFolder {
 public:
  /// $TMPDIR/papilio-bench-XXXXXX. Throws Error(io).
  TemporaryFolder();
  /// Returns when it is gone.
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  void start_remover();

  std::filesystem::path path_;
  int held_ = -1;  ///< the pipe's end
  int remover_ = -1;
};

}  // namespace papilio::bench
