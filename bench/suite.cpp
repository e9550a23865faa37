// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>
#include <papilio/error.hpp>
#include <sstream>
#include <string_view>

#include "bench/counterparts.hpp"
#include "bench/installed.hpp"
#include "bench/problem_text.hpp"
#include "bench/size_text.hpp"
#include "files/input_file.hpp"

namespace papilio::bench {
namespace {

constexpr std::size_t longest_suite = std::size_t{1} << 20;  // bytes: some 50,000 problems
constexpr std::string_view bytes_key = "bytes=";
constexpr std::string_view title_key = "title=";
constexpr std::string_view plain = "plain";

std::string without_comment(const std::string& line) { return line.substr(0, line.find('#')); }

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Settings from lines without a problem, for the lines below them.
struct Defaults {
  std::int64_t bytes = 0;
  MeasurementMode mode;
};

/// Adds the problems of one line, or changes `defaults`, the settings of the lines above. `all`: how every problem is
/// measured.
void parse_line(const std::string& line, Suite& suite, Defaults& defaults, MeasurementMode all) {
  if (line.starts_with(title_key)) {
    suite.title = trimmed(line.substr(title_key.size()));
    return;
  }
  std::vector<std::string> tokens;
  Defaults here = defaults;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (word.starts_with(bytes_key)) {
      here.bytes = parse_size(std::string_view(word).substr(bytes_key.size()));
    } else if (const std::optional<MeasurementMode> mode = mode_of(word)) {
      here.mode = here.mode | *mode;
    } else if (word == plain) {
      here.mode = {};
    } else {
      tokens.push_back(word);
    }
  }
  if (tokens.empty()) defaults = here;
  for (const std::string& token : tokens) {
    for (Work& work : parse_problems(token, here.bytes)) {
      suite.problems.push_back(measured_in(std::move(work), here.mode | all));
    }
  }
}

}  // namespace

Suite parse_suite(std::istream& text, const std::string& name, std::int64_t bytes, MeasurementMode mode) {
  Suite suite{name, name, {}};
  Defaults defaults{bytes, {}};
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    try {
      parse_line(trimmed(without_comment(line)), suite, defaults, mode);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("suite '{}', line {}", name, number), error.what());
    }
  }
  if (suite.problems.empty())
    throw Error::io(fmt::format("suite '{}'", name), "it has no problems", "write one per line");
  return suite;
}

Suite load_suite(const std::string& name_or_path, std::int64_t bytes, MeasurementMode mode) {
  const bool is_path = name_or_path.find_first_of("/.") != std::string::npos;
  const std::string path = is_path ? name_or_path : suite_file(name_or_path);
  if (path.empty()) {
    const std::vector<std::string> names = suite_names();
    throw Error::io(fmt::format("suite '{}'", name_or_path), "there is no suite of this name",
                    names.empty() ? "use a file: no suites came with this command"
                                  : fmt::format("use a file, or one of: {}", fmt::join(names, ", ")));
  }
  std::istringstream text(files::read_text(path, longest_suite));
  return parse_suite(text, std::filesystem::path(path).stem().string(), bytes, mode);
}

}  // namespace papilio::bench
