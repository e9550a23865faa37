// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Files of a computation that may be killed and taken up again: a folder that stays until the computation is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "files/target.hpp"

namespace papilio::files {

enum class WorkFileState { new_file, kept_file };

/// A file that is read and written at any position. Every failure is an Error(io) that names it.
class WorkFile {
 public:
  /// A new file has all its bytes set aside, so that a full disk is found before the work; what stood there is lost. A
  /// kept one must be there and have these bytes. Throws Error(io), also for anything but a regular file.
  WorkFile(std::filesystem::path path, std::int64_t bytes, WorkFileState state);

  void read(std::int64_t position, std::span<std::byte> to) const;
  void write(std::int64_t position, std::span<const std::byte> bytes);
  /// Returns when the disk has what was written.
  void sync();
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor descriptor_;
};

/// A folder with files and a note, which says how far the work is. It is this process's alone while the object lives;
/// it stays on the disk when the process ends, however it ends, and goes by remove().
class WorkFolder {
 public:
  /// Makes it with mode 0700, or takes it up. Throws Error(io) where another process uses it, and where it belongs to
  /// somebody else or others may write in it.
  explicit WorkFolder(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// None where there is none yet.
  [[nodiscard]] std::optional<std::string> note() const;
  /// Replaces it in one step.
  void write_note(const std::string& text);
  /// From now on the files are those of no work that could be taken up.
  void remove_note();
  [[nodiscard]] WorkFile file(const std::string& name, std::int64_t bytes, WorkFileState state) const;
  /// Puts a file of the folder where an output goes, in one step; with the rights of what it replaces.
  void move_file(const std::string& name, const Target& target);
  /// The folder, its note and these files. Where there are others, they stay, and so does the folder.
  void remove(std::span<const std::string> names);

 private:
  void remove_file(const std::string& name) const;

  std::filesystem::path path_;
  Descriptor lock_;
};

}  // namespace papilio::files
