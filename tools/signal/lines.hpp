// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Lines of a text file, and the fields of a line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "files/identity.hpp"
#include "files/input_file.hpp"

namespace papilio::tool {

/// Lines without their ends (LF or CR LF). The text is UTF-8 or plain ASCII: its byte order mark is skipped, and a zero
/// byte (UTF-16, a binary file) is an error.
class LineReader {
 public:
  LineReader(const std::filesystem::path& path, bool (*ended)()) : file_(path, ended), block_(block_bytes) {}

  /// False at the end.
  bool next(std::string& line);
  /// The number of the last line, from 1.
  [[nodiscard]] std::int64_t number() const { return number_; }
  [[nodiscard]] std::string path() const { return files::name_of_input(file_.path()); }

 private:
  static constexpr std::size_t block_bytes = 1 << 16;

  bool refill();
  bool finish(std::string& line, bool found);

  files::InputFile file_;
  std::vector<std::byte> block_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::int64_t number_ = 0;
};

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// The fields of a line: separated by commas or semicolons if there are any, else by tabs if there are any, else by
/// blanks. Double quotes around a field are left out; what they enclose is not separated. A separator at the end of the
/// line adds no field.
void split_fields(std::string_view line, std::vector<std::string_view>& fields);

}  // namespace papilio::tool
