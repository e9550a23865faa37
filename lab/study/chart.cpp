// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lab/study/report.hpp"
#include "tools/plot/surface.hpp"

namespace papilio::tool {
namespace {

constexpr double width = 900;
constexpr double margin = 32;
constexpr double row_height = 22;
constexpr double heading = 66;
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

/// A part of the line at speed 1, between two rows, where it crosses no figures.
void draw_tick(const Surface& surface, double x, double y) {
  surface.colour({0.55, 0.62, 0.72});
  cairo_set_line_width(surface.cairo(), 0.8);
  cairo_move_to(surface.cairo(), x, y - 4);
  cairo_line_to(surface.cairo(), x, y + 3);
  cairo_stroke(surface.cairo());
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
  surface.text(study.device + "; bars: speed, the first row is 1; hatched: no DFT", margin, top + 42, Align::left);
  double fastest = 1;
  for (const StudyResult* const result : results) fastest = std::max(fastest, speed_of(study, *result));
  const double left = margin + label_width;
  const double unit = (width - left - margin - figures_width) / fastest;
  double y = top + heading;
  for (const StudyResult* const result : results) {
    const double speed = speed_of(study, *result);
    draw_tick(surface, left + unit, y);
    draw_bar(surface, {left, y + 3, speed * unit, row_height - 7}, result->dft);
    surface.colour({0.13, 0.17, 0.24});
    surface.font(11.5);
    surface.text(result->label, left - 8, y + 15, Align::right);
    surface.font(10.5);
    surface.colour({0.30, 0.36, 0.45});
    std::string figures = fmt::format("{:.2f}   {:.4g} ms", speed, 1e3 * result->seconds.median);
    if (result->error_ppm) figures += fmt::format("   {:.3g} ppm", *result->error_ppm);
    surface.text(figures, left + speed * unit + 7, y + 15, Align::left);
    y += row_height;
  }
  draw_tick(surface, left + unit, y);
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
