// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/chart2d.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lab/study/report2d.hpp"
#include "tools/plot/surface.hpp"

namespace papilio::tool {
namespace {

constexpr double width = 900;
constexpr double margin = 32;
constexpr double row_height = 22;
constexpr double heading = 88;
constexpr double label_width = 220;
constexpr double figures_width = 200;

constexpr Colour rows_colour{0.23, 0.47, 0.75};
constexpr Colour transposes_colour{0.93, 0.62, 0.24};
constexpr Colour plan_colour{0.33, 0.62, 0.42};

double length_of(const Study2dResult& result) { return result.sum().value_or(result.whole.median); }

void fill(const Surface& surface, const Rectangle& box, const Colour& colour) {
  surface.colour(colour);
  cairo_rectangle(surface.cairo(), box.x, box.y, box.width, box.height);
  cairo_fill(surface.cairo());
}

/// The end of the bar.
double draw_bar(const Surface& surface, const Study2dResult& result, Rectangle bar, double unit) {
  if (result.steps.empty()) {
    bar.width = result.whole.median * unit;
    fill(surface, bar, plan_colour);
    return bar.x + bar.width;
  }
  for (std::size_t step = 0; step < result.steps.size(); ++step) {
    const double length = result.steps[step].median * unit;
    constexpr double gap = 0.8;  // between the steps
    fill(surface, {bar.x, bar.y, std::max(length - gap, 0.3), bar.height},
         step % 2 == 0 ? rows_colour : transposes_colour);
    bar.x += length;
  }
  return bar.x;
}

void draw_heading(const Surface& surface, const Study2d& study) {
  surface.colour({0.10, 0.13, 0.20});
  surface.font(15, true);
  surface.text("2-D FFT by rows and transposes: " + study.token, margin, 30, Align::left);
  surface.font(11);
  surface.colour({0.38, 0.44, 0.53});
  surface.text(study.device + "; bars: each kernel timed alone; figures: a whole transform, its speed, its error",
               margin, 48, Align::left);
  double x = margin + label_width;
  for (const auto& [name, colour] : {std::pair("row FFTs", rows_colour), std::pair("transposes", transposes_colour),
                                     std::pair("Papilio's plan", plan_colour)}) {
    fill(surface, {x, 60, 11, 11}, colour);
    surface.colour({0.30, 0.36, 0.45});
    surface.text(name, x + 17, 70, Align::left);
    x += surface.text_width(name) + 40;
  }
}

}  // namespace

void draw_study_2d(const std::filesystem::path& path, const Study2d& study) {
  double longest = 0;
  double height = heading + 20;
  for (const Study2dResult& result : study.results) {
    if (!result.measured()) continue;
    longest = std::max(longest, length_of(result));
    height += row_height;
  }
  Surface surface(files::OutputFile(path), static_cast<int>(width), static_cast<int>(height));
  surface.colour({1, 1, 1});
  cairo_paint(surface.cairo());
  draw_heading(surface, study);
  const double left = margin + label_width;
  const double unit = (width - left - margin - figures_width) / longest;
  double y = heading;
  for (const Study2dResult& result : study.results) {
    if (!result.measured()) continue;
    const double end = draw_bar(surface, result, {left, y + 3, 0, row_height - 7}, unit);
    surface.colour({0.13, 0.17, 0.24});
    surface.font(11.5);
    surface.text(result.label, left - 8, y + 15, Align::right);
    surface.font(10.5);
    surface.colour({0.30, 0.36, 0.45});
    surface.text(fmt::format("{:.4g} ms   {:.2f}   {:.3g} ppm", 1e3 * result.whole.median, speed_of(study, result),
                             result.error_ppm),
                 end + 7, y + 15, Align::left);
    y += row_height;
  }
  surface.finish();
}

}  // namespace papilio::tool
