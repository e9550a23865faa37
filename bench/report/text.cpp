// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "bench/report/columns.hpp"
#include "bench/report/distribution.hpp"
#include "bench/size_text.hpp"
#include "core/presentable.hpp"
#include "core/storage.hpp"
#include "core/units_text.hpp"

namespace papilio::bench {
namespace {

using Cells = TextTable::Cells;

TextTable table_of(const std::vector<FigureColumn>& columns, TableStyle style, std::size_t label_width) {
  Cells headings = {"n", "batch"};
  std::vector<std::size_t> widths = {label_width, 7};
  for (const FigureColumn& column : columns) {
    headings.push_back(column.heading);
    widths.push_back(column.width);
  }
  return {headings, widths, style};
}

std::string line_of(const TextTable& table, const std::vector<FigureColumn>& columns, const Row& row) {
  Cells cells = {label_of(row.problem), std::to_string(row.problem.batch())};
  for (const FigureColumn& column : columns) cells.push_back(cell(column, row));
  if (!row.seconds(0)) cells[2] = name_of(row.peers[0].outcome);
  return table.line(cells);
}

/// A rule, and the means of each suite and of all.
std::string means_of(const Report& report, const TextTable& table, const std::vector<FigureColumn>& columns) {
  std::string text = table.rule();
  const auto means = [&](const std::string& name, const std::string& suite) {
    const auto rows = std::count_if(report.rows.begin(), report.rows.end(),
                                    [&](const Row& row) { return suite.empty() || row.suite == suite; });
    Cells cells = {name, fmt::format("mean/{}", rows)};
    for (const FigureColumn& column : columns) cells.push_back(mean_cell(report, suite, column));
    text += table.line(cells);
  };
  const std::vector<std::string> suites = report.suites();
  if (suites.size() > 1) {
    for (const std::string& suite : suites) means(suite, suite);
  }
  means("all", {});
  return text;
}

std::string heading_of_machine(const MachineInfo& machine) {
  std::string text =
      fmt::format("{} {} ({}, driver {}), {}; {}, {} threads; load {:.1f}\n", machine.device.id, machine.device.name,
                  machine.device.platform, machine.device.driver, units_text(machine.device.compute_units), machine.cpu,
                  machine.threads, machine.load_before);
  return text + machine.date;
}

/// The changes against the baseline that exceed the noise.
std::string changes(const Report& report) {
  if (!report.baseline) return {};
  std::string text = fmt::format(
      "\nAgainst the baseline '{}' of {}, where a change exceeds {:g} % and the noise of both:\n",
      presentable(report.baseline->name), presentable(report.baseline->date), 100 * report.settings.tolerance);
  std::size_t count = 0;
  for (const Row& row : report.rows) {
    const std::optional<Change> change = report.change(row);
    if (!change || change->verdict == Verdict::same) continue;
    const bool slower = change->verdict == Verdict::slower;
    text += fmt::format("{} {}: {} of the time before\n", slower ? "SLOWER" : "faster", row.problem.key(),
                        fmt::format("{:.1f} %", 100 * change->ratio));
    ++count;
  }
  return count > 0 ? text : text + "nothing has changed\n";
}

const char* bullet_of(TableStyle style) { return style == TableStyle::markdown ? "- " : ""; }

/// The notes of the rows. A note that many rows share, such as a missing reference library, is printed once.
std::string notes(const Report& report, const char* bullet) {
  std::map<std::string, std::vector<std::string>> tokens;
  for (const Row& row : report.rows) {
    if (!row.note.empty()) tokens[row.note].push_back(row.problem.token());
  }
  std::string text;
  for (const auto& [note, of] : tokens) {
    text += bullet + (of.size() == 1 ? of.front() : fmt::format("{} problems", of.size())) + ": " + note + "\n";
  }
  return text;
}

/// Why a library has no time on a problem.
std::string reason(const Row& row, const PeerInfo& info, const PeerResult& result) {
  return fmt::format("{}, {}: {}: {}", row.problem.token(), info.name, name_of(result.outcome), result.why);
}

/// True if lengths, kind, precision and direction describe the problem, and both sides are stored alike.
bool has_short_label(const Problem& problem) {
  Problem plain;
  plain.kind = problem.kind;
  plain.precision = problem.precision;
  plain.lengths = problem.lengths;
  plain.batch = problem.batch;
  plain.direction = problem.direction;
  if (problem.scale == Scale::inverse_n) plain.scale = problem.scale;
  if (is_half(problem.in_storage) && problem.precision == Precision::f32 && problem.in_storage == problem.out_storage) {
    plain.in_storage = plain.out_storage = problem.in_storage;
  }
  return problem.normalised() == plain.normalised();
}

/// The words of a way that affect the time of the batch itself.
std::string mode_label(MeasurementMode mode) {
  mode.sequential = false;
  const std::string words = mode.words();
  return words.empty() ? words : " " + words;
}

std::string without_batch(std::string token) {
  const std::size_t star = token.find('*');
  if (star == std::string::npos) return token;
  return token.erase(star, std::min(token.find(':', star), token.size()) - star);
}

}  // namespace

std::string label_of(const Work& work) {
  const std::string mode = mode_label(work.mode());
  if (work.transform() == nullptr || !has_short_label(*work.transform())) return without_batch(work.token()) + mode;
  const Problem& problem = *work.transform();
  const std::int64_t n = problem.points();
  const auto bits = static_cast<std::uint64_t>(n);
  std::string text =
      n >= 16384 && std::has_single_bit(bits) ? fmt::format("2^{}", std::bit_width(bits) - 1) : std::to_string(n);
  if (problem.lengths.size() > 1) text = fmt::format("{}", fmt::join(problem.lengths, "x"));
  const std::string token = problem.token();  // KIND:PRECISION:…
  const std::size_t colon = token.find(':');
  if (problem.kind != Kind::c2c) text = token.substr(0, colon) + " " + text;
  const std::string precision = token.substr(colon + 1, token.find(':', colon + 1) - colon - 1);
  if (precision != "f32") text = precision + " " + text;
  if (problem.kind == Kind::c2c && problem.direction == Direction::inverse) text += " inverse";
  if (problem.scale == Scale::inverse_n) text += " 1/n";
  return text + mode;
}

std::string versions_text(const Report& report) {
  std::string text;
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    const char* const separator = i == 0 ? "" : i == 1 ? " beside " : ", ";
    text += fmt::format("{}{} {}", separator, report.peers[i].name, report.peers[i].version);
  }
  return text;
}

