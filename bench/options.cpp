// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <papilio/error.hpp>

#include "bench/problem_text.hpp"

namespace papilio::bench {
namespace {

/// As they stand on the command line.
struct Raw {
  std::vector<std::string> problems = {"64", "256", "1024", "1000", "1009", "4096", "16384", "65536", "2^20"};
  std::vector<std::string> peers;
  Precision precision = Precision::f32;
  std::int64_t points = std::int64_t{1} << 21;
  bool markdown = false;
  bool after_another = false;
};

std::vector<PeerEntry> select_peers(const std::vector<std::string>& names) {
  std::vector<PeerEntry> table = peer_table();
  if (names.empty()) return table;
  std::string known;
  for (const PeerEntry& entry : table) known += (known.empty() ? "" : ", ") + entry.name;
  for (const std::string& name : names) {
    if (std::none_of(table.begin(), table.end(), [&](const PeerEntry& entry) { return entry.name == name; })) {
      throw Error::invalid_argument(fmt::format("peer '{}'", name), "this build has no such peer", "it has " + known);
    }
  }
  std::erase_if(
      table, [&](const PeerEntry& entry) { return std::find(names.begin(), names.end(), entry.name) == names.end(); });
  return table;
}

void declare(CLI::App& app, Raw& raw, Options& options) {
  app.add_option("problems", raw.problems, "Problem tokens, or lengths such as 1009 and 2^20 [nine from 64 to 2^20]")
      ->capture_default_str();
  app.add_option("--precision", raw.precision, "Precision of the lengths without a token")
      ->transform(CLI::Transformer(std::map<std::string, Precision>{{"f32", Precision::f32}, {"f64", Precision::f64}}))
      ->option_text("f32|f64 [f32]");
  app.add_option("--points", raw.points, "Points in all of a length without a batch")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--peers", raw.peers, "Only these, e.g. papilio,clfft,fftw-2t")->delimiter(',');
  app.add_option("--device", options.device, "'auto' or an id such as 'opencl:0'")->capture_default_str();
  app.add_option("--seconds", options.settings.seconds, "Measured time of a peer on a problem, at least")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--samples", options.settings.samples, "Samples of a peer on a problem, at least")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--rounds", options.settings.rounds, "How often the peers take turns")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--plan-runs", options.plan_runs, "Processes for each plan time; 0 leaves plan times out")
      ->capture_default_str();
  app.add_option("--json", options.json, "Write the results to this file too");
  app.add_flag("--markdown", raw.markdown, "Print Markdown");
  app.add_option("--plan-time", options.plan_time_token, "Plan this token once, print the seconds, do nothing else");
  app.add_flag("--after-another", raw.after_another, "With --plan-time: make another plan first");
}

}  // namespace

std::optional<Options> parse_options(int count, char** arguments) {
  Raw raw;
  Options options;
  CLI::App app("Measures Papilio and its peers on the same data", "papilio-bench");
  declare(app, raw, options);
  try {
    app.parse(count, arguments);
  } catch (const CLI::Success& request) {
    app.exit(request);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw Error::invalid_argument("command line", error.what(), "see papilio-bench --help");
  }
  if (raw.markdown) options.style = TableStyle::markdown;
  if (raw.after_another) options.plan_before = PlanBefore::another;
  for (const std::string& text : raw.problems) {
    options.problems.push_back(parse_problem(text, raw.precision, raw.points));
  }
  options.peers = select_peers(raw.peers);
  return options;
}

}  // namespace papilio::bench
