// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/strict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/nearest.hpp"

namespace papilio::tool {
namespace {

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);  // std::from_chars takes no plus sign
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Checks the text, and rewrites it without leading zeros, which CLI11 would misread.
template <class Integer>
std::string normalise_integer(std::string& text) {
  const std::optional<Integer> number = number_in<Integer>(text);
  if (!number) {
    return fmt::format("'{}' is no {} number of 64 bits", text,
                       std::is_signed_v<Integer> ? "whole" : "whole, non-negative");
  }
  text = std::to_string(*number);
  return {};
}

std::string check_real(std::string& text) {
  const std::optional<double> number = number_in<double>(text);
  return number && std::isfinite(*number) ? std::string() : fmt::format("'{}' is no finite number", text);
}

std::string check_nothing(std::string&) { return {}; }

using OperandCheck = std::string (*)(std::string& text);

/// Looks at CLI11's name of the type, to which validators append their descriptions.
OperandCheck check_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.starts_with("INT")) return normalise_integer<std::int64_t>;
  if (type.starts_with("UINT")) return normalise_integer<std::uint64_t>;
  if (type.starts_with("FLOAT")) return check_real;
  return check_nothing;
}

/// Whether a text is an option of the command, which CLI11 would take as the value of another.
bool names_option(const CLI::App& command, const std::string& text) {
  return text.size() > 1 && text.front() == '-' &&
         command.get_option_no_throw(text.substr(0, text.find('='))) != nullptr;
}

}  // namespace

void be_strict(CLI::App& app) {
  for (CLI::App* const command : app.get_subcommands({})) {
    for (CLI::Option* const option : command->get_options()) {
      if (option->get_items_expected_max() == 0) {  // a flag
        option->multi_option_policy(CLI::MultiOptionPolicy::Throw);
        continue;
      }
      const OperandCheck check = check_of(*option);
      const bool named = option->nonpositional();
      const bool may_be_empty = !named && check == check_nothing;
      option->transform(CLI::Validator(
          [check, may_be_empty, named, command](std::string& text) {
            if (text.empty()) return std::string(may_be_empty ? "" : "the value is empty");
            if (named && names_option(*command, text))
              return fmt::format("the value is missing, for '{0}' is an option; a file of that name is ./{0}", text);
            return check(text);
          },
          ""));
    }
  }
}

std::string guess_of(const CLI::App& app, const std::string& wrong) {
  if (wrong.starts_with("--turns") && app.get_option_no_throw("--chunks") != nullptr) return "did you mean --chunks? ";
  std::vector<std::string> names;
  if (wrong.starts_with('-')) {
    for (const CLI::Option* const option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else {
    for (const CLI::App* const command : app.get_subcommands({})) names.push_back(command->get_name());
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view meant = nearest_name(wrong.substr(0, wrong.find('=')), views);
  return meant.empty() ? "" : fmt::format("did you mean {}? ", meant);
}

std::string repeated_option(const CLI::App& command) {
  for (const CLI::Option* const option : command.get_options()) {
    const auto most = static_cast<std::size_t>(std::max(1, option->get_items_expected_max()));
    if (option->count() > most) return option->get_name();
  }
  return {};
}

CLI::Option* take_hertz(CLI::Option* option) {
  const auto to_hertz = [](std::string& text) {
    std::string_view number = text;
    if (number.ends_with("Hz")) number.remove_suffix(2);
    double unit = 1;
    for (const auto& [prefix, scale] : {std::pair('k', 1e3), std::pair('M', 1e6), std::pair('G', 1e9)}) {
      if (!number.ends_with(prefix)) continue;
      number.remove_suffix(1);
      unit = scale;
    }
    while (number.ends_with(' ')) number.remove_suffix(1);
    const std::optional<double> value = number_in<double>(number);
    if (!value || !std::isfinite(*value * unit)) {
      return fmt::format("'{}' is no frequency; write it in Hz, as 2400000, 2.4e6 or 2.4M", text);
    }
    text = fmt::format("{}", *value * unit);
    return std::string();
  };
  return option->type_name("HZ")->transform(CLI::Validator(to_hertz, ""));
}

CLI::Validator whole(std::int64_t least, std::int64_t most) {
  return {[least, most](const std::string& text) {
            const std::optional<std::int64_t> number = number_in<std::int64_t>(text);
            if (number && *number >= least && *number <= most) return std::string();
            return fmt::format("{} is no whole number from {} to {}", text, least, most);
          },
          fmt::format("from {} to {}", least, most)};
}

}  // namespace papilio::tool
