// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/psd_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <papilio/error.hpp>
#include <utility>

#include "tools/plot/axes.hpp"
#include "tools/plot/labels.hpp"
#include "tools/plot/surface.hpp"
#include "tools/plot/title.hpp"
#include "tools/spectrum/report.hpp"

namespace papilio::tool {
namespace {

constexpr Colour halo{1, 1, 1, 0.8};  // keeps the grid out of the labels
constexpr Colour curve{0.09, 0.37, 0.66};
constexpr Colour band{0.09, 0.37, 0.66, 0.40};
constexpr Colour shade{0.09, 0.37, 0.66, 0.10};
constexpr Colour accent{0.82, 0.25, 0.10};
constexpr double label_size = 13;

/// The bins that fall into one column of the picture.
struct Column {
  double x = 0;
  double power = 0;  ///< the mean of their powers
  double bins = 0;
  double mean = 0;     ///< its y
  double highest = 0;  ///< y of the strongest bin: the smallest
  double lowest = 0;
};

/// One column for each pixel that has bins, with their mean, and with the strongest and the weakest of them, so that no
/// outlier is lost, however many bins there are.
std::vector<Column> columns_of(const PlotAxes& axes, const PowerSpectrum& spectrum) {
  std::vector<Column> columns;
  double pixel = -1;
  const std::size_t first = axes.kind == FrequencyAxis::logarithmic ? 1 : 0;
  const auto y_of = [&, bottom = axes.area.y + axes.area.height + 2](double power) {
    const double level = decibels(power);
    return std::isfinite(level) ? std::min(axes.y(level), bottom) : bottom;
  };
  for (std::size_t i = first; i < spectrum.power.size(); ++i) {
    const double x = axes.x(spectrum.frequency(i));
    const double y = y_of(spectrum.power[i]);
    if (columns.empty() || std::floor(x) != pixel) columns.push_back({.highest = y, .lowest = y});
    pixel = std::floor(x);
    Column& column = columns.back();
    ++column.bins;
    column.x += (x - column.x) / column.bins;
    column.power += (spectrum.power[i] - column.power) / column.bins;
    column.highest = std::min(column.highest, y);
    column.lowest = std::max(column.lowest, y);
  }
  for (Column& column : columns) column.mean = y_of(column.power);
  return columns;
}

void draw_curve(const Surface& surface, const PlotAxes& axes, const std::vector<Column>& columns) {
  cairo_t* const cairo = surface.cairo();
  cairo_save(cairo);
  cairo_rectangle(cairo, axes.area.x, axes.area.y, axes.area.width, axes.area.height);
  cairo_clip(cairo);
  const double bottom = axes.area.y + axes.area.height;
  cairo_move_to(cairo, columns.front().x, bottom);
  for (const Column& column : columns) {
    cairo_line_to(cairo, column.x, column.mean);
  }
  cairo_line_to(cairo, columns.back().x, bottom);
  surface.colour(shade);
  cairo_fill(cairo);

  for (const Column& column : columns) {
    cairo_line_to(cairo, column.x, column.highest);
  }
  for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
    cairo_line_to(cairo, column->x, column->lowest);
  }
  surface.colour(band);
  cairo_fill_preserve(cairo);
  cairo_set_line_width(cairo, 1);  // a tone is as thin as a pixel
  cairo_stroke(cairo);

  for (const Column& column : columns) {
    cairo_line_to(cairo, column.x, column.mean);
  }
  surface.colour(curve);
  cairo_set_line_width(cairo, 1.3);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke(cairo);
  cairo_restore(cairo);
}

/// The curve's highest y in every pixel column, joined by straight lines where the columns are sparse.
std::vector<double> skyline_of(const PlotAxes& axes, const std::vector<Column>& columns) {
  std::vector<double> skyline(static_cast<std::size_t>(axes.area.width) + 1, axes.area.y + axes.area.height);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& from = columns[i];
    const Column& to = columns[std::min(i + 1, columns.size() - 1)];
    const double steps = std::max(1.0, std::ceil(to.x - from.x));
    for (double step = 0; step <= steps; ++step) {
      const double share = step / steps;
      const double x = from.x + share * (to.x - from.x) - axes.area.x;
      double& y = skyline[static_cast<std::size_t>(std::clamp(x, 0.0, axes.area.width))];
      y = std::min(y, from.highest + share * (to.highest - from.highest));
    }
  }
  return skyline;
}

