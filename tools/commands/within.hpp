// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// within: a number between two limits, for options. CLI::Range takes NaN, and tells the largest double by its digits.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

namespace papilio::tool {

inline CLI::Validator within(double low, double high) {
  return CLI::Validator(
      [low, high](const std::string& text) {
        double value = 0;
        if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return std::string();
        return fmt::format("{} is no number from {:g} to {:g}", text, low, high);
      },
      fmt::format("from {:g} to {:g}", low, high));
}

}  // namespace papilio::tool
