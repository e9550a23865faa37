// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

constexpr std::size_t longest_line = 4096;  // two numbers take 50; a longer line means a binary file
constexpr std::string_view blanks = " \t";

std::string_view without(std::string_view text, std::string_view ends) {
  text.remove_prefix(std::min(text.find_first_not_of(ends), text.size()));
  return text.substr(0, text.find_last_not_of(ends) + 1);
}

/// How the fields of a line are separated, and what does not count around them.
struct Punctuation {
  std::string_view separators;
  std::string_view ignored;
};

Punctuation punctuation_of(std::string_view line) {
  if (line.find_first_of(",;") != std::string_view::npos) return {",;", blanks};
  if (line.find('\t') != std::string_view::npos) return {"\t", " "};
  return {" ", " "};
}

/// Removes the first field from `rest`, and the separator behind it.
std::string_view take_field(std::string_view& rest, const Punctuation& punctuation) {
  std::size_t end = rest.find_first_of(punctuation.separators);
  std::string_view field = without(rest.substr(0, end), punctuation.ignored);
  if (rest.starts_with('"')) {
    const std::size_t quote = std::min(rest.find('"', 1), rest.size());
    field = rest.substr(1, quote - 1);
    end = rest.find_first_of(punctuation.separators, quote);
  }
  rest = end == std::string_view::npos ? std::string_view() : without(rest.substr(end + 1), punctuation.ignored);
  return field;
}

}  // namespace

bool LineReader::next(std::string& line) {
  line.clear();
  for (;;) {
    if (at_ == end_ && !refill()) return finish(line, !line.empty() && !file_.ended());
    const auto* from = reinterpret_cast<const char*>(block_.data());
    const char* newline = std::find(from + at_, from + end_, '\n');
    line.append(from + at_, newline);
    at_ = static_cast<std::size_t>(newline - from);
    if (line.size() > longest_line) {
      throw Error::io(fmt::format("{}: line {}", path(), number_ + 1),
                      fmt::format("is longer than {} characters", longest_line), "check that this is a text file");
    }
    if (at_ != end_) {
      ++at_;
      return finish(line, true);
    }
  }
}

bool LineReader::refill() {
  at_ = 0;
  end_ = file_.read(block_);
  return end_ > 0;
}

bool LineReader::finish(std::string& line, bool found) {
  number_ += found ? 1 : 0;
  if (line.find('\0') != std::string::npos) {
    throw Error::io(fmt::format("{}: line {}", path(), number_), "holds a zero byte",
                    "check that this is a text file, and save it as UTF-8");
  }
  if (number_ == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return found;
}

std::string_view trimmed(std::string_view text) { return without(text, blanks); }

void split_fields(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  const Punctuation punctuation = punctuation_of(line);
  std::string_view rest = without(line, punctuation.ignored);
  do fields.push_back(take_field(rest, punctuation));
  while (!rest.empty());
}

}  // namespace papilio::tool
