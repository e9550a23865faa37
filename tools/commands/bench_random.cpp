// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/bench_random.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <random>

#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"

namespace papilio::tool {

std::optional<bench::RandomDraw> BenchRandomOptions::draw() const {
  if (problems == 0) return std::nullopt;
  return bench::RandomDraw{problems, seed ? *seed : std::random_device{}(), like};
}

void add_random_options(CLI::App& command, BenchRandomOptions& options) {
  constexpr std::int64_t most = 100'000;
  CLI::Option* const random =
      command.add_option("--random", options.problems, "Measure this many problems drawn from the seed")
          ->check(whole(1, most));
  command.add_option("--seed", options.seed, "Seed of --random (default: a new one, which the report names)")
      ->needs(random);
  command
      .add_option("--like", options.like,
                  fmt::format("What --random draws, some of: {} (default: all, equally many of each)",
                              fmt::join(bench::random_kinds(), ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(random);
}

}  // namespace papilio::tool
