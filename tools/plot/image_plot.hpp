// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Figures of pictures: a picture's spectrum with its frequencies and decibels, and a picture with its columns and rows.
#pragma once

#include <string>

#include "files/output_file.hpp"
#include "tools/image/half_spectrum.hpp"

namespace papilio::tool {

struct ImagePlot {
  std::string title = {};     ///< the file's name
  std::string subtitle = {};  ///< what is shown
};

/// Draws the spectrum in a square, frequency 0 in the middle, at the right the decibels: 0 for `strongest` and for the
/// mean, down to -range_db. If there are more bins than points, a point shows the strongest of its bins. Writes a .png,
/// .svg or .pdf, by the extension of the file's name, and commits it. Throws Error(invalid_argument) for an unknown
/// extension, Error(io) where the file cannot be written.
void plot_plane_spectrum(files::OutputFile file, const PlaneSpectrum& spectrum, double strongest, double range_db,
                         const ImagePlot& options);

/// Draws the picture, its transparent parts on white, with the numbers of its columns and rows. Files and errors are
/// those of plot_plane_spectrum().
void plot_image(files::OutputFile file, const RasterImage& image, const ImagePlot& options);

}  // namespace papilio::tool
