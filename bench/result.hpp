// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The results of a run, as values that the reports print.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/baseline.hpp"
#include "bench/machine.hpp"
#include "bench/peers/peer.hpp"
#include "bench/plan_facts.hpp"
#include "bench/plan_time.hpp"
#include "bench/random_suites.hpp"
#include "bench/statistics.hpp"
#include "bench/work.hpp"

namespace papilio::bench {

struct PeerInfo {
  std::string name;
  PeerRole role = PeerRole::device_library;
  std::string version;
};

/// The ratios of samples that were taken one after the other, so that temporary slowdowns of the machine cancel out.
struct PairedRatio {
  double median = 0;
  std::optional<Band> band;  ///< of the median
};

/// One peer on one problem.
struct PeerResult {
  PeerOutcome outcome = PeerOutcome::unsupported;
  std::string why;                     ///< empty when measured
  Quartiles seconds;                   ///< of one execution; set when measured
  std::optional<Band> band;            ///< of the median of `seconds`; needs 6 samples
  std::optional<PairedRatio> paired;   ///< of its time to Papilio's; not of Papilio itself
  std::size_t samples = 0;             ///< behind them
  std::size_t executions = 0;          ///< in each sample
  std::optional<double> call_seconds;  ///< of the calling thread for one execution, where `seconds` are the device's
                                       ///< alone (time_ahead.hpp)
  std::optional<double> error;         ///< relative L2; set when it was compared
  double plan_seconds = 0;             ///< in this process, with whatever its caches held
  std::optional<double> joules;        ///< of one execution
};

struct Row {
  std::string suite;
  Work problem;
  std::vector<PeerResult> peers;       ///< in the order of Report::peers; the first is Papilio
  std::optional<double> copy_seconds;  ///< of a copy that moves the minimal bytes: the ceiling
  std::optional<PlanTime> plan_time;
  std::optional<PlanFacts> facts;
  std::string note;  ///< why something is missing; mostly empty

  // Figures of peer `peer`; std::nullopt unless it was measured.
  [[nodiscard]] std::optional<double> seconds(std::size_t peer) const;
  /// Points a second.
  [[nodiscard]] std::optional<double> element_rate(std::size_t peer) const;
  /// Minimal bytes a second.
  [[nodiscard]] std::optional<double> bandwidth(std::size_t peer) const;
  /// The share of the copy's bandwidth; none end to end, where data also pass through the host's memory.
  [[nodiscard]] std::optional<double> efficiency(std::size_t peer) const;
  /// None for a length of 1, which has no operations.
  [[nodiscard]] std::optional<double> flop_rate(std::size_t peer) const;
  /// How many times as long as Papilio it takes; above 1 Papilio is faster.
  [[nodiscard]] std::optional<double> ratio(std::size_t peer) const;
  /// Energy of one transform of the batch.
  [[nodiscard]] std::optional<double> joules(std::size_t peer) const;
};

struct Settings {
  double min_seconds = 2e-3;    ///< of a sample
  std::size_t repetitions = 7;  ///< samples of a peer on a problem
  std::size_t plan_runs = 1;    ///< processes for the plan time of a problem; 0: it is not measured
  double energy_seconds = 0;    ///< for which energy is measured, per peer and problem; 0: it is not measured
  double tolerance = 0.03;      ///< largest change against a baseline that is ignored, as a fraction
  bool check = true;            ///< compare with the reference
};

struct Report {
  MachineInfo machine;
  Settings settings;
  std::vector<PeerInfo> peers;  ///< those that are available; the first is Papilio
  std::vector<Row> rows;
  std::vector<std::string> notes;             ///< what is missing, and why
  std::map<std::string, std::string> titles;  ///< of the suites, by name
  std::optional<Baseline> baseline;
  std::string energy;                ///< the counter of the energy; empty for none
  std::optional<RandomDraw> random;  ///< set if the problems were drawn

  /// The suites in the order of their first rows.
  [[nodiscard]] std::vector<std::string> suites() const;
  /// The ratio to the best of the device libraries.
  [[nodiscard]] std::optional<double> best_ratio(const Row& row) const;
  /// Papilio's time compared with the baseline's; std::nullopt unless both have a time.
  [[nodiscard]] std::optional<Change> change(const Row& row) const;
  /// How many rows are slower than the baseline.
  [[nodiscard]] std::size_t regressions() const;
  /// The index of Papilio's single calls among the peers; std::nullopt if no problem asks for them.
  [[nodiscard]] std::optional<std::size_t> single_calls() const;
  /// True if Papilio itself computed every problem correctly.
  [[nodiscard]] bool papilio_is_sound() const;
};

using RowValue = std::function<std::optional<double>(const Row&)>;
/// The geometric mean over the rows that have a positive value (rows of one suite, unless `suite` is empty);
/// std::nullopt if there are none.
std::optional<double> mean_of(const std::vector<Row>& rows, const std::string& suite, const RowValue& value);

/// The name of an outcome in every report.
const char* name_of(PeerOutcome outcome);

}  // namespace papilio::bench
