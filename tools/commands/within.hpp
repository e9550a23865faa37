// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checks for numbers: within two limits, which are accepted as they are printed, or any finite number. CLI::Range
// accepts NaN.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <string>

namespace papilio::tool {

inline CLI::Validator within(double low, double high) {
  return CLI::Validator(
      [low, high](const std::string& text) {
        double value = 0;
        if (!text.empty() && CLI::detail::lexical_cast(text, value) && value >= low && value <= high)
          return std::string();
        return fmt::format("{} is no number from {} to {}", text, low, high);
      },
      fmt::format("from {} to {}", low, high));
}

inline CLI::Validator finite() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        if (CLI::detail::lexical_cast(text, value) && std::isfinite(value)) return std::string();
        return text + " is no finite number";
      },
      "");
}

}  // namespace papilio::tool
