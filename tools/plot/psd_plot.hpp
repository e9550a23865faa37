// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A spectrum as a picture: decibels over frequency, the dominant peaks marked and named.
#pragma once

#include <string>
#include <vector>

#include "files/output_file.hpp"
#include "tools/spectrum/peaks.hpp"
#include "tools/spectrum/spectrum.hpp"

namespace papilio::tool {

enum class FrequencyAxis { linear, logarithmic };

struct PlotOptions {
  std::string title = {};  ///< the file's name
  FrequencyAxis axis = FrequencyAxis::linear;
  int width = 1280;  ///< pixels of a PNG; points of SVG and PDF
  int height = 720;
};

/// Writes a .png, .svg or .pdf, by the extension of the file's name, and commits it. Throws Error(invalid_argument) for
/// a logarithmic axis over negative frequencies and for an unknown extension, Error(io) if the file cannot be
/// written.
void plot_spectrum(files::OutputFile file, const PowerSpectrum& spectrum, const std::vector<SpectralPeak>& peaks,
                   const PlotOptions& options);

}  // namespace papilio::tool
