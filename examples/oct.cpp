// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The program of docs/ends.md: optical coherence tomography. A spectrometer's lines of 2048 unsigned 16-bit numbers
// become depth profiles in decibels, stored as f16, in one pass over memory: 2.5 bytes a sample. `oct FILE.pgm`
// draws them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <papilio/papilio.hpp>

namespace {

constexpr int samples = 2048;
constexpr int depths = 512;
constexpr int lines = 400;

/// Lines of the spectrometer that see two curved layers and a tilted one: the lamp's spectrum, and for each layer at
/// depth z a cosine with z periods.
std::vector<std::uint16_t> interferogram() {
  std::vector<std::uint16_t> values;
  values.reserve(std::size_t{samples} * lines);
  for (int line = 0; line < lines; ++line) {
    const double x = 2.0 * line / lines - 1;
    const double layers[][2] = {
        {90 + 60 * x * x, 1}, {150 + 90 * x * x, 0.1}, {380 - 60 * x, 0.02}};  // depth, strength
    for (int i = 0; i < samples; ++i) {
      const double k = 2.0 * i / samples - 1;
      double light = 1.3;
      for (const auto& [depth, strength] : layers)
        light += strength * std::cos(2 * std::numbers::pi * depth * i / samples);
      values.push_back(static_cast<std::uint16_t>(30000 * std::exp(-2 * k * k) * light / 2.42));
    }
  }
  return values;
}

/// The value of a finite IEEE binary16.
float from_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const float size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                   : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

/// Depths downwards, lines to the right; from 20 dB, black, to 100 dB, white.
void draw(const char* name, const std::vector<std::uint16_t>& levels) {
  std::ofstream file(name, std::ios::binary);
  file << "P5\n" << lines << ' ' << depths << "\n255\n";
  for (int depth = 0; depth < depths; ++depth) {
    for (int line = 0; line < lines; ++line) {
      const float level = from_half(levels[static_cast<std::size_t>(line) * depths + static_cast<std::size_t>(depth)]);
      file.put(static_cast<char>(std::clamp((level - 20) / 80 * 255, 0.0F, 255.0F)));
    }
  }
}

}  // namespace

int main(int count, char** arguments) try {
  const papilio::Device device("auto");
  papilio::Problem problem = papilio::Problem::r2c(papilio::Precision::f32, samples, lines);
  problem.in_storage = papilio::Storage::u16;
  problem.out_storage = papilio::Storage::f16;
  problem.window = {.kind = papilio::WindowFunction::hann};
  problem.out_map = papilio::OutputMap::decibel;
  problem.crop_output({depths});
  std::printf("%s\n", problem.token().c_str());
  const papilio::Plan plan(device, problem);

  const std::vector<std::uint16_t> spectra = interferogram();
  std::vector<std::uint16_t> levels(problem.output_elements());
  plan.execute(std::as_bytes(std::span(spectra)), std::as_writable_bytes(std::span(levels)));

  const auto line = levels.begin() + lines / 2 * depths;
  const auto peak = std::max_element(line + 20, line + depths,
                                     [](std::uint16_t a, std::uint16_t b) { return from_half(a) < from_half(b); });
  std::printf("layer at depth %d, %.0f dB\n", static_cast<int>(peak - line), static_cast<double>(from_half(*peak)));
  if (count > 1) draw(arguments[1], levels);
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "oct: %s\n", error.what());
  return static_cast<int>(error.code());
}
