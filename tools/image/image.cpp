// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/image/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

constexpr std::array<std::string_view, 5> plane_names = {"luminance", "red", "green", "blue", "alpha"};

}  // namespace

std::string RasterImage::kind() const {
  constexpr std::array<const char*, 4> names = {"grey", "grey and alpha", "RGB", "RGB and alpha"};
  return names.at(static_cast<std::size_t>(channels - 1));
}

std::string_view name_of(ImagePlane plane) { return plane_names.at(static_cast<std::size_t>(plane)); }

std::vector<float> channel_of(const RasterImage& image, int channel) {
  std::vector<float> levels(static_cast<std::size_t>(image.pixels()));
  const auto step = static_cast<std::size_t>(image.channels);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i] = image.samples[i * step + static_cast<std::size_t>(channel)];
  }
  return levels;
}

void require_plane(const RasterImage& image, ImagePlane plane) {
  const bool colour = image.colours() == 3;
  const bool alpha = image.channels > image.colours();
  if (plane == ImagePlane::alpha ? !alpha : plane != ImagePlane::luminance && !colour) {
    throw Error::invalid_argument(fmt::format("channel {}", name_of(plane)),
                                  fmt::format("the picture is {}", image.kind()), "choose one that it has");
  }
}

std::vector<float> plane_of(const RasterImage& image, ImagePlane plane) {
  require_plane(image, plane);
  if (plane != ImagePlane::luminance || image.colours() == 1) {
    return channel_of(image,
                      plane == ImagePlane::alpha ? image.channels - 1 : std::max(0, static_cast<int>(plane) - 1));
  }
  std::vector<float> levels(static_cast<std::size_t>(image.pixels()));
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::uint16_t* const pixel = &image.samples[i * static_cast<std::size_t>(image.channels)];
    levels[i] = static_cast<float>(0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2]);
  }
  return levels;
}

std::int64_t set_channel(RasterImage& image, int channel, std::span<const float> levels) {
  std::int64_t clipped = 0;
  const auto white = static_cast<float>(image.white());
  const auto step = static_cast<std::size_t>(image.channels);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const float rounded = std::round(levels[i]);
    const float kept = std::clamp(rounded, 0.0F, white);
    if (kept != rounded) ++clipped;
    image.samples[i * step + static_cast<std::size_t>(channel)] = static_cast<std::uint16_t>(kept);
  }
  return clipped;
}

}  // namespace papilio::tool
