// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A folder that is removed when this program ends, however it ends. Not on Windows.
#pragma once

#include <filesystem>

namespace papilio::bench {

/// A shell waits for the end of a pipe, then removes the folder. This program and those that it starts meanwhile hold
/// the pipe open, so that nothing is written after the removal; the system closes it even if they are killed.
class TemporaryFolder {
 public:
  /// $TMPDIR/papilio-bench-XXXXXX. Throws Error(io).
  TemporaryFolder();
  /// Returns when the folder has been removed.
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
