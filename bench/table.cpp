// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace papilio::bench {

std::string render(const std::vector<std::vector<std::string>>& rows, TableStyle style) {
  const bool markdown = style == TableStyle::markdown;
  std::vector<std::size_t> widths(rows.front().size(), 2);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  const char* const between = markdown ? " | " : "  ";
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      line += fmt::format("{}{:>{}}", i == 0 ? "" : between, rows[r][i], widths[i]);
    }
    text += markdown ? fmt::format("| {} |\n", line) : line + "\n";
    if (r == 0 && markdown) {
      for (const std::size_t width : widths) text += fmt::format("|{:->{}}:", "", width + 1);
      text += "|\n";
    }
  }
  return text;
}

}  // namespace papilio::bench
