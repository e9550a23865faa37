// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/charts/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace papilio::bench {
namespace {

constexpr double min_width = 960;
constexpr double height = 470;
constexpr double left = 84;
constexpr double right = 28;
constexpr double min_top = 104;
constexpr double legend_row = 20;
constexpr double bottom_margin = 66;

/// Maps positions on the scales to positions on the canvas.
struct Frame {
  double width = min_width;
  double top = min_top;
  double bottom = height - bottom_margin;
  [[nodiscard]] double x(double part) const { return left + part * (width - left - right); }
  [[nodiscard]] double y(double part) const { return bottom - part * (bottom - top); }
};

struct LegendEntry {
  std::string name;
  Look look;
};

constexpr double subtitle_row = 15;

/// The subtitle, broken behind a semicolon where it is longer than a chart is wide.
std::vector<std::string> lines_of(const std::string& subtitle) {
  constexpr std::size_t most = 135;
  const std::size_t end = subtitle.size() <= most ? std::string::npos : subtitle.rfind("; ", most);
  if (end == std::string::npos) return {subtitle};
  return {subtitle.substr(0, end + 1), subtitle.substr(end + 2)};
}

/// How much lower than under one line of subtitle everything is.
double lowered_by(const Heading& heading) {
  return subtitle_row * static_cast<double>(lines_of(heading.subtitle).size() - 1);
}

void draw_heading(Canvas& canvas, const Heading& heading) {
  canvas.text({left, 30}, heading.title, "title");
  double y = 51;
  for (const std::string& line : lines_of(heading.subtitle)) {
    canvas.text({left, y}, line, "subtitle");
    y += subtitle_row;
  }
}

double width_of(const LegendEntry& entry) { return 33 + 8.2 * static_cast<double>(entry.name.size()) + 26; }

/// The positions of the legend's entries, in as many rows as they need.
std::vector<Point> legend_places(const std::vector<LegendEntry>& entries, double width) {
  std::vector<Point> places;
  Point next{left, 77};
  for (const LegendEntry& entry : entries) {
    if (next.x > left && next.x + width_of(entry) > width) next = {left, next.y + legend_row};
    places.push_back(next);
    next.x += width_of(entry);
  }
  return places;
}

void draw_legend(Canvas& canvas, const std::vector<LegendEntry>& entries, bool lines, double lowered) {
  const std::vector<Point> places = legend_places(entries, canvas.width());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& [name, look] = entries[i];
    const Point at{places[i].x, places[i].y + lowered};
    if (lines) canvas.path(fmt::format("M{:.1f} {:.0f}h26", at.x, at.y), look.colour, look.stroke_width);
    canvas.marker(look.marker, {at.x + 13, at.y}, look.colour);
    canvas.text({at.x + 33, at.y + 4.5}, name, "legend");
  }
}

void draw_y_axis(Canvas& canvas, const Frame& frame, const AxisScale& scale, const std::string& label) {
  for (const Tick& tick : scale.ticks()) {
    const double y = frame.y(scale(tick.value));
    canvas.line({left, y}, {frame.x(1), y}, tick.label.empty() ? "faint" : "grid");
    canvas.text({left - 9, y + 4.2}, tick.label, "tick", Anchor::end);
  }
  canvas.text({22, (frame.top + frame.bottom) / 2}, label, "label", Anchor::middle, -90);
}

void draw_references(Canvas& canvas, const Frame& frame, const PointChart& chart) {
  for (const ReferenceLine& reference : chart.references) {
    const double place = chart.y(reference.value);
    if (place < 0 || place > 1) continue;
    canvas.line({left, frame.y(place)}, {frame.x(1), frame.y(place)}, "reference");
    canvas.text({frame.x(1) - 6, frame.y(place) - 6}, reference.label, "note", Anchor::end);
  }
}

std::string point(const Frame& frame, const PointChart& chart, double x, double y) {
  return fmt::format("{:.1f} {:.1f}", frame.x(chart.x(x)), frame.y(std::clamp(chart.y(y), 0.0, 1.0)));
}

