// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/axes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tools/plot/ticks.hpp"

namespace papilio::tool {
namespace {

constexpr Colour ink{0.20, 0.22, 0.25};
constexpr Colour frame{0.55, 0.58, 0.62};
constexpr Colour grid{0.86, 0.87, 0.89};
constexpr Colour faint_grid{0.945, 0.95, 0.955};
constexpr double number_size = 14;
constexpr double name_size = 15;

void vertical_line(const Surface& surface, const PlotAxes& axes, double hz) {
  const double x = std::round(axes.x(hz)) + 0.5;  // on a pixel, so that it is sharp
  cairo_move_to(surface.cairo(), x, axes.area.y);
  cairo_line_to(surface.cairo(), x, axes.area.y + axes.area.height);
}

void horizontal_line(const Surface& surface, const PlotAxes& axes, double db) {
  const double y = std::round(axes.y(db)) + 0.5;
  cairo_move_to(surface.cairo(), axes.area.x, y);
  cairo_line_to(surface.cairo(), axes.area.x + axes.area.width, y);
}

Ticks frequency_ticks(const PlotAxes& axes, double scale) {
  if (axes.kind == FrequencyAxis::logarithmic) {
    Ticks ticks = decade_ticks(axes.low_hz / scale, axes.high_hz / scale);
    if (ticks.major.size() >= 2) {
      return ticks;
    }
  }
  return linear_ticks(axes.low_hz / scale, axes.high_hz / scale, static_cast<int>(axes.area.width / 90));
}

void draw_frequency_numbers(const Surface& surface, const PlotAxes& axes, const Ticks& ticks, double scale) {
  const bool logarithmic = axes.kind == FrequencyAxis::logarithmic;
  surface.font(number_size);
  surface.colour(ink);
  double free_from = axes.area.x - 40;
  for (const double tick : ticks.major) {
    const std::string text = logarithmic ? prefixed_text(tick) : number_text(tick);
    const double half = surface.text_width(text) / 2;
    const double x = axes.x(tick * scale);
    if (x - half >= free_from) {  // on a logarithmic axis numbers may collide
      surface.text(text, x, axes.area.y + axes.area.height + 22, Align::centre);
      free_from = x + half + 8;
    }
  }
}

std::string power_name(const PowerSpectrum& spectrum) {
  switch (spectrum.scaling) {
    case Scaling::density:
      return "Power spectral density (dB re 1 unit²/Hz)";
    case Scaling::spectrum:
      return "Power (dB re 1 unit²)";
    case Scaling::gpu_fft:
      return "Power |X|²/n (dB)";
  }
  return {};
}

void draw_names(const Surface& surface, const PlotAxes& axes, const PowerSpectrum& spectrum, const std::string& unit) {
  surface.font(name_size);
  surface.colour(ink);
  const char* const what = spectrum.sides == Sides::two && !spectrum.centre ? "Frequency from the centre" : "Frequency";
  surface.text(std::string(what) + " (" + unit + ")", axes.area.x + axes.area.width / 2,
               axes.area.y + axes.area.height + 50, Align::centre);
  cairo_t* const cairo = surface.cairo();
  cairo_save(cairo);
  cairo_translate(cairo, axes.area.x - 58, axes.area.y + axes.area.height / 2);
  cairo_rotate(cairo, -std::numbers::pi / 2);
  surface.text(power_name(spectrum), 0, 0, Align::centre);
  cairo_restore(cairo);
}

}  // namespace

double PlotAxes::x(double hz) const {
  const double share = kind == FrequencyAxis::logarithmic ? std::log(hz / low_hz) / std::log(high_hz / low_hz)
                                                          : (hz - low_hz) / (high_hz - low_hz);
  return area.x + area.width * share;
}

PlotAxes make_axes(const Rectangle& area, const PowerSpectrum& spectrum, FrequencyAxis kind) {
  PlotAxes axes{area, kind};
  const std::size_t first = kind == FrequencyAxis::logarithmic ? 1 : 0;
  axes.low_hz = spectrum.frequency(first);
  const double last = spectrum.sides == Sides::two ? spectrum.centre.value_or(0) + spectrum.sample_rate / 2
                                                   : spectrum.frequency(spectrum.power.size() - 1);
  axes.high_hz = std::max(last, axes.low_hz + spectrum.step);
  std::vector<double> levels;
  for (std::size_t i = first; i < spectrum.power.size(); ++i) {
    if (spectrum.power[i] > 0) {
      levels.push_back(decibels(spectrum.power[i]));
    }
  }
  if (levels.empty()) {
    return axes;
  }
  const double top = *std::max_element(levels.begin(), levels.end());
  const auto floor_at = levels.begin() + static_cast<std::ptrdiff_t>(levels.size() / 50);
  std::nth_element(levels.begin(), floor_at, levels.end());
  const double low = std::clamp(*floor_at - 5, top - 180, top - 20);
  axes.low_db = 10 * std::floor(low / 10);
  axes.high_db = top + 0.17 * (top - axes.low_db);  // three rows of labels
  return axes;
}

void draw_axes(const Surface& surface, const PlotAxes& axes, const PowerSpectrum& spectrum) {
  cairo_t* const cairo = surface.cairo();
  // A logarithmic axis spans too many units for a single one, so its numbers have their own prefixes.
  const FrequencyUnit unit = axes.kind == FrequencyAxis::logarithmic
                                 ? FrequencyUnit{1, "Hz"}
                                 : FrequencyUnit::for_range(std::max(std::abs(axes.low_hz), std::abs(axes.high_hz)));
  const Ticks across = frequency_ticks(axes, unit.scale);
  const Ticks up = linear_ticks(axes.low_db, axes.high_db, std::max(2, static_cast<int>(axes.area.height / 45)));
  cairo_set_line_width(cairo, 1);
  surface.colour(faint_grid);
  for (const double tick : across.minor) {
    vertical_line(surface, axes, tick * unit.scale);
  }
  cairo_stroke(cairo);
  surface.colour(grid);
  for (const double tick : across.major) {
    vertical_line(surface, axes, tick * unit.scale);
  }
  for (const double tick : up.major) {
    horizontal_line(surface, axes, tick);
  }
  cairo_stroke(cairo);
  surface.font(number_size);
  surface.colour(ink);
  for (const double tick : up.major) {
    surface.text(number_text(tick), axes.area.x - 9, axes.y(tick) + 5, Align::right);
  }
  draw_frequency_numbers(surface, axes, across, unit.scale);
  draw_names(surface, axes, spectrum, unit.name);
  surface.colour(frame);
  cairo_rectangle(cairo, axes.area.x + 0.5, axes.area.y + 0.5, axes.area.width, axes.area.height);
  cairo_stroke(cairo);
}

}  // namespace papilio::tool
