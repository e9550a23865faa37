// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/charts/sweeps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <set>

#include "bench/charts/chart.hpp"
#include "bench/report/text.hpp"

namespace papilio::bench {
namespace {

constexpr std::size_t max_lines = 8;  // in a chart: look_of_line() has that many different looks

/// Rows of Papilio along one axis.
struct ChartLine {
  std::string variant;  ///< "4096 end-to-end", on any device
  std::size_t report = 0;
  std::map<std::int64_t, const Row*> rows;  ///< by batch, or by points
};
using Lines = std::vector<ChartLine>;

/// The lines of one suite and precision.
struct Subject {
  const std::vector<Report>* reports = nullptr;
  std::string suite;
  std::string title;
  Precision precision = Precision::f32;
};

/// A name that tells the device apart: its name, with the identifier if several have that name.
std::string device_name(const std::vector<Report>& reports, std::size_t index) {
  const DeviceInfo& device = reports[index].machine.device;
  const std::string name = device_text(reports[index].machine);
  const auto alike = std::count_if(reports.begin(), reports.end(),
                                   [&](const Report& report) { return report.machine.device.name == device.name; });
  return alike > 1 ? fmt::format("{} ({}, {})", name, device.id, device.driver) : name;
}

std::string subtitle_of(const Subject& subject) {
  const std::vector<Report>& reports = *subject.reports;
  const char* const precision = subject.precision == Precision::f32 ? "single precision" : "double precision";
  const char* const bands = "bands: 95 % confidence of the median";
  if (reports.size() > 1) return fmt::format("{} devices, {}; {}", reports.size(), precision, bands);
  const MachineInfo& machine = reports.front().machine;
  return fmt::format("{}, {}; {}; Papilio {}; {}", device_text(machine), machine.date, precision, machine.papilio,
                     bands);
}

/// Calls visit(report, row) for each transform that Papilio has computed.
template <typename Visit>
void for_each_row(const Subject& subject, Visit visit) {
  for (std::size_t i = 0; i < subject.reports->size(); ++i) {
    for (const Row& row : (*subject.reports)[i].rows) {
      const bool here = row.suite == subject.suite && row.problem.precision() == subject.precision;
      if (here && row.seconds(0) && row.problem.transform() != nullptr) visit(i, row);
    }
  }
}

std::string with_device(const Subject& subject, std::string label, std::size_t report) {
  if (subject.reports->size() == 1) return label;
  return label + ", " + device_name(*subject.reports, report);
}

/// The line of a variant on a device; adds it if there is none.
ChartLine& line_of(Lines& lines, const std::string& variant, std::size_t report) {
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const ChartLine& line) {
    return line.variant == variant && line.report == report;
  });
  return found != lines.end() ? *found : lines.emplace_back(ChartLine{variant, report, {}});
}

/// Sorts variants in the order of the rows, with the devices of a variant together.
Lines by_variant(const Lines& lines) {
  Lines sorted;
  for (const ChartLine& line : lines) {
    if (std::any_of(sorted.begin(), sorted.end(), [&](const ChartLine& one) { return one.variant == line.variant; }))
      continue;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(sorted),
                 [&](const ChartLine& one) { return one.variant == line.variant; });
  }
  return sorted;
}

Lines over_batch(const Subject& subject) {
  Lines lines;
  for_each_row(subject, [&](std::size_t report, const Row& row) {
    line_of(lines, label_of(row.problem.in_f32()), report).rows[row.problem.batch()] = &row;
  });
  return by_variant(lines);
}

/// "forward", "inverse 1/n end-to-end", "r2c": a problem without its lengths and its batch.
std::string kind_label(const Work& work) {
  const std::string token = work.token();
  std::vector<std::string> words;
  std::size_t number = 0;
  for (std::size_t at = 0; at <= token.size(); ++number) {
    const std::size_t end = std::min(token.find(':', at), token.size());
    const std::string part = token.substr(at, end - at);
    if (number == 0 && part != "c2c") words.push_back(part);
    if (number > 2) words.push_back(part == "scale=1/n" ? "1/n" : part);
    at = end + 1;
  }
  if (work.is_complex() && work.transform()->direction == Direction::forward) words.insert(words.begin(), "forward");
  MeasurementMode mode = work.mode();
  mode.sequential = false;  // irrelevant to the time of the batch, which is by the host's clock anyway
  if (work.mode().sequential && !work.mode().end_to_end) words.emplace_back("(host's clock)");
  if (!mode.words().empty()) words.push_back(mode.words());
  return fmt::format("{}", fmt::join(words, " "));
}

