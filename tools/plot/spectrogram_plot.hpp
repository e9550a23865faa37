// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A spectrogram as a picture: time to the right and frequency upwards, or a waterfall, and decibels as colours with
// their scale beside it.
#pragma once

#include <optional>
#include <string>

#include "files/output_file.hpp"
#include "tools/spectrum/spectrogram.hpp"

namespace papilio::tool {

enum class SpectrogramStyle {
  paper,      ///< time to the right, frequency upwards; strong levels are dark
  waterfall,  ///< time downwards, frequency to the right; strong levels are light, on dark ground
};

struct SpectrogramPlot {
  std::string title = {};  ///< the file's name
  SpectrogramStyle style = SpectrogramStyle::paper;
  /// The range below the strongest power; anything weaker has the colour of silence. None: down to the noise, 30 to 80.
  std::optional<double> range_db = {};
  int width = 1280;  ///< pixels of a PNG; points of SVG and PDF
  int height = 720;
};

/// Writes a .png, .svg or .pdf, by the extension of the file's name, and commits it. Where there are more bins than
/// pixels, a pixel shows the strongest of its bins. Throws Error(invalid_argument) for an unknown extension, Error(io)
/// where the file cannot be written.
void plot_spectrogram(files::OutputFile file, const Spectrogram& spectrogram, const SpectrogramPlot& options);

}  // namespace papilio::tool