std::string device_text(const MachineInfo& machine) {
  const std::string& name = machine.device.name;
  const bool pocl = name.starts_with("pthread-") || name.starts_with("cpu-");
  return pocl && !machine.cpu.empty() ? machine.cpu + " (PoCL)" : name;
}

TextReport::TextReport(const Report& report, TableStyle style, std::size_t label_width)
    : style_(style),
      label_width_(label_width),
      speed_(table_of(columns_of(report, style, false), style, label_width)) {}

std::string TextReport::opening(const Report& report) const {
  std::string text = versions_text(report) + "\n" + heading_of_machine(report.machine);
  for (const std::string& note : report.notes) text += (style_ == TableStyle::markdown ? "\n- " : "\n") + note;
  text += fmt::format(
      "\n\nMedians of {} samples of at least {:g} ms, and the band that holds the median with {:g} % confidence.\n"
      "GB/s counts the input once and the output once; eff is its share of a copy on the device. Melem/s\n"
      "counts points. \"vs\" is the other library's time divided by Papilio's: above 1 Papilio is faster.\n"
      "\"vs best\" is the faster of the libraries on the same device.\n",
      report.settings.repetitions, 1e3 * report.settings.min_seconds, 100 * confidence);
  if (report.single_calls()) {
    text +=
        "\"sequential\" is Papilio with a call for each transform; in such rows the batch too is timed by the host's "
        "clock.\n";
  }
  return text + "\n" + speed_.heading();
}

std::string TextReport::line(const Report& report, const Row& row) const {
  return line_of(speed_, columns_of(report, style_, false), row);
}

/// On terminals: the other columns of all rows.
std::string TextReport::details(const Report& report) const {
  if (style_ == TableStyle::markdown) return {};
  const std::vector<FigureColumn> columns = columns_of(report, style_, true);
  const TextTable table = table_of(columns, style_, label_width_);
  std::string text = "\nThe same problems: rates, errors and plans.\n\n" + table.heading();
  for (const Row& row : report.rows) text += line_of(table, columns, row);
  return text + means_of(report, table, columns);
}