void draw_bands(Canvas& canvas, const Frame& frame, const PointChart& chart, const Series& series) {
  if (!chart.connected) {
    for (const ChartSample& sample : series.samples) {
      if (!sample.band) continue;
      canvas.path(fmt::format("M{}L{}", point(frame, chart, sample.x, sample.band->low),
                              point(frame, chart, sample.x, sample.band->high)),
                  series.look.colour, 1.3);
    }
    return;
  }
  std::string there;  // along the lower ends
  std::string back;   // along the upper ones, from the last
  for (const ChartSample& sample : series.samples) {
    const Band band = sample.band.value_or(Band{sample.y, sample.y});
    there += fmt::format("{}{}", there.empty() ? 'M' : 'L', point(frame, chart, sample.x, band.low));
    back = fmt::format("L{}{}", point(frame, chart, sample.x, band.high), back);
  }
  if (series.samples.size() > 1) canvas.area(there + back, series.look.colour);
}

/// Names beside the markers of separate points, if these are few: lengths such as 1000, 1009 and 1024 share a place on
/// x.
void draw_labels(Canvas& canvas, const Frame& frame, const PointChart& chart, const Series& series) {
  constexpr std::size_t most = 16;
  if (chart.connected || series.samples.size() > most) return;
  for (const ChartSample& sample : series.samples) {
    const Point at{frame.x(chart.x(sample.x)), frame.y(std::clamp(chart.y(sample.y), 0.0, 1.0))};
    const bool left_of_it = at.x > frame.x(0.95);
    canvas.text({at.x + (left_of_it ? -8 : 8), at.y + 4}, sample.label, "note",
                left_of_it ? Anchor::end : Anchor::start);
  }
}

void draw_series(Canvas& canvas, const Frame& frame, const PointChart& chart, const Series& series) {
  std::string path;
  for (const ChartSample& sample : series.samples) {
    path += fmt::format("{}{}", path.empty() ? 'M' : 'L', point(frame, chart, sample.x, sample.y));
  }
  if (chart.connected) canvas.path(path, series.look.colour, series.look.stroke_width);
  for (const ChartSample& sample : series.samples) {
    canvas.marker(series.look.marker, {frame.x(chart.x(sample.x)), frame.y(chart.y(sample.y))}, series.look.colour,
                  sample.tooltip);
  }
}

}  // namespace

Band range_of(const std::vector<Series>& all) {
  Band range{std::numeric_limits<double>::infinity(), 0};
  for (const Series& series : all) {
    for (const ChartSample& sample : series.samples) {
      const Band band = sample.band.value_or(Band{sample.y, sample.y});
      range.low = std::min(range.low, band.low);
      range.high = std::max(range.high, band.high);
    }
  }
  return range;
}

Band extent_of(const std::vector<Series>& all) {
  Band extent{std::numeric_limits<double>::infinity(), 0};
  for (const Series& series : all) {
    for (const ChartSample& sample : series.samples) {
      extent.low = std::min(extent.low, sample.x);
      extent.high = std::max(extent.high, sample.x);
    }
  }
  return extent;
}

Look look_of_line(std::size_t index) {
  static constexpr const char* colours[] = {"#0072B2", "#009E73", "#E69F00", "#CC79A7",
                                            "#D55E00", "#56B4E9", "#8c6bb1", "#555555"};
  constexpr auto markers = static_cast<std::size_t>(Marker::cross) + 1;
  return {colours[index % std::size(colours)], static_cast<Marker>(index % markers), 2};
}

Look look_of(const std::string& library, std::size_t index) {
  // Colours of Okabe and Ito, "Color universal design" (2008), which most colour-blind people can tell apart.
  struct LibraryColour {
    const char* name;
    Look look;
  };
  static const LibraryColour known[] = {
      {"papilio", {"#0072B2", Marker::circle, 3}}, {"cufft", {"#009E73", Marker::square, 2}},
      {"vkfft", {"#E69F00", Marker::triangle, 2}}, {"clfft", {"#CC79A7", Marker::diamond, 2}},
      {"fftw", {"#555555", Marker::square, 2}},    {"fftw-1t", {"#999999", Marker::triangle, 2}}};
  for (const LibraryColour& one : known) {
    if (library == one.name) return one.look;
  }
  static const char* const others[] = {"#D55E00", "#56B4E9", "#8c6bb1", "#a6761d"};
  return {others[index % std::size(others)], Marker::cross, 2};
}

