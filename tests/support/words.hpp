// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace papilio::test {

/// The words of a text, between blanks: a list of tokens in a few lines.
inline std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace papilio::test