std::string TextReport::errors(const Report& report) const {
  if (!report.settings.check) return {};
  Cells headings = {"n"};
  for (const PeerInfo& peer : report.peers) headings.push_back(peer.name);
  const TextTable table(headings, {label_width_, 8, 8, 8, 8, 8, 8}, style_);
  std::string text = "\nRelative L2 errors, over the transforms that were compared.\n\n" + table.heading();
  for (const Row& row : report.rows) {
    Cells cells = {label_of(row.problem)};
    for (const PeerResult& peer : row.peers) cells.push_back(peer.error ? as_error(*peer.error) : "-");
    text += table.line(cells);
  }
  if (!one_precision(report, {})) return text;
  Cells means = {"mean"};
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    means.push_back(mean_cell(report, {}, {"", 0, [i](const Row& row) { return row.peers[i].error; }, as_error}));
  }
  return text + table.rule() + table.line(means);
}

/// A table of the problems that the device executes faster, or hardly slower, than the library starts them.
std::string TextReport::calls(const Report& report) const {
  const auto late = [](const PeerResult& peer) { return peer.call_seconds.has_value(); };
  Cells headings = {"n"};
  for (const PeerInfo& peer : report.peers) headings.push_back(peer.name);
  const TextTable table(headings, {label_width_, 8, 8, 8, 8, 8, 8}, style_);
  std::string lines;
  for (const Row& row : report.rows) {
    if (std::none_of(row.peers.begin(), row.peers.end(), late)) continue;
    Cells cells = {label_of(row.problem)};
    for (const PeerResult& peer : row.peers) {
      cells.push_back(peer.call_seconds ? fmt::format("{:.2f}", 1e6 * *peer.call_seconds) : "-");
    }
    lines += table.line(cells);
  }
  if (lines.empty()) return {};
  return "\nMicroseconds that the calling thread takes to start one, for times above that are the device's "
         "alone.\n\n" +
         table.heading() + lines;
}

/// A batch against as many single calls.
std::string TextReport::batches(const Report& report) const {
  const std::optional<std::size_t> calls = report.single_calls();
  if (!calls) return {};
  const TextTable table({"n", "batch", "us", "us of single calls", "95% band", "gain", "95% band"},
                        {label_width_, 9, 9, 9, 15, 6, 11}, style_);
  std::string lines;
  for (const Row& row : report.rows) {
    const PeerResult& peer = row.peers[*calls];
    if (!row.seconds(0) || !row.seconds(*calls) || !peer.paired) continue;
    lines += table.line({label_of(row.problem), std::to_string(row.problem.batch()),
                         short_number(1e6 * *row.seconds(0)), short_number(1e6 * peer.seconds.median),
                         band_text(peer.band, 1e6), as_ratio(peer.paired->median), band_text(peer.paired->band, 1)});
  }
  if (lines.empty()) return {};
  return "\nA batch against as many single calls. The gain is the median of the ratios of samples taken one after the "
         "other.\n\n" +
         table.heading() + lines;
}

std::string TextReport::closing(const Report& report) const {
  std::string text = means_of(report, speed_, columns_of(report, style_, false));
  text += details(report);
  text += random_text(report, style_);
  text += batches(report);
  text += errors(report);
  text += calls(report);
  text += changes(report);

  std::string reasons = notes(report, bullet_of(style_));
  const char* const bullet = bullet_of(style_);
  for (const Row& row : report.rows) {
    for (std::size_t i = 0; i < row.peers.size(); ++i) {
      if (row.peers[i].outcome != PeerOutcome::measured && row.peers[i].outcome != PeerOutcome::omitted) {
        reasons += fmt::format("{}{}\n", bullet, reason(row, report.peers[i], row.peers[i]));
      }
    }
  }
  return reasons.empty() ? text : text + "\n" + reasons;
}

std::string whole_text(const Report& report, TableStyle style) {
  std::size_t width = 0;
  for (const Row& row : report.rows) width = std::max({width, row.suite.size(), label_of(row.problem).size()});
  const TextReport text(report, style, width);
  std::string all = text.opening(report);
  for (const Row& row : report.rows) all += text.line(report, row);
  return all + text.closing(report);
}

}  // namespace papilio::bench
