// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A table of text cells, printed for people or for programs.
#pragma once

#include <string>
#include <vector>

namespace papilio::tool {

struct ColumnTable {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;  ///< each as long as `headings`
};

/// Columns as wide as their widest cell (counted in UTF-8 characters), flush right and two spaces apart; ends with a
/// line feed.
std::string to_text(const ColumnTable& table);
/// The same without the columns that are empty in every row.
ColumnTable without_empty_columns(const ColumnTable& table);
/// RFC 4180 with "\n" as the end of a line: cells with commas, quotes or line feeds are quoted.
std::string to_csv(const ColumnTable& table);

/// Writes to standard output if `path` is "-", otherwise to the file. Throws Error(io).
void write_text(const std::string& path, const std::string& text);

}  // namespace papilio::tool
