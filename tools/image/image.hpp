// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Image: a picture's samples as they stand in its file, and its channels as planes of floats, which is what transforms
// take.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::tool {

struct RasterImage {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int channels = 1;                    ///< 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
  int depth = 8;                       ///< bits of a sample: 8 or 16
  std::vector<std::uint16_t> samples;  ///< row by row from the top, the channels of a pixel together

  [[nodiscard]] std::int64_t pixels() const { return width * height; }
  [[nodiscard]] int colours() const { return channels >= 3 ? 3 : 1; }  ///< channels without alpha
  [[nodiscard]] int white() const { return (1 << depth) - 1; }
  /// "grey", "grey and alpha", "RGB" or "RGB and alpha".
  [[nodiscard]] std::string kind() const;
};

/// The plane of a picture that is transformed.
enum class ImagePlane { luminance, red, green, blue, alpha };
/// "luminance", "red" …
std::string_view name_of(ImagePlane plane);

/// Throws Error(invalid_argument) for a channel that is not there.
void require_plane(const RasterImage& image, ImagePlane plane);
/// One plane, in the file's levels 0 … white. Luminance is grey as it is, or Rec. 601's 0.299 R + 0.587 G + 0.114 B of
/// the stored values, as other programs turn pictures grey.
std::vector<float> plane_of(const RasterImage& image, ImagePlane plane);
/// One channel, counted from 0.
std::vector<float> channel_of(const RasterImage& image, int channel);
/// Writes levels back, rounded to the nearest of 0 … white. Returns how many were outside this range by half a level or
/// more.
std::int64_t set_channel(RasterImage& image, int channel, std::span<const float> levels);

}  // namespace papilio::tool
