// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/spectrogram_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>

#include "tools/plot/colour_map.hpp"
#include "tools/plot/surface.hpp"
#include "tools/plot/ticks.hpp"
#include "tools/plot/title.hpp"

namespace papilio::tool {
namespace {

constexpr Colour frame{0.35, 0.38, 0.42};
constexpr double number_size = 14;
constexpr double name_size = 15;
constexpr double tick_length = 5;
constexpr double widest_range = 80;  // dB, unless a wider range is requested
constexpr double narrowest_range = 30;

/// One of the three scales: of time, frequency and level. `low` is at the left or at the bottom, and may be the larger.
struct PlotScale {
  double low = 0;
  double high = 1;
  double unit = 1;  ///< the value of 1 at the ticks
  std::string name;

  [[nodiscard]] double share(double value) const { return (value - low) / (high - low); }
  [[nodiscard]] std::vector<double> ticks(int most) const {
    return linear_ticks(std::min(low, high) / unit, std::max(low, high) / unit, most).major;
  }
};

struct TimeUnit {
  double scale;  ///< seconds
  const char* name;
};

TimeUnit time_unit(double longest) {
  constexpr TimeUnit units[] = {{3600, "h"}, {60, "min"}, {1, "s"}, {1e-3, "ms"}};
  constexpr double least = 2;  // of a unit, so that ticks are whole numbers
  for (const TimeUnit& unit : units) {
    if (longest >= least * unit.scale || (unit.scale == 1 && longest >= 0.5)) return unit;
  }
  return {1e-6, "µs"};
}

PlotScale time_scale(const Spectrogram& spectrogram, SpectrogramStyle style) {
  const double end = spectrogram.seconds();
  const TimeUnit unit = time_unit(end);
  const bool down = style == SpectrogramStyle::waterfall;
  return {down ? end : 0, down ? 0 : end, unit.scale, fmt::format("Time ({})", unit.name)};
}

PlotScale frequency_scale(const Spectrogram& spectrogram) {
  const double low = spectrogram.frequency(0);
  const double high = std::max(spectrogram.frequency(spectrogram.bins - 1), low + spectrogram.step);
  const FrequencyUnit unit = FrequencyUnit::for_range(std::max(std::abs(low), std::abs(high)));
  const bool relative = spectrogram.sides == Sides::two && !spectrogram.centre;
  const char* const what = relative ? "Frequency from the centre" : "Frequency";
  return {low, high, unit.scale, fmt::format("{} ({})", what, unit.name)};
}

/// Down to the noise: the level below which a quarter of all powers lies.
double automatic_range(std::vector<float> power, double high) {
  const auto floor_at = power.begin() + static_cast<std::ptrdiff_t>(power.size() / 4);
  std::nth_element(power.begin(), floor_at, power.end());
  const double low = *floor_at > 0 ? 5 * std::floor(decibels(static_cast<double>(*floor_at)) / 5) : high - widest_range;
  return std::clamp(high - low, narrowest_range, widest_range);
}

PlotScale level_scale(const Spectrogram& spectrogram, const std::optional<double>& range) {
  const float strongest = *std::max_element(spectrogram.power.begin(), spectrogram.power.end());
  const double high = strongest > 0 ? 5 * std::ceil(decibels(static_cast<double>(strongest)) / 5) : 0;
  return {high - (range ? *range : automatic_range(spectrogram.power, high)), high, 1,
          "Power spectral density (dB re 1 unit²/Hz)"};
}

/// Levels in rows, the highest frequency first; no cell is smaller than a pixel.
struct SpectrogramCells {
  std::size_t columns;
  std::size_t rows;
  std::vector<double> power;
};

/// If there are more columns than pixels, columns are averaged, because they are averages already. Of the bins in a row
/// the strongest is shown, so that no tone is lost between two rows.
SpectrogramCells cells_of(const Spectrogram& spectrogram, std::size_t most_columns_shown, std::size_t most_rows) {
  SpectrogramCells cells{
      std::min(spectrogram.columns(), most_columns_shown), std::min(spectrogram.bins, most_rows), {}};
  cells.power.resize(cells.columns * cells.rows);
  std::vector<double> mean(spectrogram.bins);
  for (std::size_t x = 0; x < cells.columns; ++x) {
    const std::size_t begin = x * spectrogram.columns() / cells.columns;
    const std::size_t end = (x + 1) * spectrogram.columns() / cells.columns;
    std::fill(mean.begin(), mean.end(), 0.0);
    for (std::size_t column = begin; column < end; ++column) {
      for (std::size_t k = 0; k < spectrogram.bins; ++k) {
        mean[k] += static_cast<double>(spectrogram.power[column * spectrogram.bins + k]);
      }
    }
    for (std::size_t y = 0; y < cells.rows; ++y) {
      const auto from = mean.begin() + static_cast<std::ptrdiff_t>(y * spectrogram.bins / cells.rows);
      const auto to = mean.begin() + static_cast<std::ptrdiff_t>((y + 1) * spectrogram.bins / cells.rows);
      cells.power[(cells.rows - 1 - y) * cells.columns + x] =
          *std::max_element(from, to) / static_cast<double>(end - begin);
    }
  }
  return cells;
}

/// Adds that many copies of the first column before it, and of the last column after it.
SpectrogramCells extended(const SpectrogramCells& cells, std::size_t copies) {
  SpectrogramCells wider{cells.columns + 2 * copies, cells.rows, {}};
  for (std::size_t y = 0; y < cells.rows; ++y) {
    const double* const row = cells.power.data() + y * cells.columns;
    wider.power.insert(wider.power.end(), copies, row[0]);
    wider.power.insert(wider.power.end(), row, row + cells.columns);
    wider.power.insert(wider.power.end(), copies, row[cells.columns - 1]);
  }
  return wider;
}

using CairoPicture = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

std::uint32_t pixel_of(double level, SpectrogramStyle style) {
  const Colour colour = level_colour(style == SpectrogramStyle::waterfall ? 1 - level : level);
  const auto byte = [](double value) { return static_cast<std::uint32_t>(std::lround(255 * value)); };
  return byte(colour.red) << 16U | byte(colour.green) << 8U | byte(colour.blue);
}

CairoPicture picture_of(const SpectrogramCells& cells, const PlotScale& levels, SpectrogramStyle style) {
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
      row[x] = pixel_of(power > 0 ? levels.share(decibels(power)) : 0, style);
    }
  }
  cairo_surface_mark_dirty(picture.get());
  return picture;
}

