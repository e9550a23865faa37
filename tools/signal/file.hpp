// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Files as move-only values: every failure is an Error(io) that names the file and the system's reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <papilio/error.hpp>
#include <span>
#include <string>
#include <string_view>

namespace papilio::tool {

struct CloseFile {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

class InputFile {
 public:
  explicit InputFile(std::filesystem::path path);

  /// Fills `to` and returns the number of bytes: fewer only at the end.
  std::size_t read(std::span<std::byte> to);
  [[nodiscard]] std::int64_t size() const;
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
  FileHandle file_;
};

class OutputFile {
 public:
  /// Creates the file, or empties it.
  explicit OutputFile(std::filesystem::path path);

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  void rewind();
  /// Flushes and closes; throws where the last bytes do not fit. The destructor closes silently.
  void close();
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
  FileHandle file_;
};

}  // namespace papilio::tool
