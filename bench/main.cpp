// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio-bench: Papilio against its peers; see README.md. Exit codes are ErrorCode's.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <papilio/error.hpp>

#include "bench/machine.hpp"
#include "bench/options.hpp"
#include "bench/report.hpp"
#include "bench/runner.hpp"

namespace papilio::bench {
namespace {

std::vector<std::string> notes_on_missing() {
  std::vector<std::string> notes;
  for (const MissingPeer& peer : missing_peers()) {
    notes.push_back(fmt::format("{} is left out: {} was not installed when this was built", peer.name, peer.package));
  }
  return notes;
}

void check_file(const std::ofstream& file, const std::string& path) {
  if (!file) throw Error::io(fmt::format("'{}'", path), "it cannot be written", "choose another --json file");
}

/// Whether Papilio itself did every problem, correctly.
bool papilio_is_sound(const Report& report) {
  const std::optional<std::size_t> papilio = report.index_of(Role::papilio);
  return !papilio || std::all_of(report.rows.begin(), report.rows.end(),
                                 [&](const Row& row) { return row.peers[*papilio].outcome == Outcome::measured; });
}

Report measure(const Options& options) {
  const ProgressLine line;
  std::size_t row_number = 0;
  const auto progress = [&](const std::string& what) {
    line.show(fmt::format("[{}/{}] {}", row_number, options.problems.size(), what));
  };
  Report report;
  report.machine = describe_machine(options.device);
  // The peers refer to the arenas, so these come first and go last.
  OpenClArena device(report.machine.device_id);
  HostArena host;
  report.settings = options.settings;
  report.notes = notes_on_missing();
  Runner runner(options.peers, {device, host}, options.settings, progress);
  report.peers = runner.peers();
  for (const Problem& problem : options.problems) {
    ++row_number;
    report.rows.push_back(runner.run(problem));
    if (options.plan_runs == 0 || !report.index_of(Role::papilio)) continue;
    progress(fmt::format("the plan time of {}", problem.token()));
    report.rows.back().plan_time = measure_plan_time({problem.token(), report.machine.device_id, options.plan_runs});
  }
  report.machine.load_after = load_average();
  return report;
}

int run(int count, char** arguments) {
  const std::optional<Options> options = parse_options(count, arguments);
  if (!options) return 0;
  if (!options->plan_time_token.empty()) {
    fmt::print("{:.9f}\n", time_plan_here(options->plan_time_token, options->device, options->plan_before));
    return 0;
  }
  std::ofstream json;
  if (!options->json.empty()) {
    json.open(options->json);  // before the minutes that the run takes
    check_file(json, options->json);
  }
  const Report report = measure(*options);
  fmt::print("{}", to_text(report, options->style));
  if (!options->json.empty()) {
    json << to_json(report) << std::flush;
    check_file(json, options->json);
  }
  return papilio_is_sound(report) ? 0 : static_cast<int>(ErrorCode::check_failed);
}

}  // namespace
}  // namespace papilio::bench

int main(int count, char** arguments) {
  try {
    return papilio::bench::run(count, arguments);
  } catch (const papilio::Error& error) {
    fmt::print(stderr, "papilio-bench: {}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "papilio-bench: {}\n", error.what());
    return 1;
  }
}