/// Draws the part of the picture that lies in the area; the whole picture would cover `to`.
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

/// Time to the right, the highest frequency at the top.
void draw_cells(const Surface& surface, const Rectangle& area, const Spectrogram& spectrogram, const PlotScale& levels,
                SpectrogramStyle style) {
  // Smoothing a coarse picture would suggest detail that is not there.
  const bool coarse = area.width > 10 * static_cast<double>(spectrogram.columns());
  // Two cells per point in vector formats, which may be enlarged; one in images of pixels, and where nothing is
  // smoothed.
  const bool pixels = cairo_surface_get_type(cairo_get_target(surface.cairo())) == CAIRO_SURFACE_TYPE_IMAGE;
  const double each = coarse || pixels ? 1 : 2;
  const SpectrogramCells cells =
      cells_of(spectrogram, static_cast<std::size_t>(each * area.width), static_cast<std::size_t>(each * area.height));
  // The frequency scale ends in the middles of the first and the last bin. The time scale ends where the signal does:
  // half a frame before the middle of the first frame, and half a frame after that of the last.
  const double half = spectrogram.bins > 1 ? area.height / static_cast<double>(spectrogram.bins - 1) / 2 : 0;
  const double second = area.width / spectrogram.seconds();
  const double hop = static_cast<double>(spectrogram.hop) / spectrogram.sample_rate;
  const double margin = (spectrogram.first_time() - hop / 2) * second;
  const double cell = spectrogram.column_seconds() * second * static_cast<double>(spectrogram.columns()) /
                      static_cast<double>(cells.columns);
  const std::size_t copies = 1 + static_cast<std::size_t>(std::ceil(std::max(0.0, margin) / cell));
  const SpectrogramCells all = extended(cells, copies);
  const Rectangle to{area.x + margin - cell * static_cast<double>(copies), area.y - half,
                     cell * static_cast<double>(all.columns), area.height + 2 * half};
  draw_picture(surface, area, to, picture_of(all, levels, style).get(),
               coarse ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
}

void draw_frame(const Surface& surface, const Rectangle& area) {
  surface.colour(frame);
  cairo_set_line_width(surface.cairo(), 1);
  cairo_rectangle(surface.cairo(), std::round(area.x) - 0.5, std::round(area.y) - 0.5, area.width + 1, area.height + 1);
  cairo_stroke(surface.cairo());
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

/// The colour scale with its decibels.
void draw_levels(const Surface& surface, const Rectangle& bar, const PlotScale& levels, SpectrogramStyle style) {
  constexpr std::size_t steps = 256;
  SpectrogramCells cells{1, steps, {}};
  for (std::size_t i = 0; i < steps; ++i) {
    const double share = (static_cast<double>(steps - i) - 0.5) / steps;
    cells.power.push_back(std::pow(10, (levels.low + share * (levels.high - levels.low)) / 10));
  }
  draw_picture(surface, bar, bar, picture_of(cells, levels, style).get(), CAIRO_FILTER_NEAREST);
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

std::string subtitle_of(const Spectrogram& spectrogram) {
  std::string text = fmt::format("{} window; {} frame{} of {} samples, one every {}; a bin every {:.4g} Hz",
                                 spectrogram.window, spectrogram.frames, spectrogram.frames == 1 ? "" : "s",
                                 spectrogram.length, spectrogram.hop, spectrogram.step);
  if (spectrogram.frames_per_column > 1) {
    text += fmt::format("; averages of {} frames", spectrogram.frames_per_column);
  }
  return text;
}

}  // namespace

void plot_spectrogram(files::OutputFile file, const Spectrogram& spectrogram, const SpectrogramPlot& options) {
  Surface surface(std::move(file), options.width, options.height);
  surface.colour(paper);
  cairo_paint(surface.cairo());
  const Rectangle area{96, 82, options.width - 96.0 - 140, options.height - 82.0 - 72};
  const Rectangle bar{area.x + area.width + 24, area.y, 18, area.height};
  const PlotScale levels = level_scale(spectrogram, options.range_db);
  PlotScale below = time_scale(spectrogram, options.style);
  PlotScale left = frequency_scale(spectrogram);
  if (options.style == SpectrogramStyle::waterfall) {
    std::swap(below, left);
    cairo_save(surface.cairo());
    cairo_translate(surface.cairo(), area.x + area.width, area.y);
    cairo_rotate(surface.cairo(), std::numbers::pi / 2);  // right becomes down, and up becomes right
    draw_cells(surface, {0, 0, area.height, area.width}, spectrogram, levels, options.style);
    cairo_restore(surface.cairo());
  } else {
    draw_cells(surface, area, spectrogram, levels, options.style);
  }
  draw_frame(surface, area);
  draw_scale_below(surface, area, below);
  draw_scale_left(surface, area, left);
  draw_levels(surface, bar, levels, options.style);
  draw_title(surface, area.x, options.title, subtitle_of(spectrogram));
  surface.finish();
}

}  // namespace papilio::tool
