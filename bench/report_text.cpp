// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "bench/report.hpp"

namespace papilio::bench {
namespace {

using Cells = std::vector<std::string>;

std::string ratio_cell(std::optional<double> ratio) { return ratio ? fmt::format("{:.2f}x", *ratio) : "-"; }

std::string milliseconds(double seconds) { return fmt::format("{:.{}f}", 1e3 * seconds, seconds < 1e-4 ? 5 : 3); }

std::string time_cell(const PeerResult& result) {
  return result.outcome == Outcome::measured ? milliseconds(result.seconds.median) : name_of(result.outcome);
}

/// The geometric mean over those rows that have a value (an error of exactly 0 is none), as `format` writes it.
template <typename Value, typename Format>
std::string mean_cell(const Report& report, Value value, Format format) {
  std::vector<double> values;
  for (const Row& row : report.rows) {
    const std::optional<double> one = value(row);
    if (one && *one > 0) values.push_back(*one);
  }
  return values.empty() ? "-" : format(geometric_mean(values));
}

/// Whether the problems differ only in length and batch, so that the length is a name for each.
bool lengths_suffice(const Report& report) {
  return std::all_of(report.rows.begin(), report.rows.end(), [&](const Row& row) {
    const Problem& first = report.rows.front().problem;
    return row.problem.precision == first.precision && row.problem.direction == first.direction;
  });
}

std::string label(const Report& report, const Row& row) {
  if (lengths_suffice(report)) return std::to_string(row.problem.points());
  Problem one = row.problem;
  one.batch = 1;
  return one.token();
}

/// The best host peer is the last: the one with the most threads.
std::optional<std::size_t> last_host(const Report& report) {
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    if (report.peers[i].role == Role::host_library) last = i;
  }
  return last;
}

std::optional<double> gigaflops(const Report& report, const Row& row) {
  const std::optional<std::size_t> papilio = report.index_of(Role::papilio);
  const std::optional<double> seconds = papilio ? Report::seconds(row, *papilio) : std::nullopt;
  if (!seconds || row.problem.points() == 1) return std::nullopt;  // a length of 1 has no operations
  return row.nominal_flops() / *seconds * 1e-9;
}

Cells speed_header(const Report& report) {
  Cells header = {"n", "batch"};
  for (const PeerInfo& peer : report.peers) {
    header.push_back(peer.name + " ms");
    if (peer.role != Role::papilio) continue;
    header.emplace_back("spread");
    header.emplace_back("GFLOP/s");
  }
  header.emplace_back("vs device");
  if (const auto host = last_host(report)) header.push_back("vs " + report.peers[*host].name);
  return header;
}

Cells speed_row(const Report& report, const Row& row) {
  Cells cells = {label(report, row), std::to_string(row.problem.batch)};
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    cells.push_back(time_cell(row.peers[i]));
    if (report.peers[i].role != Role::papilio) continue;
    const bool measured = row.peers[i].outcome == Outcome::measured;
    cells.push_back(measured ? fmt::format("{:.1f}%", 100 * row.peers[i].seconds.spread()) : "-");
    const auto flops = gigaflops(report, row);
    cells.push_back(flops ? fmt::format("{:.2f}", *flops) : "-");
  }
  cells.push_back(ratio_cell(report.best_device_ratio(row)));
  if (const auto host = last_host(report)) cells.push_back(ratio_cell(report.ratio(row, *host)));
  return cells;
}

Cells speed_means(const Report& report) {
  const auto as_ratio = [](double mean) { return ratio_cell(mean); };
  Cells cells = {"mean", ""};
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    if (report.peers[i].role == Role::papilio) {
      const auto seconds = [&](const Row& row) { return Report::seconds(row, i); };
      cells.push_back(mean_cell(report, seconds, milliseconds));
      cells.emplace_back("");
      const auto flops = [&](const Row& row) { return gigaflops(report, row); };
      cells.push_back(mean_cell(report, flops, [](double mean) { return fmt::format("{:.2f}", mean); }));
    } else {
      cells.push_back(mean_cell(
          report, [&](const Row& row) { return report.ratio(row, i); }, as_ratio));
    }
  }
  cells.push_back(mean_cell(
      report, [&](const Row& row) { return report.best_device_ratio(row); }, as_ratio));
  if (const auto host = last_host(report)) {
    cells.push_back(mean_cell(
        report, [&](const Row& row) { return report.ratio(row, *host); }, as_ratio));
  }
  return cells;
}

