// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What `papilio image` found and did, for people (text) and for programs (JSON).
#pragma once

#include <optional>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "tools/image/half_spectrum.hpp"
#include "tools/image/radial_filter.hpp"

namespace papilio::tool {

struct ImageSeconds {
  double read = 0;
  double set_up = 0;  ///< device, plans, compilation
  double upload = 0;
  double kernels = 0;
  double download = 0;
  double write = 0;
  double total = 0;
};

/// Figures of a picture's spectrum.
struct ImageSpectrum {
  double mean = 0;  ///< levels
  PowerRange range;
  double range_db = 0;  ///< from white to black
  std::vector<Wave> waves;
};

/// Figures of a filtered picture.
struct ImageFiltering {
  RadialFilter filter;
  double offset = 0;         ///< the level that stands for 0
  std::int64_t clipped = 0;  ///< samples that were beyond black or white
  bool empty = true;         ///< nothing passed: every channel has one level
};

struct ImageReport {
  std::string in;
  std::string out;
  RasterImage image;     ///< without its samples
  std::string channels;  ///< what was transformed
  std::string token;     ///< of the forward transform
  std::optional<ImageSpectrum> spectrum;
  std::optional<ImageFiltering> filtering;
  DeviceInfo device;
  ImageSeconds seconds;
};

std::string as_text(const ImageReport& report);
/// One object. Values that a picture of a single level does not have are null.
std::string as_json(const ImageReport& report);

}  // namespace papilio::tool
