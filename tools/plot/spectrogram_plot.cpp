// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/spectrogram_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "tools/plot/level_map.hpp"
#include "tools/plot/surface.hpp"
#include "tools/plot/ticks.hpp"
#include "tools/plot/title.hpp"
#include "tools/spectrum/mel.hpp"
#include "tools/spectrum/spectrogram_report.hpp"

namespace papilio::tool {
namespace {

constexpr double widest_range = 80;  // dB, unless a wider range is requested
constexpr double narrowest_range = 30;

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
  const bool mel = !spectrogram.middles.empty();
  const double high = std::max(spectrogram.frequency(spectrogram.bins - 1), low + spectrogram.step);
  const FrequencyUnit unit = FrequencyUnit::for_range(std::max(std::abs(low), std::abs(high)));
  const bool relative = spectrogram.sides == Sides::two && !spectrogram.centre;
  const char* const what = relative ? "Frequency from the centre" : "Frequency";
  return {low, high, unit.scale, fmt::format("{} ({})", what, unit.name), mel ? &mels_of : nullptr};
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

/// If there are more columns than pixels, columns are averaged, because they are averages already. Of the bins in a row
/// the strongest is shown, so that no tone is lost between two rows.
LevelCells cells_of(const Spectrogram& spectrogram, std::size_t most_columns_shown, std::size_t most_rows) {
  LevelCells cells{std::min(spectrogram.columns(), most_columns_shown), std::min(spectrogram.bins, most_rows), {}};
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
LevelCells extended(const LevelCells& cells, std::size_t copies) {
  LevelCells wider{cells.columns + 2 * copies, cells.rows, {}};
  for (std::size_t y = 0; y < cells.rows; ++y) {
    const double* const row = cells.power.data() + y * cells.columns;
    wider.power.insert(wider.power.end(), copies, row[0]);
    wider.power.insert(wider.power.end(), row, row + cells.columns);
    wider.power.insert(wider.power.end(), copies, row[cells.columns - 1]);
  }
  return wider;
}

/// Time to the right, the highest frequency at the top.
void draw_cells(const Surface& surface, const Rectangle& area, const Spectrogram& spectrogram, const PlotScale& levels,
                Ground ground) {
  // Smoothing a coarse picture would suggest detail that is not there.
  const bool coarse = area.width > 10 * static_cast<double>(spectrogram.columns());
  // Two cells per point in vector formats, which may be enlarged; one in images of pixels, and where nothing is
  // smoothed.
  const bool pixels = cairo_surface_get_type(cairo_get_target(surface.cairo())) == CAIRO_SURFACE_TYPE_IMAGE;
  const double each = coarse || pixels ? 1 : 2;
  const LevelCells cells =
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
  const LevelCells all = extended(cells, copies);
  const Rectangle to{area.x + margin - cell * static_cast<double>(copies), area.y - half,
                     cell * static_cast<double>(all.columns), area.height + 2 * half};
  draw_picture(surface, area, to, picture_of(all, levels, ground).get(),
               coarse ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
}

std::string subtitle_of(const Spectrogram& spectrogram) {
  std::string text =
      fmt::format("{} window; {} frame{} of {} samples, one every {}; {}", spectrogram.window, spectrogram.frames,
                  spectrogram.frames == 1 ? "" : "s", spectrogram.length, spectrogram.hop, bins_text(spectrogram));
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
  const bool falls = options.style == SpectrogramStyle::waterfall;
  const Ground ground = falls ? Ground::dark : Ground::light;
  PlotScale below = time_scale(spectrogram, options.style);
  PlotScale left = frequency_scale(spectrogram);
  if (falls) {
    std::swap(below, left);
    cairo_save(surface.cairo());
    cairo_translate(surface.cairo(), area.x + area.width, area.y);
    cairo_rotate(surface.cairo(), std::numbers::pi / 2);  // right becomes down, and up becomes right
    draw_cells(surface, {0, 0, area.height, area.width}, spectrogram, levels, ground);
    cairo_restore(surface.cairo());
  } else {
    draw_cells(surface, area, spectrogram, levels, ground);
  }
  draw_frame(surface, area);
  draw_scale_below(surface, area, below);
  draw_scale_left(surface, area, left);
  draw_levels(surface, bar, levels, ground);
  draw_title(surface, area.x, options.title, subtitle_of(spectrogram));
  surface.finish();
}

}  // namespace papilio::tool
