// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// InputFile: every failure is an Error(io) that names the file and the system's reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace papilio::files {

class InputFile {
 public:
  /// "-" is the standard input. If `ended` is given and returns true, nothing more is read; it is asked when a signal
  /// interrupts the reading, too.
  explicit InputFile(std::filesystem::path path, bool (*ended)() = nullptr);

  /// Fills `to` and returns the number of bytes: fewer only at the end.
  std::size_t read(std::span<std::byte> to);
  /// Whether `ended` has returned true: the last line or sample may not be whole.
  [[nodiscard]] bool ended() const { return ended_ != nullptr && ended_(); }
  /// Bytes from the start. Throws Error(io) for what is no regular file.
  void seek(std::int64_t position);
  [[nodiscard]] std::int64_t size() const;
  /// None for pipes and devices.
  [[nodiscard]] std::optional<std::int64_t> regular_size() const;
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  bool (*ended_)();
};

/// Throws Error(io) for a folder, whose name might be taken for a file's of an unknown format.
void refuse_folder(const std::filesystem::path& path);

/// All of a text. Throws Error(io) for more than `most` bytes, of which it reads no more: a device may have no end.
std::string read_text(const std::filesystem::path& path, std::size_t most);

}  // namespace papilio::files