void draw_label(const Surface& surface, const std::string& text, const Rectangle& place, double x, double y) {
  surface.colour({accent.red, accent.green, accent.blue, 0.55});
  cairo_set_line_width(surface.cairo(), 1);
  cairo_move_to(surface.cairo(), x, y - 4);
  cairo_line_to(surface.cairo(), x, place.y + place.height + 2);
  cairo_stroke(surface.cairo());
  surface.colour(halo);
  cairo_rectangle(surface.cairo(), place.x + 1, place.y - 1, place.width - 2, place.height + 2);
  cairo_fill(surface.cairo());
  surface.colour(ink);
  surface.text(text, place.x + label_padding, place.y + place.height - 2, Align::left);
}

void draw_peaks(const Surface& surface, const PlotAxes& axes, const PowerSpectrum& spectrum,
                std::vector<SpectralPeak> peaks, const std::vector<double>& skyline) {
  std::erase_if(peaks, [&](const SpectralPeak& peak) { return decibels(peak.power) < axes.low_db; });
  std::stable_sort(peaks.begin(), peaks.end(),
                   [](const SpectralPeak& a, const SpectralPeak& b) { return a.power > b.power; });
  surface.font(label_size);
  std::vector<Label> labels;
  for (const SpectralPeak& peak : peaks) {
    const std::string text = frequency_text(peak.frequency, spectrum.step, axes.high_hz - axes.low_hz);
    labels.push_back({surface.text_width(text), label_size, axes.x(peak.frequency), axes.y(decibels(peak.power))});
  }
  const std::vector<std::optional<Rectangle>> places = place_labels(axes.area, skyline, labels);
  cairo_t* const cairo = surface.cairo();
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (places[i]) {
      draw_label(surface, frequency_text(peaks[i].frequency, spectrum.step, axes.high_hz - axes.low_hz), *places[i],
                 labels[i].x, labels[i].y);
    }
    surface.colour(accent);
    cairo_new_path(cairo);  // text leaves a current point, to which the arc would be joined
    cairo_arc(cairo, labels[i].x, labels[i].y, 3.4, 0, 2 * std::numbers::pi);
    cairo_fill_preserve(cairo);
    surface.colour(paper);
    cairo_set_line_width(cairo, 1);
    cairo_stroke(cairo);
  }
}

std::string subtitle_of(const PowerSpectrum& spectrum, const std::vector<Column>& columns) {
  const bool several = columns.size() < spectrum.power.size() - 1;
  const char* const what = several ? ". Line: mean of the bins in a pixel; band: their range" : "";
  if (spectrum.scaling == Scaling::gpu_fft) {
    return fmt::format("gpu-fft’s spectrum: {} samples, padded to {}; a bin every {:.4g} Hz{}", spectrum.samples,
                       spectrum.length, spectrum.step, what);
  }
  return fmt::format("{} window; {} segment{} of {} samples{}; a bin every {:.4g} Hz{}", spectrum.window,
                     spectrum.segments, spectrum.segments == 1 ? "" : "s", spectrum.length,
                     spectrum.segments == 1 ? "" : ", averaged", spectrum.step, what);
}

}  // namespace

void plot_spectrum(files::OutputFile file, const PowerSpectrum& spectrum, const std::vector<SpectralPeak>& peaks,
                   const PlotOptions& options) {
  if (options.axis == FrequencyAxis::logarithmic && (spectrum.sides == Sides::two || spectrum.power.size() < 2)) {
    throw Error::invalid_argument("logarithmic frequency axis",
                                  "the spectrum of a complex signal has negative frequencies",
                                  "leave --log-frequency out");
  }
  Surface surface(std::move(file), options.width, options.height);
  surface.colour(paper);
  cairo_paint(surface.cairo());
  const Rectangle area{96, 82, options.width - 96.0 - 34, options.height - 82.0 - 72};
  const PlotAxes axes = make_axes(area, spectrum, options.axis);
  draw_axes(surface, axes, spectrum);
  const std::vector<Column> columns = columns_of(axes, spectrum);
  draw_title(surface, area.x, options.title, subtitle_of(spectrum, columns));
  draw_curve(surface, axes, columns);
  draw_peaks(surface, axes, spectrum, peaks, skyline_of(axes, columns));
  surface.finish();
}

}  // namespace papilio::tool