/// A line for each batch if lengths have several batches, else one.
Lines over_length(const Subject& subject) {
  struct RowsOfLine {
    std::string label;
    std::size_t report = 0;
    std::map<std::int64_t, std::map<std::int64_t, const Row*>> by_batch;
    std::set<std::int64_t> lengths;

    /// True if each length has one batch, the same for all or not.
    [[nodiscard]] bool once() const {
      std::size_t count = 0;
      for (const auto& [batch, rows] : by_batch) count += rows.size();
      return count == lengths.size();
    }
  };
  std::vector<RowsOfLine> kinds;
  for_each_row(subject, [&](std::size_t report, const Row& row) {
    if (subject.reports->size() == 1 && row.problem.mode() == MeasurementMode{}) return;
    const std::string label = kind_label(row.problem);
    auto kind = std::find_if(kinds.begin(), kinds.end(),
                             [&](const RowsOfLine& rows) { return rows.label == label && rows.report == report; });
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), RowsOfLine{label, report, {}, {}});
    kind->by_batch[row.problem.batch()][row.problem.points()] = &row;
    kind->lengths.insert(row.problem.points());
  });
  Lines lines;
  for (RowsOfLine& kind : kinds) {
    const bool any_batch = kind.once() && kind.by_batch.size() > 1;
    for (auto& [batch, rows] : kind.by_batch) {
      const std::string label = any_batch ? kind.label : fmt::format("{} × {}", batch, kind.label);
      line_of(lines, label, kind.report).rows.merge(rows);
    }
  }
  return by_variant(lines);
}

/// A figure of a row with its band.
struct FigureValue {
  double y = 0;
  std::optional<Band> band;
};
using FigureOfRow = std::function<std::optional<FigureValue>(const Row&, const Report&)>;

std::optional<FigureValue> million_elements(const Row& row, const Report& /*report*/) {
  const double y = 1e-6 * *row.element_rate(0);
  return FigureValue{y, band_of(row.peers[0], y, Sense::rate)};
}

std::optional<FigureValue> microseconds(const Row& row, const Report& /*report*/) {
  const double y = 1e6 * *row.seconds(0);
  return FigureValue{y, band_of(row.peers[0], y, Sense::time)};
}

std::optional<FigureValue> gain(const Row& row, const Report& report) {
  const std::optional<std::size_t> calls = report.single_calls();
  if (!calls || !row.seconds(*calls) || !row.peers[*calls].paired) return std::nullopt;
  return FigureValue{row.peers[*calls].paired->median, row.peers[*calls].paired->band};
}

/// A line with its figures; std::nullopt if it would have fewer than two points.
Series series_of(const Subject& subject, const ChartLine& line, const FigureOfRow& figure, const char* unit) {
  Series series{with_device(subject, line.variant, line.report), {}, {}};
  for (const auto& [x, row] : line.rows) {
    const std::optional<FigureValue> value = figure(*row, (*subject.reports)[line.report]);
    if (!value || !(value->y > 0)) continue;
    const std::string band = value->band ? fmt::format(", {:.4g} to {:.4g}", value->band->low, value->band->high) : "";
    series.samples.push_back({static_cast<double>(x), value->y,
                              fmt::format("{}: {:.4g} {}{}", row->problem.key(), value->y, unit, band), value->band});
  }
  if (series.samples.size() < 2) series.samples.clear();
  return series;
}

/// For one device, a colour and a marker for each line; for several, a colour for each device and a marker for each
/// variant.
void give_looks(const Subject& subject, const Lines& lines, std::vector<Series>& series) {
  std::size_t variant = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (i > 0 && lines[i].variant != lines[i - 1].variant) ++variant;
    series[i].look = look_of_line(i);
    if (subject.reports->size() == 1) continue;
    series[i].look.colour = look_of_line(lines[i].report).colour;
    series[i].look.marker = look_of_line(variant).marker;
  }
}

/// The contents of a chart except its lines.
struct Sheet {
  const char* name;
  const char* what;
  const char* x_label;
  const char* y_label;
  const char* unit;
  const char* caption;
  FigureOfRow figure;
};

bool are_powers_of_two(const std::vector<Series>& all) {
  return std::all_of(all.begin(), all.end(), [](const Series& series) {
    return std::all_of(series.samples.begin(), series.samples.end(), [](const ChartSample& sample) {
      return std::has_single_bit(static_cast<std::uint64_t>(sample.x));
    });
  });
}

