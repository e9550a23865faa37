// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/study/report.hpp"
#include "tools/plot/surface.hpp"
#include "tools/plot/ticks.hpp"

namespace papilio::tool {
namespace {

constexpr double width = 900;
constexpr double margin = 32;
constexpr double row_height = 22;
constexpr double heading = 98;
constexpr double label_width = 250;
constexpr double figures_width = 190;

std::vector<const StudyResult*> shown(const Study& study) {
  std::vector<const StudyResult*> results;
  for (const StudyResult& result : study.results) {
    if (result.measured()) results.push_back(&result);
  }
  return results;
}

double height_of(const Study& study) { return heading + row_height * static_cast<double>(shown(study).size()) + 22; }

void draw_bar(const Surface& surface, const Rectangle& bar, bool dft) {
  cairo_t* const cairo = surface.cairo();
  surface.colour(dft ? Colour{0.23, 0.47, 0.75} : Colour{0.80, 0.84, 0.90});
  cairo_rectangle(cairo, bar.x, bar.y, bar.width, bar.height);
  cairo_fill(cairo);
  if (dft) return;
  cairo_save(cairo);
  cairo_rectangle(cairo, bar.x, bar.y, bar.width, bar.height);
  cairo_clip(cairo);
  surface.colour({0.52, 0.59, 0.69});
  cairo_set_line_width(cairo, 1);
  for (double x = bar.x - bar.height; x < bar.x + bar.width; x += 6) {
    cairo_move_to(cairo, x, bar.y + bar.height);
    cairo_line_to(cairo, x + bar.height, bar.y);
  }
  cairo_stroke(cairo);
  cairo_restore(cairo);
}

/// The kernels that all rows but Papilio's plan have in common; empty if they differ.
std::string common_kernels(const std::vector<const StudyResult*>& results) {
  std::string common;
  for (const StudyResult* const result : results) {
    if (result->kernels.empty()) continue;
    if (!common.empty() && result->kernels != common) return "";
    common = result->kernels;
  }
  return common;
}

/// Speeds on a logarithmic axis. It begins below the slowest row, so that each row has a bar.
struct SpeedAxis {
  double left = 0;
  double width = 0;
  double low = 1;
  double high = 1;

  [[nodiscard]] double x(double speed) const { return left + width * std::log(speed / low) / std::log(high / low); }
};

SpeedAxis axis_of(const Study& study, const std::vector<const StudyResult*>& results) {
  SpeedAxis axis{margin + label_width, width - label_width - 2 * margin - figures_width, 1, 1};
  for (const StudyResult* const result : results) {
    axis.low = std::min(axis.low, speed_of(study, *result));
    axis.high = std::max(axis.high, speed_of(study, *result));
  }
  axis.low *= 0.7;
  axis.high = std::max(axis.high, 2 * axis.low);
  return axis;
}

/// Lines behind the bars, with their speeds above; that of the first row is darker.
void draw_axis(const Surface& surface, const SpeedAxis& axis, const Rectangle& area) {
  surface.font(10.5);
  for (const double tick : decade_ticks(axis.low, axis.high).major) {
    const double x = std::round(axis.x(tick)) + 0.5;
    surface.colour(tick == 1 ? Colour{0.45, 0.52, 0.62} : Colour{0.86, 0.88, 0.91});
    cairo_set_line_width(surface.cairo(), 1);
    cairo_move_to(surface.cairo(), x, area.y);
    cairo_line_to(surface.cairo(), x, area.y + area.height);
    cairo_stroke(surface.cairo());
    surface.colour({0.38, 0.44, 0.53});
    surface.text(number_text(tick) + "×", x, area.y - 5, Align::centre);
  }
}

void draw_key(const Surface& surface, const std::vector<const StudyResult*>& results, double y) {
  const auto swatch = [&](double x, bool dft, const char* text) {
    draw_bar(surface, {x, y - 10, 22, 12}, dft);
    surface.font(11);
    surface.colour({0.13, 0.17, 0.24});
    surface.text(text, x + 28, y, Align::left);
  };
  swatch(margin, true, "computes the DFT");
  const bool all = std::all_of(results.begin(), results.end(), [](const StudyResult* result) { return result->dft; });
  if (!all) swatch(margin + 160, false, "moves the data only");
}

void draw_study(const Surface& surface, const Study& study, double top) {
  surface.colour({0.10, 0.13, 0.20});
  surface.font(15, true);
  const std::vector<const StudyResult*> results = shown(study);
  std::string title = study.title.empty() ? study.token : study.title + ": " + study.token;
  if (const std::string kernels = common_kernels(results); !kernels.empty()) title += " as " + kernels;
  surface.text(title, margin, top + 24, Align::left);
  surface.font(11);
  surface.colour({0.38, 0.44, 0.53});
  surface.text(
      study.device + ". Bars: speed relative to the first row, logarithmic. Figures: speed, median time, rms error",
      margin, top + 42, Align::left);
  draw_key(surface, results, top + 62);
  const SpeedAxis axis = axis_of(study, results);
  double y = top + heading;
  draw_axis(surface, axis, {axis.left, y, axis.width, row_height * static_cast<double>(results.size())});
  for (const StudyResult* const result : results) {
    const double speed = speed_of(study, *result);
    draw_bar(surface, {axis.left, y + 3, axis.x(speed) - axis.left, row_height - 7}, result->dft);
    surface.colour({0.13, 0.17, 0.24});
    surface.font(11.5);
    surface.text(result->label, axis.left - 8, y + 15, Align::right);
    surface.font(10.5);
    surface.colour({0.30, 0.36, 0.45});
    std::string figures = fmt::format("{:.2f}×   {:.4g} ms", speed, 1e3 * result->seconds.median);
    if (result->error_ppm) figures += fmt::format("   {:.3g} ppm", *result->error_ppm);
    surface.text(figures, width - margin, y + 15, Align::right);
    y += row_height;
  }
}

}  // namespace

void draw_studies(const std::filesystem::path& path, const std::vector<Study>& studies) {
  double height = margin / 2;
  for (const Study& study : studies) height += height_of(study);
  Surface surface(files::OutputFile(path), static_cast<int>(width), static_cast<int>(height));
  surface.colour({1, 1, 1});
  cairo_paint(surface.cairo());
  double top = 6;
  for (const Study& study : studies) {
    draw_study(surface, study, top);
    top += height_of(study);
  }
  surface.finish();
}

}  // namespace papilio::tool
