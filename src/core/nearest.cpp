// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/nearest.hpp"

#include <algorithm>
#include <vector>

namespace papilio {
namespace {

constexpr std::size_t longest = 40;  // of a text that may be a mistyped name

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The optimal string alignment distance, in lower case.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (exchanged) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view text, std::span<const std::string_view> names) {
  if (text.size() > longest || std::ranges::find(names, text) != names.end()) return {};
  std::string_view nearest;
  std::size_t least = text.size() <= 4 ? 2 : 3;
  for (const std::string_view name : names) {
    const std::size_t found = distance(text, name);
    if (found >= least || found >= name.size()) continue;
    least = found;
    nearest = name;
  }
  return nearest;
}

std::string_view nearest_name(std::string_view text, std::string_view list) {
  std::vector<std::string_view> names;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(", ", begin), list.size());
    const std::string_view name = list.substr(begin, end - begin);
    names.push_back(name.substr(0, name.find('=')));
    begin = end + 2;
  }
  return nearest_name(text, names);
}

}  // namespace papilio
