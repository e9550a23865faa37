// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio bench --random N: problems drawn from a seed in place of tokens and suites.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/random_suites.hpp"

namespace papilio::tool {

struct BenchRandomOptions {
  std::int64_t problems = 0;          ///< 0: none are drawn
  std::optional<std::uint64_t> seed;  ///< a new one by default, which the report names
  std::vector<std::string> like;

  /// std::nullopt if no problems are to be drawn. A second call without a seed draws another one.
  [[nodiscard]] std::optional<bench::RandomDraw> draw() const;
};

void add_random_options(CLI::App& command, BenchRandomOptions& options);

}  // namespace papilio::tool
