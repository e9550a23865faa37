// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/level_map.hpp"

#include <cmath>
#include <numbers>

#include "tools/plot/colour_map.hpp"
#include "tools/plot/title.hpp"
#include "tools/spectrum/spectrum.hpp"

namespace papilio::tool {
namespace {

constexpr Colour frame{0.35, 0.38, 0.42};
constexpr double number_size = 14;
constexpr double name_size = 15;
constexpr double tick_length = 5;

std::uint32_t pixel_of(double level, Ground ground) {
  const Colour colour = level_colour(ground == Ground::dark ? 1 - level : level);
  const auto byte = [](double value) { return static_cast<std::uint32_t>(std::lround(255 * value)); };
  return byte(colour.red) << 16U | byte(colour.green) << 8U | byte(colour.blue);
}

void line(const Surface& surface, double x, double y, double to_x, double to_y) {
  surface.colour(frame);
  cairo_set_line_width(surface.cairo(), 1);
  cairo_move_to(surface.cairo(), x, y);
  cairo_line_to(surface.cairo(), to_x, to_y);
  cairo_stroke(surface.cairo());
}

void draw_upright(const Surface& surface, const std::string& text, double x, double y) {
  cairo_t* const cairo = surface.cairo();
  cairo_save(cairo);
  cairo_translate(cairo, x, y);
  cairo_rotate(cairo, -std::numbers::pi / 2);
  surface.text(text, 0, 0, Align::centre);
  cairo_restore(cairo);
}

}  // namespace

CairoPicture picture_of(const LevelCells& cells, const PlotScale& levels, Ground ground) {
  CairoPicture picture(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(cells.columns), static_cast<int>(cells.rows)),
      cairo_surface_destroy);
  cairo_surface_flush(picture.get());
  unsigned char* const bytes = cairo_image_surface_get_data(picture.get());
  if (bytes == nullptr) return picture;  // drawing it reports why
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(picture.get()));
  for (std::size_t y = 0; y < cells.rows; ++y) {
    auto* const row = reinterpret_cast<std::uint32_t*>(bytes + y * stride);
    for (std::size_t x = 0; x < cells.columns; ++x) {
      const double power = cells.power[y * cells.columns + x];
      row[x] = pixel_of(power > 0 ? levels.share(decibels(power)) : 0, ground);
    }
  }
  cairo_surface_mark_dirty(picture.get());
  return picture;
}

void draw_picture(const Surface& surface, const Rectangle& area, const Rectangle& to, cairo_surface_t* picture,
                  cairo_filter_t filter) {
  cairo_t* const cairo = surface.cairo();
  cairo_save(cairo);
  cairo_rectangle(cairo, area.x, area.y, area.width, area.height);
  cairo_clip(cairo);
  cairo_translate(cairo, to.x, to.y);
  cairo_scale(cairo, to.width / cairo_image_surface_get_width(picture),
              to.height / cairo_image_surface_get_height(picture));
  cairo_set_source_surface(cairo, picture, 0, 0);
  cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);  // smoothing samples beyond the edges
  cairo_pattern_set_filter(cairo_get_source(cairo), filter);
  cairo_paint(cairo);
  cairo_restore(cairo);
}

void draw_frame(const Surface& surface, const Rectangle& area) {
  surface.colour(frame);
  cairo_set_line_width(surface.cairo(), 1);
  cairo_rectangle(surface.cairo(), std::round(area.x) - 0.5, std::round(area.y) - 0.5, area.width + 1, area.height + 1);
  cairo_stroke(surface.cairo());
}

void draw_scale_below(const Surface& surface, const Rectangle& area, const PlotScale& scale) {
  const double bottom = area.y + area.height;
  surface.font(number_size);
  for (const double tick : scale.ticks(static_cast<int>(area.width / 90))) {
    const double x = std::round(area.x + area.width * scale.share(tick * scale.unit)) + 0.5;
    line(surface, x, bottom, x, bottom + tick_length);
    surface.colour(ink);
    surface.text(number_text(tick), x, bottom + 22, Align::centre);
  }
  surface.font(name_size);
  surface.colour(ink);
  surface.text(scale.name, area.x + area.width / 2, bottom + 50, Align::centre);
}

void draw_scale_left(const Surface& surface, const Rectangle& area, const PlotScale& scale) {
  surface.font(number_size);
  for (const double tick : scale.ticks(static_cast<int>(area.height / 45))) {
    const double y = std::round(area.y + area.height * (1 - scale.share(tick * scale.unit))) + 0.5;
    line(surface, area.x - tick_length, y, area.x, y);
    surface.colour(ink);
    surface.text(number_text(tick), area.x - 10, y + 5, Align::right);
  }
  surface.font(name_size);
  surface.colour(ink);
  draw_upright(surface, scale.name, area.x - 58, area.y + area.height / 2);
}

void draw_levels(const Surface& surface, const Rectangle& bar, const PlotScale& levels, Ground ground) {
  constexpr std::size_t steps = 256;
  LevelCells cells{1, steps, {}};
  for (std::size_t i = 0; i < steps; ++i) {
    const double share = (static_cast<double>(steps - i) - 0.5) / steps;
    cells.power.push_back(std::pow(10, (levels.low + share * (levels.high - levels.low)) / 10));
  }
  draw_picture(surface, bar, bar, picture_of(cells, levels, ground).get(), CAIRO_FILTER_NEAREST);
  draw_frame(surface, bar);
  surface.font(number_size);
  const double right = bar.x + bar.width;
  for (const double tick : levels.ticks(static_cast<int>(bar.height / 45))) {
    const double y = std::round(bar.y + bar.height * (1 - levels.share(tick))) + 0.5;
    line(surface, right, y, right + tick_length, y);
    surface.colour(ink);
    surface.text(number_text(tick), right + 10, y + 5, Align::left);
  }
  surface.font(name_size);
  surface.colour(ink);
  draw_upright(surface, levels.name, right + 66, bar.y + bar.height / 2);
}

}  // namespace papilio::tool
