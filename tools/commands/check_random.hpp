// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio check --random N: problems drawn from the whole grammar, for hours if wanted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "verify/check/run_checks.hpp"

namespace papilio::tool {

/// One part of a run: problems number-1, number-1+count, … Neighbours in a sweep cost alike, so each part is every
/// `count`th.
struct Shard {
  std::size_t number = 1;
  std::size_t count = 1;
};

enum class CheckOutput { lines, failures, json };

struct RandomCheck {
  std::int64_t problems = 0;  ///< of the sequence of the seed, in all shards together
  std::optional<std::uint64_t> seed;
  std::int64_t alike = 1;  ///< problems in a row that share kernels
  Shard shard;             ///< of rows
  /// Where the run stands, as JSON, replaced in one step after every few problems; a run whose file exists goes on
  /// there. Empty: none.
  std::filesystem::path state;
  CheckOutput output = CheckOutput::lines;
};

/// A failing problem is simplified before the run goes on. `check.seed` is replaced by the run's seed. Throws
/// Error(check_failed) at the end if a problem failed, in this run or in the earlier part that the state records.
void check_random(const RandomCheck& run, verify::CheckOptions check);

}  // namespace papilio::tool
