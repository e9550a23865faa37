// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/tables/column_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "files/output_file.hpp"

namespace papilio::tool {
namespace {

/// Characters of a UTF-8 text: all bytes but those that continue one.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
  std::string result = "\"";
  for (const char c : cell) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + '"';
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + quoted(cell);
  return line + '\n';
}

}  // namespace

std::string to_text(const ColumnTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& heading : table.headings) widths.push_back(width_of(heading));
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      text += std::string(widths[i] - width_of(cells[i]) + (i == 0 ? 0 : 2), ' ') + cells[i];
    }
    return text + '\n';
  };
  std::string text = line(table.headings);
  for (const auto& row : table.rows) text += line(row);
  return text;
}

ColumnTable without_empty_columns(const ColumnTable& table) {
  ColumnTable result;
  result.rows.resize(table.rows.size());
  for (std::size_t column = 0; column < table.headings.size(); ++column) {
    if (std::ranges::all_of(table.rows, [&](const auto& row) { return row[column].empty(); })) continue;
    result.headings.push_back(table.headings[column]);
    for (std::size_t i = 0; i < table.rows.size(); ++i) result.rows[i].push_back(table.rows[i][column]);
  }
  return result;
}

std::string to_csv(const ColumnTable& table) {
  std::string text = csv_line(table.headings);
  for (const auto& row : table.rows) text += csv_line(row);
  return text;
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    fmt::print("{}", text);
    return;
  }
  files::OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace papilio::tool
