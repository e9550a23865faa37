// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/help/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace papilio::tool {
namespace {

constexpr std::string_view exit_heading = "Exit codes:\n";

/// Text as it is printed: of what man(7) treats specially, backslashes, hyphens and the start of a line.
std::string plain(std::string_view text) {
  std::string result;
  bool line_starts = true;
  for (const char c : text) {
    if (line_starts && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    line_starts = c == '\n';
  }
  return result;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", plain(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", plain(text)); }

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// Lines that keep their ends, as --help prints them.
std::string as_is(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.empty() ? "" : fmt::format(".nf\n{}\n.fi\n", plain(text));
}

std::string placeholder(const OptionText& option) {
  switch (option.value) {
    case OptionValue::none:
      return "";
    case OptionValue::number:
      return italic("N");
    case OptionValue::text:
      return italic("TEXT");
    case OptionValue::choice:
      return italic(fmt::format("{}", fmt::join(option.choices, "|")));
  }
  return "";
}

std::string argument(const OptionText& option) {
  const std::string name = italic(option.names.front()) + (option.repeated ? "..." : "");
  return option.required ? name : fmt::format("[{}]", name);
}

std::string entry(const OptionText& option, const std::string& heading) {
  std::string text = fmt::format(".TP\n{}\n{}", heading, plain(option.description));
  if (!option.limits.empty()) text += fmt::format(" ({})", plain(option.limits));
  if (option.required && option.names.front().starts_with('-')) text += " (required)";
  if (!option.default_value.empty()) text += fmt::format(" (default: {})", plain(option.default_value));
  return text + "\n";
}

std::string entries(const CommandText& command) {
  std::string text;
  for (const OptionText& option : command.arguments) text += entry(option, italic(option.names.front()));
  for (const OptionText& option : command.options) {
    std::vector<std::string> names;
    for (const std::string& name : option.names) names.push_back(bold(name));
    const std::string value = placeholder(option);
    text += entry(option, fmt::format("{}{}{}", fmt::join(names, ", "), value.empty() ? "" : " ", value));
  }
  return text;
}

std::string synopsis(const CommandText& command) {
  std::string text = bold(command.name);
  if (!command.options.empty()) text += fmt::format(" [{}]", italic("options"));
  for (const OptionText& option : command.arguments) text += fmt::format(" {}", argument(option));
  if (!command.commands.empty()) text += fmt::format(" {} ...", italic("command"));
  return text + "\n";
}

/// Only the program's own commands have pages; deeper ones stand in the page of their parent.
bool has_pages(const CommandText& command) { return command.name.find(' ') == std::string::npos; }

std::string commands(const CommandText& command) {
  if (command.commands.empty()) return "";
  std::string text = ".SH COMMANDS\n";
  std::string heading;
  for (const CommandText& inner : command.commands) {
    if (inner.heading != heading) text += fmt::format(".SS {}\n", plain(inner.heading));
    heading = inner.heading;
    if (has_pages(command)) {
      text += fmt::format(".TP\n{}(1)\n{}\n", bold(page_name(inner)), plain(inner.description));
    } else {
      const std::string details = as_is(inner.details);
      text += fmt::format(".SS {}{}\n{}{}{}", synopsis(inner), plain(inner.description), entries(inner),
                          details.empty() ? "" : ".PP\n", details);
    }
  }
  return text;
}

std::string see_also(const CommandText& command) {
  if (has_pages(command)) return "";
  return fmt::format(".SH SEE ALSO\n{}(1)\n", bold(command.name.substr(0, command.name.find(' '))));
}

}  // namespace

std::string page_name(const CommandText& command) {
  std::string name = command.name;
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string manual_page(const CommandText& command, std::string_view release) {
  const std::size_t exits = command.details.find(exit_heading);
  const std::string details = command.details.substr(0, exits);
  std::string text = fmt::format(".\\\" Written by `papilio manual`.\n.TH {} 1 \"\" \"{}\" \"User Commands\"\n",
                                 upper(page_name(command)), release);
  text += fmt::format(".SH NAME\n{} \\- {}\n", plain(page_name(command)), plain(command.description));
  text += ".SH SYNOPSIS\n" + synopsis(command);
  if (!details.empty()) text += ".SH DESCRIPTION\n" + as_is(details);
  text += ".SH OPTIONS\n" + entries(command) + commands(command);
  if (exits != std::string::npos) {
    text += ".SH EXIT STATUS\n" + as_is(command.details.substr(exits + exit_heading.size()));
  }
  return text + see_also(command);
}

}  // namespace papilio::tool
