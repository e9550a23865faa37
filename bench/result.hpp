// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a run found, as values that the reports print.
#pragma once

#include <cstddef>
#include <optional>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "bench/peer.hpp"
#include "bench/plan_time.hpp"
#include "bench/sampler.hpp"
#include "bench/statistics.hpp"

namespace papilio::bench {

struct PeerInfo {
  std::string name;
  Role role = Role::device_library;
  std::string version;
};

/// One peer on one problem.
struct PeerResult {
  Outcome outcome = Outcome::unsupported;
  std::string why;              ///< empty when measured
  Quartiles seconds;            ///< of one execution; set when measured
  std::size_t samples = 0;      ///< behind them
  std::optional<double> error;  ///< relative L2; set when it was executed
  double plan_seconds = 0;      ///< in this process, with whatever its caches held; in the JSON only
};

struct Row {
  Problem problem;
  std::vector<PeerResult> peers;  ///< in the order of Report::peers
  std::optional<PlanTime> plan_time;

  /// 5 n log2(n) for each transform, the usual count whatever the algorithm.
  [[nodiscard]] double nominal_flops() const;
};

struct Machine {
  std::string cpu;
  unsigned threads = 0;
  std::string device;     ///< its name
  std::string device_id;  ///< "opencl:0"
  std::string driver;
  double load_before = 0;  ///< of one minute, as uptime says
  double load_after = 0;
};

struct Report {
  Machine machine;
  SamplerSettings settings;
  std::vector<PeerInfo> peers;
  std::vector<Row> rows;
  std::vector<std::string> notes;  ///< what is missing, and why

  [[nodiscard]] std::optional<std::size_t> index_of(Role role) const;
  /// Seconds of peer `peer` in `row`; none unless it was measured.
  [[nodiscard]] static std::optional<double> seconds(const Row& row, std::size_t peer);
  /// How many times as long as Papilio the best of the device libraries takes; above 1 Papilio is faster.
  [[nodiscard]] std::optional<double> best_device_ratio(const Row& row) const;
  /// The same for one peer.
  [[nodiscard]] std::optional<double> ratio(const Row& row, std::size_t peer) const;
};

}  // namespace papilio::bench
