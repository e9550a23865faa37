// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace papilio::bench {

TextTable::TextTable(const Cells& headings, std::vector<std::size_t> widths, TableStyle style)
    : headings_(headings), widths_(std::move(widths)), style_(style) {
  widths_.resize(headings_.size(), 0);
  for (std::size_t i = 0; i < headings_.size(); ++i) widths_[i] = std::max(widths_[i], headings_[i].size());
}

std::string TextTable::line(const Cells& cells) const {
  const bool markdown = style_ == TableStyle::markdown;
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t width = i < widths_.size() ? widths_[i] : 0;
    text += fmt::format("{}{:>{}}", i == 0 ? "" : markdown ? " | " : "  ", cells[i], width);
  }
  return markdown ? fmt::format("| {} |\n", text) : text + "\n";
}

std::string TextTable::heading() const {
  std::string text = line(headings_);
  if (style_ == TableStyle::aligned) return text;
  for (const std::size_t width : widths_) text += fmt::format("|{:->{}}:", "", width + 1);
  return text + "|\n";
}

std::string TextTable::rule() const {
  if (style_ == TableStyle::markdown) return {};
  std::size_t width = 2 * (widths_.size() - 1);
  for (const std::size_t one : widths_) width += one;
  return std::string(width, '-') + "\n";
}

}  // namespace papilio::bench
