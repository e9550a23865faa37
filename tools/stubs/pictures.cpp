// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/error.hpp>

#include "tools/image/png.hpp"
#include "tools/plot/image_plot.hpp"
#include "tools/plot/picture_name.hpp"
#include "tools/plot/psd_plot.hpp"
#include "tools/plot/spectrogram_plot.hpp"

namespace papilio::tool {
namespace {

Error no_drawing(const std::filesystem::path& path) {
  return Error::unsupported(path.string(), "this build of papilio draws no pictures: it was made without cairo",
                            "write a table, .csv or .npy, where the command has one");
}

Error no_png(const std::filesystem::path& path) {
  return Error::unsupported(path.string(), "this build of papilio reads and writes no PNG: it was made without libpng",
                            "use a build with PAPILIO_PICTURES=ON");
}

}  // namespace

bool names_picture(const std::filesystem::path& path) {
  const std::filesystem::path extension = path.extension();
  if (extension == ".png" || extension == ".svg" || extension == ".pdf") throw no_drawing(path);
  return false;
}

void plot_spectrum(files::OutputFile file, const PowerSpectrum&, const std::vector<SpectralPeak>&, const PlotOptions&) {
  throw no_drawing(file.path());
}

void plot_spectrogram(files::OutputFile file, const Spectrogram&, const SpectrogramPlot&) {
  throw no_drawing(file.path());
}

void plot_plane_spectrum(files::OutputFile file, const PlaneSpectrum&, double, double, const ImagePlot&) {
  throw no_drawing(file.path());
}

void plot_image(files::OutputFile file, const RasterImage&, const ImagePlot&) { throw no_drawing(file.path()); }

RasterImage read_png(const std::filesystem::path& path) { throw no_png(path); }

void write_png(files::OutputFile file, const RasterImage&) { throw no_png(file.path()); }

}  // namespace papilio::tool
