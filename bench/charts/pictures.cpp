// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/charts/pictures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "bench/charts/chart.hpp"
#include "bench/charts/sweeps.hpp"
#include "bench/report/text.hpp"
#include "bench/size_text.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

/// The rows of one suite and precision.
struct SuiteRows {
  std::string suite;
  std::string title;
  Precision precision = Precision::f32;
  std::vector<const Row*> rows;  ///< ascending by length

  [[nodiscard]] std::string file(const char* what) const {
    return fmt::format("{}-{}-{}", what, suite, precision == Precision::f32 ? "f32" : "f64");
  }
  [[nodiscard]] bool alone() const {
    return std::all_of(rows.begin(), rows.end(), [](const Row* row) { return row->problem.batch() == 1; });
  }
  /// True if lines may connect the points: they are powers of two, each once.
  [[nodiscard]] bool connected() const {
    const auto same = [](const Row* a, const Row* b) { return a->problem.points() == b->problem.points(); };
    return std::adjacent_find(rows.begin(), rows.end(), same) == rows.end() &&
           std::all_of(rows.begin(), rows.end(), [](const Row* row) {
             return std::has_single_bit(static_cast<std::uint64_t>(row->problem.points()));
           });
  }
};

std::vector<SuiteRows> groups_of(const Report& report) {
  std::vector<SuiteRows> groups;
  for (const std::string& suite : report.suites()) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      SuiteRows group{suite, suite, precision, {}};
      if (const auto title = report.titles.find(suite); title != report.titles.end()) group.title = title->second;
      for (const Row& row : report.rows) {
        if (row.suite == suite && row.problem.precision() == precision) group.rows.push_back(&row);
      }
      if (group.rows.empty()) continue;
      std::stable_sort(group.rows.begin(), group.rows.end(),
                       [](const Row* a, const Row* b) { return a->problem.points() < b->problem.points(); });
      if (precision == Precision::f64 && group.title.find("ouble precision") == std::string::npos) {
        group.title += ", double precision";
      }
      groups.push_back(std::move(group));
    }
  }
  return groups;
}

/// ", 512 MiB of input a call", if that is the same for all rows.
std::string size_of(const SuiteRows& group) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = 0;
  for (const Row* row : group.rows) {
    const std::int64_t bytes = row->problem.input_bytes();
    least = std::min(least, bytes);
    most = std::max(most, bytes);
  }
  return least >= most - most / 20 ? fmt::format(", {} of input a call", size_text(most)) : std::string();
}

const char* kinds_of(const SuiteRows& group) {
  const auto complex = [](const Row* row) { return row->problem.is_complex(); };
  if (std::all_of(group.rows.begin(), group.rows.end(), complex)) return "complex";
  return std::any_of(group.rows.begin(), group.rows.end(), complex) ? "complex and real" : "real";
}

Heading heading_of(const Report& report, const SuiteRows& group, const char* what) {
  return {fmt::format("{}: {}", group.title, what),
          fmt::format("{}; {}, {}; {}, {} precision{}", versions_text(report), device_text(report.machine),
                      report.machine.date, kinds_of(group), group.precision == Precision::f32 ? "single" : "double",
                      size_of(group))};
}

/// A figure of a row for library `peer`.
using PeerValue = std::function<std::optional<double>(const Row&, std::size_t peer)>;
using Tooltip = std::function<std::string(double)>;

/// Uses the rows that are measured in the plain way; sweeps.hpp draws the others.
std::vector<Series> series_of(const Report& report, const SuiteRows& group, const PeerValue& value,
                              const Tooltip& tooltip, std::optional<Sense> bands = std::nullopt) {
  std::vector<Series> all;
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    const std::string name = display_name(report.peers[i].name);
    Series series{name, look_of(report.peers[i].name, i), {}};
    for (const Row* row : group.rows) {
      if (row->problem.mode() != MeasurementMode{}) continue;
      const std::optional<double> y = value(*row, i);
      if (!y || !(*y > 0) || *y == std::numeric_limits<double>::infinity()) continue;
      series.samples.push_back(
          {static_cast<double>(row->problem.points()), *y,
           fmt::format("{}, {} x {}: {}", name, label_of(row->problem), row->problem.batch(), tooltip(*y)),
           bands ? band_of(row->peers[i], *y, *bands) : std::nullopt, i == 0 ? label_of(row->problem) : ""});
    }
    if (!series.samples.empty()) all.push_back(std::move(series));
  }
  return all;
}

constexpr const char* length_label = "points of one transform";

AxisScale length_scale(const std::vector<Series>& series) {
  const Band range = extent_of(series);
  return AxisScale::powers_of_two(range.low, range.high);
}

