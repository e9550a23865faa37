// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The command line of papilio-bench.
#pragma once

#include <cstddef>
#include <optional>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "bench/peer.hpp"
#include "bench/plan_time.hpp"
#include "bench/sampler.hpp"
#include "bench/table.hpp"

namespace papilio::bench {

struct Options {
  std::vector<Problem> problems;
  std::vector<PeerEntry> peers;
  std::string device = "auto";
  SamplerSettings settings;
  std::size_t plan_runs = 3;  ///< 0: no plan times
  std::string json;           ///< a file; empty: none
  TableStyle style = TableStyle::aligned;

  /// Set in the child processes that measure plan times; the rest is then of no use, except for the device.
  std::string plan_time_token;
  PlanBefore plan_before = PlanBefore::none;
};

/// None when the command line was answered (--help). Throws Error for a wrong one.
std::optional<Options> parse_options(int count, char** arguments);

}  // namespace papilio::bench
