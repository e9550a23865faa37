// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <string_view>

#include "files/input_file.hpp"

namespace papilio::tool {
namespace {

/// Lines of a file, without their ends (LF or CR LF).
class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& path) : file_(path), block_(block_bytes) {}

  /// False at the end. The line lives until the next call.
  /// Text is UTF-8 or plain ASCII: its byte order mark is skipped, a zero byte (UTF-16, a binary file) is an error.
  bool next(std::string& line) {
    line.clear();
    for (;;) {
      if (at_ == end_ && !refill()) {
        return finish(line, !line.empty());
      }
      const auto* from = reinterpret_cast<const char*>(block_.data());
      const char* newline = std::find(from + at_, from + end_, '\n');
      line.append(from + at_, newline);
      at_ = static_cast<std::size_t>(newline - from);
      if (line.size() > longest_line) {
        throw Error::io(fmt::format("{}: line {}", file_.path().string(), number_ + 1),
                        fmt::format("is longer than {} characters", longest_line), "check that this is a text file");
      }
      if (at_ != end_) {
        ++at_;
        return finish(line, true);
      }
    }
  }
  [[nodiscard]] std::int64_t number() const { return number_; }

 private:
  static constexpr std::size_t block_bytes = 1 << 16;
  static constexpr std::size_t longest_line = 4096;  // two numbers take 50; a longer line means a binary file

  bool refill() {
    at_ = 0;
    end_ = file_.read(block_);
    return end_ > 0;
  }
  bool finish(std::string& line, bool found) {
    number_ += found ? 1 : 0;
    if (line.find('\0') != std::string::npos) {
      throw Error::io(fmt::format("{}: line {}", file_.path().string(), number_), "holds a zero byte",
                      "check that this is a text file, and save it as UTF-8");
    }
    if (number_ == 1 && line.starts_with("\xef\xbb\xbf")) {
      line.erase(0, 3);
    }
    if (!line.empty() && line.back() == '\r') {
      line.pop_back();
    }
    return found;
  }

  files::InputFile file_;
  std::vector<std::byte> block_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::int64_t number_ = 0;
};