std::optional<Picture> efficiency(const Report& report, const SuiteRows& group) {
  if (group.alone()) return std::nullopt;  // such times are launches, not memory
  const std::vector<Series> series = series_of(
      report, group, [](const Row& row, std::size_t i) { return row.efficiency(i); },
      [](double y) { return fmt::format("{:.1f} % of the copy", 100 * y); }, Sense::rate);
  if (series.empty()) return std::nullopt;
  const Band range = range_of(series);
  const PointChart chart{heading_of(report, group, "speed, as a share of a plain copy"),
                         length_label,
                         "share of a copy's speed",
                         length_scale(series),
                         AxisScale::linear(std::max(1.05, range.high), AxisScale::Labels::percent),
                         series,
                         {{1, "a copy on this device"}},
                         group.connected()};
  return Picture{
      group.file("efficiency"), group.title,
      "Higher is better. 100 % is a plain copy of the same data on the same device, measured in the same run: a "
      "transform has to read and write everything once, so it cannot be much faster. One that goes through "
      "memory twice reaches half of that.",
      draw(chart)};
}

std::optional<Picture> times(const Report& report, const SuiteRows& group) {
  if (!group.alone()) return std::nullopt;
  const std::vector<Series> series = series_of(
      report, group,
      [](const Row& row, std::size_t i) {
        const std::optional<double> seconds = row.seconds(i);
        return seconds ? std::optional(1e6 * *seconds) : std::nullopt;
      },
      [](double y) { return fmt::format("{:.4g} µs", y); }, Sense::time);
  if (series.empty()) return std::nullopt;
  const Band range = range_of(series);
  const PointChart chart{heading_of(report, group, "time of one transform"),
                         length_label,
                         "time, microseconds",
                         length_scale(series),
                         AxisScale::decades(range.low, range.high, AxisScale::Labels::numbers),
                         series,
                         {},
                         group.connected()};
  return Picture{group.file("time"), group.title,
                 "Lower is better. Transforms one after the other, each a launch of its own.", draw(chart)};
}

std::optional<Picture> errors(const Report& report, const SuiteRows& group) {
  const std::vector<Series> series = series_of(
      report, group, [](const Row& row, std::size_t i) { return row.peers[i].error; },
      [](double y) { return fmt::format("{:.2e}", y); });
  if (series.empty()) return std::nullopt;
  const Band range = range_of(series);
  const bool single = group.precision == Precision::f32;
  const double unit = single ? 0x1p-24 : 0x1p-53;
  const PointChart chart{
      heading_of(report, group, "error of the result"),
      length_label,
      "relative error (L2 norm)",
      length_scale(series),
      AxisScale::decades(std::min(unit, range.low), range.high),
      series,
      {{unit, single ? "rounding one number to single precision" : "rounding one number to double precision"}},
      group.connected()};
  return Picture{
      group.file("error"), group.title,
      "Lower is better. The norm of the difference from FFTW's result in long double, over the norm of that result.",
      draw(chart)};
}

std::optional<Picture> ratios(const Report& report, const SuiteRows& group) {
  BarChart chart{heading_of(report, group, "time of other libraries over Papilio's"),
                 length_label,
                 "time over Papilio's",
                 AxisScale::factors(1, 1),
                 {},
                 {},
                 "above 1: Papilio is faster, below: slower"};
  std::vector<const Row*> rows;  // rows on which another library was measured; sweeps.hpp draws single calls
  const auto is_other = [&](std::size_t peer) { return peer > 0 && report.peers[peer].role != PeerRole::single_calls; };
  for (const Row* row : group.rows) {
    bool any = false;
    for (std::size_t i = 0; i < report.peers.size(); ++i) any = any || (is_other(i) && row->ratio(i));
    if (any) rows.push_back(row);
  }
  for (const Row* row : rows) {
    const std::string label = label_of(row->problem.in_f32());  // the title names the precision
    const auto alike = std::count_if(rows.begin(), rows.end(),
                                     [&](const Row* other) { return label_of(other->problem.in_f32()) == label; });
    chart.categories.push_back(alike > 1 ? fmt::format("{} × {}", row->problem.batch(), label) : label);
  }
  Band range{std::numeric_limits<double>::infinity(), 0};
  for (std::size_t i = 0; i < report.peers.size(); ++i) {
    if (!is_other(i)) continue;
    BarChart::Bars bars{display_name(report.peers[i].name), look_of(report.peers[i].name, i), {}};
    for (const Row* row : rows) {
      bars.values.push_back(row->ratio(i));
      if (!bars.values.back()) continue;
      range.low = std::min(range.low, *bars.values.back());
      range.high = std::max(range.high, *bars.values.back());
    }
    chart.bars.push_back(std::move(bars));
  }
  if (range.high == 0) return std::nullopt;
  chart.y = AxisScale::factors(range.low, range.high);
  return Picture{
      group.file("ratio"), group.title,
      "Bars that rise from 1 are libraries that take longer than Papilio, bars that fall are faster ones. The axis "
      "is logarithmic: 2× and 0.5× are equally far from 1. A missing bar is a length that the library cannot do.",
      draw(chart)};
}

