// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The program of docs/operators.md: the slope of a surface, and a hologram that is refocused. Light of an object goes a
// way z (J. W. Goodman, "Introduction to Fourier Optics", section 3.10: the angular spectrum), a camera takes the
// magnitude, and the way back by -z shows the object again. `operators FILE.pgm` draws object, hologram and result.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <papilio/papilio.hpp>

namespace {

using Field = std::vector<std::complex<float>>;
constexpr double pi = std::numbers::pi;
constexpr int points = 512;
constexpr double micrometre = 1;
constexpr double wavelength = 0.633 * micrometre;
constexpr double pixel = 3 * micrometre;
constexpr double distance = 5000 * micrometre;

/// A plane wave of k[0] and k[1] periods across the field, and the phase that it gains on its way; waves that are too
/// fine to travel count as 0.
papilio::Spectrum propagation(double z) {
  return papilio::Spectrum::function([z](std::span<const std::int64_t> k) -> std::complex<double> {
    const double fy = static_cast<double>(k[0]) / (points * pixel);
    const double fx = static_cast<double>(k[1]) / (points * pixel);
    const double squared = 1 / (wavelength * wavelength) - fx * fx - fy * fy;
    return squared < 0 ? 0 : std::polar(1.0, 2 * pi * z * std::sqrt(squared));
  });
}

/// A butterfly that lets a tenth of the light's amplitude through.
Field butterfly() {
  constexpr double centre = points / 2.0;
  Field field;
  for (int row = 0; row < points; ++row) {
    for (int column = 0; column < points; ++column) {
      const double x = column - centre;
      const double y = centre - row;
      const double angle = std::atan2(y, x);
      const double edge = 42 * (std::exp(std::sin(angle)) - 2 * std::cos(4 * angle));
      field.emplace_back(std::hypot(x, y) < edge ? 0.1F : 1.0F);
    }
  }
  return field;
}

/// The part around the butterfly of each, side by side; white is a magnitude of 1.6.
void draw(const char* name, const std::vector<const Field*>& fields) {
  constexpr int shown = 320;
  constexpr int top = 72;
  constexpr int left = 96;
  std::ofstream file(name, std::ios::binary);
  file << "P5\n" << shown * fields.size() << ' ' << shown << "\n255\n";
  for (int row = top; row < top + shown; ++row) {
    for (const Field* field : fields) {
      for (int column = left; column < left + shown; ++column) {
        const float level =
            std::abs((*field)[static_cast<std::size_t>(row) * points + static_cast<std::size_t>(column)]);
        file.put(static_cast<char>(std::clamp(level / 1.6F * 255, 0.0F, 255.0F)));
      }
    }
  }
}

double distance_between(const Field& a, const Field& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::norm(std::abs(a[i]) - std::abs(b[i]));
  return std::sqrt(sum / static_cast<double>(a.size()));
}

/// d/dx of sin(3 x) on 64 points of [0, 2 pi) is 3 cos(3 x).
void slope(const papilio::Device& device) {
  std::vector<double> height(64);
  for (std::size_t i = 0; i < height.size(); ++i) height[i] = std::sin(3 * 2 * pi * static_cast<double>(i) / 64);
  const papilio::Operator derivative(device, papilio::OperatorProblem::real(papilio::Precision::f64, {64}),
                                     papilio::Spectrum::derivative());
  std::vector<double> slopes(64);
  derivative.execute(height, std::span(slopes));
  std::printf("slope at 0: %.6f\n", slopes[0]);
}

/// A layer that is the mean of 4 channels, of the 16 x 9 lowest frequencies of images.
void mix(const papilio::Device& device) {
  const papilio::SpectralConvolutionProblem problem{
      .lengths = {64, 64}, .modes = {16, 9}, .in_channels = 4, .out_channels = 3, .batch = 2};
  const Field weights(problem.weight_elements(), 0.25F);  // [4][3][16][9]
  const papilio::SpectralConvolution layer(device, problem, weights);
  const std::vector<float> images(problem.input_elements(), 1);  // [2][4][64][64]
  std::vector<float> results(problem.output_elements());         // [2][3][64][64]
  layer.execute(images, std::span(results));
  std::printf("mean of ones: %.6f\n", static_cast<double>(results.back()));
}

}  // namespace

int main(int count, char** arguments) try {
  const papilio::Device device("auto");
  if (device.info().f64) slope(device);
  mix(device);

  const papilio::Operator away(device, papilio::OperatorProblem::complex(papilio::Precision::f32, {points, points}),
                               propagation(distance));
  const papilio::Operator back = away.with(propagation(-distance));  // the same kernels
  const Field object = butterfly();
  Field light(object.size());
  away.execute(object, std::span(light));
  Field hologram;
  for (const auto& value : light) hologram.emplace_back(std::abs(value));  // a camera sees no phase
  Field refocused(object.size());
  back.execute(hologram, std::span(refocused));

  std::printf("difference from the object: hologram %.2f, refocused %.2f\n", distance_between(hologram, object),
              distance_between(refocused, object));
  if (count > 1) draw(arguments[1], {&object, &hologram, &refocused});
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "operators: %s\n", error.what());
  return static_cast<int>(error.code());
}