std::vector<Cells> error_table(const Report& report) {
  const auto as_error = [](double error) { return fmt::format("{:.2e}", error); };
  const auto cold = [](const Row& row) { return row.plan_time ? std::optional(row.plan_time->cold) : std::nullopt; };
  const auto warm = [](const Row& row) { return row.plan_time ? std::optional(row.plan_time->warm) : std::nullopt; };
  Cells header = {"n"};
  for (const PeerInfo& peer : report.peers) header.push_back(peer.name);
  header.emplace_back("plan cold ms");
  header.emplace_back("plan warm ms");
  std::vector<Cells> rows = {header};
  for (const Row& row : report.rows) {
    Cells cells = {label(report, row)};
    for (const PeerResult& peer : row.peers) cells.push_back(peer.error ? as_error(*peer.error) : "-");
    for (const auto& time : {cold(row), warm(row)}) cells.push_back(time ? milliseconds(*time) : "-");
    rows.push_back(cells);
  }
  Cells means = {"mean"};
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    means.push_back(mean_cell(
        report, [&](const Row& row) { return row.peers[i].error; }, as_error));
  }
  means.push_back(mean_cell(report, cold, milliseconds));
  means.push_back(mean_cell(report, warm, milliseconds));
  rows.push_back(means);
  return rows;
}

std::string heading(const Report& report) {
  const Machine& machine = report.machine;
  std::string peers;
  for (const PeerInfo& peer : report.peers) {
    peers += fmt::format("{}{} ({})", peers.empty() ? "" : ", ", peer.name, peer.version);
  }
  return fmt::format(
      "Machine: {}, {} threads; {} ({}), {}; load {:.1f} before, {:.1f} after.\n"
      "Libraries: {}.\n",
      machine.cpu, machine.threads, machine.device, machine.device_id, machine.driver, machine.load_before,
      machine.load_after, peers);
}

}  // namespace

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::measured:
      return "measured";
    case Outcome::unsupported:
      return "unsupported";
    case Outcome::failed:
      return "failed";
    case Outcome::wrong:
      return "wrong";
  }
  return "";
}

std::string to_text(const Report& report, TableStyle style) {
  const char* const bullet = style == TableStyle::markdown ? "- " : "";
  std::string text = heading(report) + "\n";
  if (lengths_suffice(report)) {
    const Problem& first = report.rows.front().problem;
    text += fmt::format("c2c {}, {}, out of place, data on the device.\n",
                        first.precision == Precision::f32 ? "f32" : "f64",
                        first.direction == Direction::forward ? "forward" : "inverse");
  }
  text += fmt::format(
      "Medians of at least {} samples and {:g} s. The last columns are the time of the best other library on the\n"
      "device, and of the host library, over Papilio's: above 1 Papilio is faster. The last row holds geometric "
      "means;\n"
      "under the other libraries, of their time over Papilio's, where they can do the length.\n\n",
      report.settings.samples, report.settings.seconds);
  std::vector<Cells> speed = {speed_header(report)};
  for (const Row& row : report.rows) speed.push_back(speed_row(report, row));
  speed.push_back(speed_means(report));
  text += render(speed, style);
  text += "\nRelative L2 error of the worst of three transforms of the batch, and Papilio's time to plan.\n\n";
  text += render(error_table(report), style);

  std::vector<std::string> notes = report.notes;
  for (const Row& row : report.rows) {
    for (std::size_t i = 0; i < row.peers.size(); ++i) {
      const PeerResult& peer = row.peers[i];
      if (peer.outcome == Outcome::measured) continue;
      notes.push_back(
          fmt::format("{}, {}: {}: {}", row.problem.token(), report.peers[i].name, name_of(peer.outcome), peer.why));
    }
  }
  if (!notes.empty()) text += "\n";
  for (const std::string& note : notes) text += bullet + note + "\n";
  return text;
}

}  // namespace papilio::bench