std::string draw(const PointChart& chart) {
  std::vector<LegendEntry> legend;
  for (const Series& series : chart.series) legend.push_back({series.name, series.look});
  Frame frame;
  const double lowered = lowered_by(chart.heading);
  const double rows = legend.empty() ? 0 : legend_places(legend, frame.width).back().y - 77;  // below the first
  const double below = lowered + rows;
  frame.top += below;
  frame.bottom += below;
  const double canvas_height = height + below;
  Canvas canvas(frame.width, canvas_height, chart.heading.title);
  draw_heading(canvas, chart.heading);
  draw_legend(canvas, legend, chart.connected, lowered);
  draw_y_axis(canvas, frame, chart.y, chart.y_label);
  for (const Tick& tick : chart.x.ticks()) {
    const double x = frame.x(chart.x(tick.value));
    canvas.line({x, frame.top}, {x, frame.bottom}, tick.label.empty() ? "faint" : "grid");
    canvas.text({x, frame.bottom + 19}, tick.label, "tick", Anchor::middle);
  }
  canvas.line({left, frame.bottom}, {frame.x(1), frame.bottom}, "axis");
  canvas.text({frame.x(0.5), canvas_height - 18}, chart.x_label, "label", Anchor::middle);
  draw_references(canvas, frame, chart);

  for (const Series& series : chart.series) draw_bands(canvas, frame, chart, series);
  // Papilio is the first and is drawn last, on top.
  for (auto series = chart.series.rbegin(); series != chart.series.rend(); ++series) {
    draw_series(canvas, frame, chart, *series);
    draw_labels(canvas, frame, chart, *series);
  }
  return canvas.str();
}

std::string draw(const BarChart& chart) {
  constexpr double min_group = 22;
  const auto count = static_cast<double>(std::max<std::size_t>(1, chart.categories.size()));
  Frame frame;
  frame.width = std::max(min_width, left + right + min_group * count);
  std::size_t longest = 0;
  for (const std::string& category : chart.categories) longest = std::max(longest, category.size());
  const double group = (frame.width - left - right) / count;
  const bool turned = 8.8 * static_cast<double>(longest) > group;
  const double extra = turned ? std::max(0.0, 5.4 * static_cast<double>(longest) - 12) : 0;  // for the names
  const double lowered = lowered_by(chart.heading);
  frame.top += lowered;
  frame.bottom += lowered;
  const double canvas_height = height + extra + lowered;
  Canvas canvas(frame.width, canvas_height, chart.heading.title);
  draw_heading(canvas, chart.heading);
  std::vector<LegendEntry> legend;
  for (const BarChart::Bars& bars : chart.bars) legend.push_back({bars.name, {bars.look.colour, Marker::square, 2}});
  draw_legend(canvas, legend, false, lowered);
  draw_y_axis(canvas, frame, chart.y, chart.y_label);

  const double one = frame.y(chart.y(1));
  const double bar = 0.78 * group / static_cast<double>(std::max<std::size_t>(1, chart.bars.size()));
  for (std::size_t i = 0; i < chart.categories.size(); ++i) {
    const double begin = left + group * static_cast<double>(i) + 0.11 * group;
    for (std::size_t k = 0; k < chart.bars.size(); ++k) {
      const std::optional<double> value = chart.bars[k].values[i];
      if (!value) continue;
      const double end = frame.y(std::clamp(chart.y(*value), 0.0, 1.0));
      canvas.rectangle({begin + bar * static_cast<double>(k), std::min(one, end)}, std::max(1.0, bar - 1),
                       std::max(1.0, std::abs(end - one)), chart.bars[k].look.colour,
                       fmt::format("{}: {:.2f} × {}", chart.categories[i], *value, chart.bars[k].name));
    }
    const Point place{left + group * (static_cast<double>(i) + 0.5), frame.bottom + (turned ? 13 : 19)};
    if (turned) {
      canvas.text({place.x + 4, place.y}, chart.categories[i], "tick", Anchor::end, -60);
    } else {
      canvas.text(place, chart.categories[i], "tick", Anchor::middle);
    }
  }
  canvas.line({left, one}, {frame.x(1), one}, "reference");
  canvas.text({frame.x(1) - 4, 81.5 + lowered}, chart.note, "note", Anchor::end);
  canvas.text({frame.x(0.5), canvas_height - 12}, chart.x_label, "label", Anchor::middle);
  return canvas.str();
}

}  // namespace papilio::bench
