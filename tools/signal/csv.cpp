// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <string_view>

#include "tools/signal/columns.hpp"
#include "tools/signal/lines.hpp"
#include "tools/signal/time_column.hpp"

namespace papilio::tool {
namespace {

constexpr const char* known_contents =
    "give one column of numbers, or two with a first line such as re,im or time,value";

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

std::string count_of(std::size_t columns) { return fmt::format("{} column{}", columns, columns == 1 ? "" : "s"); }

class CsvReader final : public SignalReader {
 public:
  CsvReader(const std::filesystem::path& path, const OpenOptions& options)
      : lines_(path, options.ended), columns_option_(options.option_prefix + "columns") {
    info_.path = files::name_of_input(path);
    info_.sample_rate = options.rate;
    info_.centre = options.centre;
    if (!next_row()) throw Error::io(info_.path, "holds no numbers", known_contents);
    const std::vector<std::string> names = take_header();
    set_columns(options.columns.empty() ? names : split_names(options.columns));
    info_.kind = columns_.im ? SampleKind::complex : SampleKind::real;
    info_.format = "text, " + columns_.text;
    if (columns_.time && options.rate) info_.format += " (times not used)";
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
      if (!next_row()) break;
      read_row();
      if (times_) times_->next(time_);
      std::copy_n(row_values_, width, values.begin() + static_cast<std::ptrdiff_t>(done * width));
    }
    return done;
  }

 private:
  static constexpr std::size_t head_rows = 1024;  // enough times for a rate despite their rounding

  static std::vector<std::string> split_names(std::string_view line) {
    std::vector<std::string_view> names;
    split_fields(line, names);
    return {names.begin(), names.end()};
  }

  /// The names in the first line, if it has names, and then reads the next one. A sample that is not finite is an
  /// error, not a name.
  std::vector<std::string> take_header() {
    if (written_number(fields_[0])) return {};
    std::vector<std::string> names(fields_.begin(), fields_.end());
    const std::string title(trimmed(line_));
    if (!next_row()) throw Error::io(info_.path, "holds a header line and no numbers", known_contents);
    if (names.size() == fields_.size()) return names;
    if (fields_.size() == 1 && title.find_first_of(",;\t") == std::string::npos) return {title};  // "Voltage (V)"
    throw Error::io(place(), fmt::format("has {} and the header {}", count_of(fields_.size()), names.size()),
                    "name every column, and write numbers with a decimal point");
  }

  void set_columns(const std::vector<std::string>& names) {
    width_ = fields_.size();
    if (names.empty() && width_ > 1) {
      throw Error::io(info_.path, fmt::format("has {}, and nothing says what they are", count_of(width_)),
                      fmt::format("say it with {0} re,im or {0} time,value, or in a first line of the file; write "
                                  "numbers with a decimal point",
                                  columns_option_));
    }
    if (!names.empty() && names.size() != width_) {
      throw Error::invalid_argument(fmt::format("{} {}", columns_option_, fmt::join(names, ",")),
                                    fmt::format("{} has {}", info_.path, count_of(width_)), "name each of them");
    }
    columns_.text = "one column";
    if (width_ == 1) return;
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::optional<ColumnNumbers> columns = named_columns(views, info_.path);
    if (!columns) {
      throw Error::io(info_.path,
                      fmt::format("its columns '{}' are neither re and im nor a value with its time or number",
                                  fmt::join(names, "', '")),
                      fmt::format("say what they are, for instance {0} re,im or {0} time,value; - leaves one out",
                                  columns_option_));
    }
    columns_ = *columns;
  }

  /// Reads the first rows: a time column gives the rate, and errors near the top are found at once.
  void read_head(bool rate_given) {
    std::vector<double> times;
    std::size_t rows = 0;
    do {
      read_row();
      times.push_back(time_);
      head_.insert(head_.end(), row_values_, row_values_ + info_.values_per_frame());
    } while (++rows < head_rows && next_row());
    if (!columns_.time || rate_given) return;
    times_.emplace(info_.path, times, columns_.second);
    info_.sample_rate = times_->rate();
  }

  /// The next line that is neither empty nor a comment, as fields. An empty line between numbers stands for one that is
  /// missing.
  bool next_row() {
    std::int64_t empty = 0;
    while (lines_.next(line_)) {
      const std::string_view text = trimmed(line_);
      if (text.starts_with('#')) continue;
      if (text.empty()) {
        if (empty == 0) empty = lines_.number();
        continue;
      }
      if (rows_ > 0 && empty > 0) {
        throw Error::io(fmt::format("{}: line {}", info_.path, empty), "is empty, and numbers follow it",
                        "write the missing number, or remove the line");
      }
      split_fields(line_, fields_);
      return true;
    }
    return false;
  }

  [[nodiscard]] std::string place() const { return fmt::format("{}: line {}", info_.path, lines_.number()); }

  void read_row() {
    if (fields_.size() != width_) {
      throw Error::io(place(), fmt::format("has {} and the first line {}", count_of(fields_.size()), width_),
                      "give every line the same columns, and write numbers with a decimal point");
    }
    row_values_[0] = number(columns_.value);
    if (columns_.im) row_values_[1] = number(*columns_.im);
    if (columns_.time) time_ = number(*columns_.time);
    if (columns_.index) check_index(number(*columns_.index));
    ++rows_;
  }

  [[nodiscard]] double number(std::size_t column) const {
    const std::optional<double> number = written_number(fields_[column]);
    if (number && std::isfinite(*number)) return *number;
    throw Error::io(fmt::format("{}, column {}", place(), column + 1),
                    fmt::format("'{:.40}' is not a finite number", fields_[column]), "write it like -1.5e-3");
  }

  void check_index(double index) {
    if (rows_ > 0 && index != index_ + 1) {
      throw Error::io(place(), fmt::format("row {} follows row {}", index, index_),
                      fmt::format("write the missing rows, or leave the column out with - in {}", columns_option_));
    }
    index_ = index;
  }

  LineReader lines_;
  std::string columns_option_;
  std::string line_;
  std::vector<std::string_view> fields_;
  std::size_t width_ = 1;
  ColumnNumbers columns_;
  std::optional<TimeColumn> times_;
  std::int64_t rows_ = 0;
  double row_values_[2] = {};
  double time_ = 0;
  double index_ = 0;
  std::vector<double> head_;
  std::size_t head_at_ = 0;
};

}  // namespace

std::unique_ptr<SignalReader> open_csv(const std::filesystem::path& path, const OpenOptions& options) {
  return std::make_unique<CsvReader>(path, options);
}

}  // namespace papilio::tool