Picture picture_of(const Subject& subject, const Sheet& sheet, const std::vector<Series>& series) {
  PointChart chart{{fmt::format("{}: {}", subject.title, sheet.what), subtitle_of(subject)},
                   sheet.x_label,
                   sheet.y_label,
                   AxisScale::factors(1, 1),
                   AxisScale::factors(1, 1),
                   series,
                   {}};
  const Band x = extent_of(series);
  const Band y = range_of(series);
  chart.x = AxisScale::powers_of_two(x.low, x.high);
  const bool factors = std::string_view(sheet.unit) == "×";
  chart.y = factors ? AxisScale::factors(y.low, y.high) : AxisScale::decades(y.low, y.high, AxisScale::Labels::numbers);
  if (factors) chart.references = {ReferenceLine{1, "as fast as single calls"}};
  chart.connected = are_powers_of_two(series);
  const char* const precision = subject.precision == Precision::f32 ? "f32" : "f64";
  return {fmt::format("{}-{}-{}", sheet.name, subject.suite, precision), subject.title, sheet.caption, draw(chart)};
}

/// One picture, or several if there are too many lines for one.
void draw_sheet(const Subject& subject, const Sheet& sheet, const Lines& all, std::vector<Picture>& pictures) {
  Lines lines;
  std::vector<Series> series;
  int number = 0;
  const auto finish = [&] {
    if (series.empty()) return;
    give_looks(subject, lines, series);
    pictures.push_back(picture_of(subject, sheet, series));
    if (++number > 1) pictures.back().name += fmt::format("-{}", number);
    lines.clear();
    series.clear();
  };
  for (const ChartLine& line : all) {
    Series one = series_of(subject, line, sheet.figure, sheet.unit);
    if (one.samples.empty()) continue;
    if (series.size() == max_lines) finish();
    lines.push_back(line);
    series.push_back(std::move(one));
  }
  finish();
}

const char* const batch_label = "transforms in a batch";
const char* const points_label = "points of one transform";
const char* const rate_label = "million points a second";

void draw_all(const Subject& subject, std::vector<Picture>& pictures) {
  const Lines batches = over_batch(subject);
  draw_sheet(subject,
             {"batch", "points a second over the batch", batch_label, rate_label, "Melem/s",
              "Higher is better. What a batch gains: the more transforms a call has, the less its start costs each.",
              million_elements},
             batches, pictures);
  draw_sheet(subject,
             {"gain", "time of single calls over that of a batch", batch_label, "time over the batch's", "×",
              "How many times as long as one call for the whole batch as many single calls take. Both were measured in "
              "turn; the band is that of the ratios.",
              gain},
             batches, pictures);
  const Lines lengths = over_length(subject);
  Lines one_batch;
  std::copy_if(lengths.begin(), lengths.end(), std::back_inserter(one_batch), [](const ChartLine& line) {
    const auto other = [&](const auto& place) {
      return place.second->problem.batch() != line.rows.begin()->second->problem.batch();
    };
    return std::none_of(line.rows.begin(), line.rows.end(), other);
  });
  draw_sheet(subject,
             {"length-time", "time of a call over the length", points_label, "time, microseconds", "µs",
              "Lower is better. The number before the × is that of the transforms in a call.", microseconds},
             one_batch, pictures);
  draw_sheet(subject,
             {"length-rate", "points a second over the length", points_label, rate_label, "Melem/s",
              "Higher is better.", million_elements},
             lengths, pictures);
}

std::vector<std::string> suites_of(const std::vector<Report>& reports) {
  std::vector<std::string> all;
  for (const Report& report : reports) {
    for (const std::string& suite : report.suites()) {
      if (std::find(all.begin(), all.end(), suite) == all.end()) all.push_back(suite);
    }
  }
  return all;
}

std::string title_of(const std::vector<Report>& reports, const std::string& suite) {
  for (const Report& report : reports) {
    if (const auto title = report.titles.find(suite); title != report.titles.end()) return title->second;
  }
  return suite;
}

}  // namespace

std::optional<Band> band_of(const PeerResult& result, double y, Sense sense) {
  if (!result.band) return std::nullopt;
  const double median = result.seconds.median;
  if (sense == Sense::time) return Band{y * result.band->low / median, y * result.band->high / median};
  return Band{y * median / result.band->high, y * median / result.band->low};
}

std::vector<Picture> sweep_pictures(const std::vector<Report>& reports) {
  std::vector<Picture> pictures;
  for (const std::string& suite : suites_of(reports)) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      draw_all({&reports, suite, title_of(reports, suite), precision}, pictures);
    }
  }
  return pictures;
}

}  // namespace papilio::bench