struct Row {
  std::array<std::string_view, 3> fields;  ///< a third is one too many
  std::size_t count = 0;
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

/// Splits at commas or semicolons if there are any, else at blanks.
Row split(std::string_view line) {
  Row row;
  const bool punctuated = line.find_first_of(",;") != std::string_view::npos;
  std::string_view rest = trimmed(line);
  while (row.count < row.fields.size()) {
    const std::size_t end = rest.find_first_of(punctuated ? ",;" : " \t");
    row.fields[row.count++] = trimmed(rest.substr(0, end));
    if (end == std::string_view::npos) {
      break;
    }
    rest = trimmed(rest.substr(end + 1));
    if (rest.empty()) {
      break;  // a separator at the end of the line
    }
  }
  return row;
}

/// A number as it is written: infinite and NaN too, and infinite for what is too large or too small for a double.
std::optional<double> written_number(std::string_view field) {
  if (field.starts_with('+')) {
    field.remove_prefix(1);  // std::from_chars takes no plus sign
  }
  double value = 0;
  const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (code == std::errc::invalid_argument || end != field.data() + field.size()) {
    return std::nullopt;
  }
  return code == std::errc() ? value : std::numeric_limits<double>::infinity();
}

std::optional<double> number_in(std::string_view field) {
  const std::optional<double> value = written_number(field);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

bool names_time(std::string_view field) {
  std::string name(field);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  std::erase(name, '"');
  return name == "t" || name.starts_with("time") || name == "seconds";
}

class CsvReader final : public SignalReader {
 public:
  CsvReader(const std::filesystem::path& path, const OpenOptions& options) : lines_(path) {
    info_.path = path.string();
    info_.sample_rate = options.rate;
    if (!next_line()) {
      throw Error::io(path.string(), "holds no numbers", "give one column (real) or two (re, im)");
    }
    Row row = split(line_);
    if (!written_number(row.fields[0])) {  // a sample that is not finite is an error, not a header
      has_time_ = row.count == 2 && names_time(row.fields[0]);
      if (!next_line()) {
        throw Error::io(path.string(), "holds a header line and no numbers", "give one column (real) or two (re, im)");
      }
      row = split(line_);
    }
    columns_ = row.count;
    info_.kind = columns_ == 2 && !has_time_ ? SampleKind::complex : SampleKind::real;
    info_.format = has_time_ ? "text, time and value" : columns_ == 2 ? "text, re and im" : "text, one column";
    read_head(options.rate.has_value());
  }

  std::size_t read(std::span<double> values) override {
    const std::size_t width = info_.values_per_frame();
    const std::size_t frames = values.size() / width;
    std::size_t done = 0;
    for (; done < frames; ++done) {
      if (head_at_ < head_.size()) {
        std::copy_n(head_.begin() + static_cast<std::ptrdiff_t>(head_at_), width,
                    values.begin() + static_cast<std::ptrdiff_t>(done * width));
        head_at_ += width;
        continue;
      }
      if (!next_line()) {
        break;
      }
      const std::array<double, 2> numbers = parse_line();
      std::copy_n(numbers.begin() + (has_time_ ? 1 : 0), width,
                  values.begin() + static_cast<std::ptrdiff_t>(done * width));
    }
    return done;
  }

 private:
  static constexpr std::size_t head_rows = 1024;  // enough times for a rate despite their rounding

  /// Reads the first lines: a time column gives the rate, and errors near the top are found at once.
  void read_head(bool rate_given) {
    std::vector<double> times;
    const std::size_t width = info_.values_per_frame();
    do {
      const std::array<double, 2> numbers = parse_line();
      times.push_back(numbers[0]);
      head_.insert(head_.end(), numbers.begin() + (has_time_ ? 1 : 0),
                   numbers.begin() + (has_time_ ? 1 : 0) + static_cast<std::ptrdiff_t>(width));
    } while (times.size() < head_rows && next_line());
    if (has_time_ && !rate_given) {
      info_.sample_rate = rate_from(times);
    }
  }

  [[nodiscard]] double rate_from(const std::vector<double>& times) const {
    const double step = times.size() < 2 ? 0 : (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    if (!(step > 0)) {
      throw Error::io(info_.path, "its time column does not rise", "give the sample rate with --rate");
    }
    for (std::size_t i = 0; i < times.size(); ++i) {
      // Half a step of slack: times are often printed with few digits.
      if (std::abs(times[i] - times.front() - static_cast<double>(i) * step) > 0.5 * step) {
        throw Error::io(fmt::format("{}: time {} in row {}", info_.path, times[i], i + 1),
                        fmt::format("is not in an even step of {:.6g} s", step),
                        "resample the signal, or give the sample rate with --rate");
      }
    }
    const double rate = 1 / step;  // 0 and infinite for times that are as far apart, or as near, as doubles can be
    if (!(rate >= least_rate && rate <= most_rate)) {
      throw Error::io(info_.path, fmt::format("its times are {:.6g} s apart, which is no sample rate", step),
                      "give the sample rate with --rate");
    }
    return rate;
  }

  /// The next line that is not empty or a comment.
  bool next_line() {
    while (lines_.next(line_)) {
      const std::string_view text = trimmed(line_);
      if (!text.empty() && text.front() != '#') {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::array<double, 2> parse_line() const {
    const Row row = split(line_);
    if (row.count > 2) {
      throw Error::io(fmt::format("{}: line {}", info_.path, lines_.number()), "has more than two columns",
                      "keep one column (real) or two (re, im)");
    }
    if (row.count != columns_) {
      throw Error::io(
          fmt::format("{}: line {}", info_.path, lines_.number()),
          fmt::format("has {} column{} and the first line {}", row.count, row.count == 1 ? "" : "s", columns_),
          "give every line the same columns");
    }
    std::array<double, 2> numbers{};
    for (std::size_t i = 0; i < row.count; ++i) {
      const std::optional<double> number = number_in(row.fields[i]);
      if (!number) {
        throw Error::io(fmt::format("{}: line {}, column {}", info_.path, lines_.number(), i + 1),
                        fmt::format("'{:.40}' is not a finite number", row.fields[i]), "write it like -1.5e-3");
      }
      numbers[i] = *number;
    }
    return numbers;
  }

  LineReader lines_;
  std::string line_;
  std::size_t columns_ = 1;
  bool has_time_ = false;
  std::vector<double> head_;
  std::size_t head_at_ = 0;
};

}  // namespace

std::unique_ptr<SignalReader> open_csv(const std::filesystem::path& path, const OpenOptions& options) {
  return std::make_unique<CsvReader>(path, options);
}

}  // namespace papilio::tool