/// "the better of cuFFT 12.5.0 and VkFFT 1.3.4", or the one library that there is.
std::string better_library(const Report& report) {
  std::vector<std::string> names;
  for (const PeerInfo& peer : report.peers) {
    if (peer.role == PeerRole::device_library) names.push_back(display_name(peer.name) + " " + peer.version);
  }
  return (names.size() > 1 ? "the better of " : "") + fmt::format("{}", fmt::join(names, " and "));
}

/// All suites at once: how many times as fast as the fastest other library Papilio is. A marker for each suite, and one
/// for all problems at which Papilio is slower; they lie on top.
std::optional<Picture> overview(const Report& report) {
  std::vector<Series> all = {{"Papilio is slower", {"#D00000", Marker::cross, 2}, {}}};
  std::size_t problems = 0;
  std::size_t suites = 0;  // with a problem that another library has
  for (const std::string& suite : report.suites()) {
    const std::size_t before = problems;
    Look look = look_of_line(all.size() - 1);
    if (look.marker == Marker::cross) look.marker = Marker::circle;  // crosses are what is slower
    Series series{suite, look, {}};
    for (const Row& row : report.rows) {
      const std::optional<double> ratio = row.suite == suite ? report.best_ratio(row) : std::nullopt;
      if (!ratio) continue;
      ++problems;
      (*ratio < 1 ? all.front() : series)
          .samples.push_back({static_cast<double>(row.problem.points()), *ratio,
                              fmt::format("{}: {:.3f}", row.problem.token(), *ratio)});
    }
    if (!series.samples.empty()) all.push_back(std::move(series));
    if (problems > before) ++suites;
  }
  if (suites < 2) return std::nullopt;
  const std::size_t slower = all.front().samples.size();
  if (slower == 0) all.erase(all.begin());
  const std::optional<double> mean = mean_of(report.rows, {}, [&](const Row& row) { return report.best_ratio(row); });
  const Band range = range_of(all);
  const PointChart chart{
      {"Papilio's speed over that of " + better_library(report),
       fmt::format("{}, {}; each mark is one of {} problems, geometric mean {:.3f}; Papilio {} is slower at {}",
                   device_text(report.machine), report.machine.date, problems, mean.value_or(0), report.machine.papilio,
                   slower)},
      length_label,
      "times as fast",
      length_scale(all),
      AxisScale::factors(range.low, range.high),
      all,
      {{1, ""}}};
  return Picture{"overview", "All suites",
                 "Each mark is a problem: how many times as long as Papilio the fastest other library on the device "
                 "takes. The axis is logarithmic.",
                 draw(chart)};
}

}  // namespace

std::string display_name(const std::string& library) {
  struct LibraryName {
    const char* name;
    const char* display;
  };
  static constexpr LibraryName known[] = {{"papilio", "Papilio"},
                                          {"cufft", "cuFFT"},
                                          {"vkfft", "VkFFT"},
                                          {"clfft", "clFFT"},
                                          {"fftw", "FFTW (all threads)"},
                                          {single_calls_name, "Papilio, single calls"}};
  for (const LibraryName& one : known) {
    if (library == one.name) return one.display;
  }
  if (library == "fftw-1t") return "FFTW (1 thread)";
  if (library.starts_with("fftw-")) return fmt::format("FFTW ({} threads)", library.substr(5, library.size() - 6));
  if (library.starts_with("papilio@")) return "Papilio on " + library.substr(8);
  return library;
}

std::vector<Picture> pictures_of(const Report& report) {
  std::vector<Picture> pictures;
  if (std::optional<Picture> picture = overview(report)) pictures.push_back(std::move(*picture));
  for (const SuiteRows& group : groups_of(report)) {
    for (const auto draw_one : {efficiency, times, ratios, errors}) {
      if (std::optional<Picture> picture = draw_one(report, group)) pictures.push_back(std::move(*picture));
    }
  }
  for (Picture& picture : sweep_pictures({report})) pictures.push_back(std::move(picture));
  return pictures;
}

std::vector<Picture> pictures_of(const std::vector<Report>& reports) {
  return reports.size() == 1 ? pictures_of(reports.front()) : sweep_pictures(reports);
}

}  // namespace papilio::bench
