// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <utility>

namespace papilio::tool {
namespace {

struct NamedTimeUnit {
  std::string_view symbol;
  double in_a_second;
  std::initializer_list<std::string_view> names;
};

const NamedTimeUnit time_units[] = {
    {"s", 1, {"", "s", "sec", "secs", "second", "seconds", "sekunde", "sekunden"}},
    {"ms", 1e3, {"ms", "msec", "millisecond", "milliseconds"}},
    {"µs", 1e6, {"us", "\u00b5s", "\u03bcs", "usec", "microsecond", "microseconds"}},
    {"ns", 1e9, {"ns", "nsec", "nanosecond", "nanoseconds"}},
    {"min", 1.0 / 60, {"min", "minute", "minutes"}},
    {"h", 1.0 / 3600, {"h", "hour", "hours"}},
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

const NamedTimeUnit* unit_named(std::string_view name) {
  const auto* found =
      std::ranges::find_if(time_units, [&](const NamedTimeUnit& unit) { return is_one_of(name, unit.names); });
  return found == std::end(time_units) ? nullptr : found;
}

std::string lower_case(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

/// "time (ms)" is the word "time" and the unit "ms"; so are "time_ms", "time/ms" and "time in ms".
std::pair<std::string_view, std::string_view> word_and_unit(std::string_view name) {
  constexpr std::string_view separators = " _/([{";
  const std::size_t end = std::min(name.find_first_of(separators), name.size());
  std::string_view unit = name.substr(end);
  unit.remove_prefix(std::min(unit.find_first_not_of(separators), unit.size()));
  unit = unit.substr(0, unit.find_last_not_of(" )]}") + 1);
  if (unit.starts_with("in ") || unit.starts_with("in_")) unit.remove_prefix(3);
  return {name.substr(0, end), unit};
}

/// None if the name is not that of times.
const NamedTimeUnit* time_unit_of(std::string_view name, const std::string& where) {
  const auto [word, unit] = word_and_unit(name);
  const NamedTimeUnit* const own = word.size() > 1 && word != "min" ? unit_named(word) : nullptr;  // "seconds"
  if (own != nullptr && unit.empty()) return own;
  if (!is_one_of(word, {"t", "time", "times", "timestamp", "zeit"})) return nullptr;
  if (const NamedTimeUnit* const known = unit_named(unit)) return known;
  throw Error::io(fmt::format("{}: column '{}'", where, name),
                  fmt::format("'{}' is no unit of time that is known: s, ms, us, ns, min, h", unit),
                  "name it time_s, time_ms …, or leave it out with - in its place");
}

/// Columns that are found one after the other.
class NamedColumns {
 public:
  NamedColumns(std::span<const std::string_view> names, const std::string& where) {
    for (std::size_t i = 0; i < names.size(); ++i) take(i, lower_case(names[i]), where);
  }

  std::optional<ColumnNumbers> found() {
    if (!clear_) return std::nullopt;
    if (re_ && im_ && !value_) {
      columns_.value = *re_;
      columns_.im = im_;
    } else {  // alone, a column may well be called "i"
      for (const std::optional<std::size_t>& part : {re_, im_}) {
        if (part) set(value_, *part);
      }
      if (!value_ || !clear_) return std::nullopt;
      columns_.value = *value_;
    }
    columns_.text = text();
    return columns_;
  }

 private:
  void set(std::optional<std::size_t>& column, std::size_t i) {
    clear_ = clear_ && !column;
    column = i;
  }

  void take(std::size_t i, const std::string& name, const std::string& where) {
    if (name == "-") return;
    if (is_one_of(name, {"re", "real", "i", "in-phase"})) return set(re_, i);
    if (is_one_of(name, {"im", "imag", "imaginary", "q", "quadrature"})) return set(im_, i);
    if (is_one_of(name, {"", "index", "sample", "n"})) return set(columns_.index, i);
    const NamedTimeUnit* const unit = time_unit_of(name, where);
    if (unit == nullptr) return set(value_, i);
    set(columns_.time, i);
    columns_.second = unit->in_a_second;
    unit_ = unit->symbol;
  }

  [[nodiscard]] std::string text() const {
    std::string text;
    if (columns_.index) text += columns_.time ? "index, " : "index and ";
    if (columns_.time) text += fmt::format("time ({}) and ", unit_);
    return text + (columns_.im ? "re, im" : "value");
  }

  ColumnNumbers columns_;
  std::optional<std::size_t> value_, re_, im_;
  std::string_view unit_;
  bool clear_ = true;
};

}  // namespace

std::optional<ColumnNumbers> named_columns(std::span<const std::string_view> names, const std::string& where) {
  return NamedColumns(names, where).found();
}

}  // namespace papilio::tool
