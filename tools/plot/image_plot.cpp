// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/image_plot.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/plot/level_map.hpp"
#include "tools/plot/title.hpp"

namespace papilio::tool {
namespace {

constexpr double longest_side = 720;  // points, of what is drawn
constexpr double left_margin = 96;
constexpr double top_margin = 82;
constexpr double bottom_margin = 72;
constexpr double min_width = 480;  // of a figure, for its title

struct Cell {
  std::int64_t begin, end;
};

/// The bins of a cell, counted from the lowest frequency.
Cell bins_of(std::size_t cell, std::size_t cells, std::int64_t bins) {
  const auto at = [&](std::size_t i) { return static_cast<std::int64_t>(i) * bins / static_cast<std::int64_t>(cells); };
  return {at(cell), at(cell + 1)};
}

double strongest_in(const PlaneSpectrum& spectrum, const Cell& rows, const Cell& columns, double mean_power) {
  double power = 0;
  for (std::int64_t y = rows.begin; y < rows.end; ++y) {
    for (std::int64_t x = columns.begin; x < columns.end; ++x) {
      const std::int64_t ky = y - spectrum.height / 2;
      const std::int64_t kx = x - spectrum.width / 2;
      power = std::max(power, ky == 0 && kx == 0 ? mean_power : spectrum.power(ky, kx));
    }
  }
  return power;
}

/// Powers against `strongest`.
LevelCells cells_of(const PlaneSpectrum& spectrum, double strongest) {
  const auto count = [](std::int64_t bins) {
    return static_cast<std::size_t>(std::min(bins, static_cast<std::int64_t>(longest_side)));
  };
  LevelCells cells{count(spectrum.width), count(spectrum.height), {}};
  const double unit = strongest > 0 ? strongest : 1;
  const double mean_power = spectrum.mean != 0 ? unit : 0;
  for (std::size_t y = 0; y < cells.rows; ++y) {
    const Cell rows = bins_of(y, cells.rows, spectrum.height);
    for (std::size_t x = 0; x < cells.columns; ++x) {
      const Cell columns = bins_of(x, cells.columns, spectrum.width);
      cells.power.push_back(strongest_in(spectrum, rows, columns, mean_power) / unit);
    }
  }
  return cells;
}

/// From the lower edge of the lowest bin to the upper edge of the highest.
PlotScale frequency_scale(std::int64_t bins, const char* name) {
  const auto n = static_cast<double>(bins);
  const double low = -(std::floor(n / 2) + 0.5) / n;
  return {low, low + 1, 1, name};
}

PlotScale pixel_scale(std::int64_t pixels, const char* name) {
  return {-0.5, static_cast<double>(pixels) - 0.5, 1, name};
}

/// Both scales, frame and title. `down` runs from the top to the bottom.
void draw_axes(const Surface& surface, const Rectangle& area, const PlotScale& right, const PlotScale& down,
               const ImagePlot& options) {
  draw_frame(surface, area);
  draw_scale_below(surface, area, right);
  draw_scale_left(surface, area, {down.high, down.low, down.unit, down.name});
  draw_title(surface, area.x, options.title, options.subtitle);
}

Surface white_page(files::OutputFile file, const Rectangle& area, double right_margin) {
  const double width = std::max(min_width, area.x + area.width + right_margin);
  Surface surface(std::move(file), static_cast<int>(width), static_cast<int>(area.y + area.height + bottom_margin));
  surface.colour(paper);
  cairo_paint(surface.cairo());
  return surface;
}

CairoPicture picture_of(const RasterImage& image) {
  CairoPicture picture(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(image.width), static_cast<int>(image.height)),
      cairo_surface_destroy);
  unsigned char* const bytes = cairo_image_surface_get_data(picture.get());
  if (bytes == nullptr) return picture;  // drawing it reports why
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(picture.get()));
  const double white = image.white();
  const auto* sample = image.samples.data();
  for (std::int64_t y = 0; y < image.height; ++y) {
    auto* const row = reinterpret_cast<std::uint32_t*>(bytes + static_cast<std::size_t>(y) * stride);
    for (std::int64_t x = 0; x < image.width; ++x, sample += image.channels) {
      const double opacity = image.channels == image.colours() ? 1 : sample[image.colours()] / white;
      std::uint32_t pixel = 0;
      for (int colour = 0; colour < 3; ++colour) {
        const double level = 1 - opacity * (1 - sample[std::min(colour, image.colours() - 1)] / white);
        pixel = pixel << 8U | static_cast<std::uint32_t>(std::lround(255 * level));
      }
      row[x] = pixel;
    }
  }
  cairo_surface_mark_dirty(picture.get());
  return picture;
}

}  // namespace

void plot_plane_spectrum(files::OutputFile file, const PlaneSpectrum& spectrum, double strongest, double range_db,
                         const ImagePlot& options) {
  const Rectangle area{left_margin, top_margin, longest_side, longest_side};
  Surface page = white_page(std::move(file), area, 140);
  const PlotScale levels{-range_db, 0, 1, "Power (dB below the strongest frequency)"};
  const CairoPicture picture = picture_of(cells_of(spectrum, strongest), levels, Ground::dark);
  draw_picture(page, area, area, picture.get(), CAIRO_FILTER_NEAREST);
  draw_axes(page, area, frequency_scale(spectrum.width, "Frequency to the right (cycles per pixel)"),
            frequency_scale(spectrum.height, "Frequency downwards (cycles per pixel)"), options);
  draw_levels(page, {area.x + area.width + 24, area.y, 18, area.height}, levels, Ground::dark);
  page.finish();
}

void plot_image(files::OutputFile file, const RasterImage& image, const ImagePlot& options) {
  const double scale = longest_side / static_cast<double>(std::max(image.width, image.height));
  const Rectangle area{left_margin, top_margin, std::max(1.0, std::round(scale * static_cast<double>(image.width))),
                       std::max(1.0, std::round(scale * static_cast<double>(image.height)))};
  Surface page = white_page(std::move(file), area, 40);
  draw_picture(page, area, area, picture_of(image).get(), scale > 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
  draw_axes(page, area, pixel_scale(image.width, "Column"), pixel_scale(image.height, "Row"), options);
  page.finish();
}

}  // namespace papilio::tool
