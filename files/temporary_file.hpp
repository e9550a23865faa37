// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A file in the making: NAME.XXXXXX.part beside the NAME that is wanted, so that a rename can put it there in one step.
#pragma once

#include <filesystem>

#include "files/target.hpp"

namespace papilio::files {

/// Removed by its destructor unless it has taken its place, and when a signal stops the process (SIGINT, SIGTERM,
/// SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU): handlers stand while there is one, and hand on to those that stood before. At
/// most 64 in a process. Nothing removes it after SIGKILL.
class TemporaryFile {
 public:
  /// With the rights that target.rights says or, where it says none, those of any new file. An owner or a group that
  /// this user cannot give is left out; without its group, the group's rights are those of all others at most. Throws
  /// Error(io).
  explicit TemporaryFile(const Target& target);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return descriptor_.get(); }
  /// Waits until the disk has the content, closes the file and renames it. Throws Error(io).
  void take_its_place();
  /// The same where nothing has the name yet, in one step; false where something has, which stays as it is.
  [[nodiscard]] bool take_free_place();

 private:
  /// Waits until the disk has the content, and closes the file.
  void settle();

  std::filesystem::path wanted_;
  std::filesystem::path path_;
  Descriptor descriptor_;
  std::size_t slot_ = 0;
};

/// Removes all of this process's temporary files, as a signal does: for a handler that ends the process. Allocates
/// nothing.
void remove_temporary_files() noexcept;

}  // namespace papilio::files
