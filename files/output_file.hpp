// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// OutputFile: the one way in which the command writes a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace papilio::files {

/// A file that appears under its name when commit() has succeeded. Until then, and for good where something fails, what
/// stood there before stays as it was: the content goes to a file in the making beside it (temporary_file.hpp), which
/// replaces it in one step, keeps its mode and is removed otherwise. Symbolic links are followed; hard links are not:
/// other names of a replaced file keep the earlier content. Devices, FIFOs and standard streams are written through.
///
/// One is opened before the work whose result it takes, so that a name that cannot be written costs nothing. Failures
/// are Error(io): a full disk is found by write() or commit(), never by nobody.
class OutputFile {
 public:
  /// Throws Error(io) for what target_of() refuses (target.hpp) and for a folder that takes no new file.
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// Hands on what is buffered: where the file is written through, its reader sees it.
  void flush();
  /// Flushes, and puts the file under its name. Nothing may be written afterwards.
  void commit();
  /// The same for a file that must be new: false where something has got the name, which stays as it is; the content is
  /// then given up. Two processes never get one name both.
  [[nodiscard]] bool commit_new();

  /// False for pipes and terminals.
  [[nodiscard]] bool seekable() const noexcept;
  /// Bytes from the start. Throws Error(io) where the file is not seekable.
  void seek(std::int64_t position);
  [[nodiscard]] std::int64_t position() const noexcept;
  [[nodiscard]] std::int64_t size() const noexcept;

  /// The name as it was given.
  [[nodiscard]] const std::filesystem::path& path() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace papilio::files
