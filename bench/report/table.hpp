// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A table as text, line by line, for a terminal or as Markdown.
#pragma once

#include <string>
#include <vector>

namespace papilio::bench {

enum class TableStyle { aligned, markdown };

/// Prints one line after the other, so that a table can be watched while it grows. Cells are ASCII and flush right; one
/// that is too wide pushes the others aside.
class TextTable {
 public:
  using Cells = std::vector<std::string>;

  /// widths: of the columns at least; each is also as wide as its heading.
  TextTable(const Cells& headings, std::vector<std::size_t> widths, TableStyle style);

  [[nodiscard]] std::string heading() const;
  [[nodiscard]] std::string line(const Cells& cells) const;
  /// A rule between the figures and their means; empty in Markdown, which has no rules in tables.
  [[nodiscard]] std::string rule() const;

 private:
  Cells headings_;
  std::vector<std::size_t> widths_;
  TableStyle style_;
};

}  // namespace papilio::bench
