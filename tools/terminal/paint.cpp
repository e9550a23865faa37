// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/terminal/paint.hpp"

#include <fmt/color.h>

#include <cstdlib>

namespace papilio::tool {
namespace {

std::string_view value_of(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

bool is_refused() { return !value_of("NO_COLOR").empty(); }

std::string painted(std::string_view text, Colours colours, const fmt::text_style& style) {
  return colours == Colours::on ? fmt::format(style, "{}", text) : std::string(text);
}

}  // namespace

Colours colours_of(StandardStream stream) {
  if (is_refused()) return Colours::off;
  return colours_on_demand() == Colours::on || is_colour_terminal(stream) ? Colours::on : Colours::off;
}

Colours colours_on_demand() {
  const std::string_view force = value_of("CLICOLOR_FORCE");
  return is_refused() || force.empty() || force == "0" ? Colours::off : Colours::on;
}

std::string Paint::right(std::string_view text) const {
  return painted(text, colours_, fmt::fg(fmt::terminal_color::green));
}

std::string Paint::warning(std::string_view text) const {
  return painted(text, colours_, fmt::fg(fmt::terminal_color::yellow));
}

std::string Paint::wrong(std::string_view text) const {
  return painted(text, colours_, fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold);
}

}  // namespace papilio::tool
