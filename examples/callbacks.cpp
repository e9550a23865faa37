// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Samples of a converter, 16-bit integers, windowed as they are read; spectra in dB as they are written. Then
// weights that are data.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>
#include <span>
#include <vector>

namespace {

constexpr std::size_t points = 1024;
constexpr std::size_t blocks = 8;

papilio::Callbacks hann_and_decibel() {
  papilio::Callbacks callbacks;
  callbacks.load = R"(
    PAPILIO_FUNCTION papilio_real papilio_load(papilio_real x, papilio_index i, papilio_data user) {
      return x * (HALF - HALF * cos(STEP * (i % 1024)));
    })";
  callbacks.store = R"(
    PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data user) {
      return PAPILIO_COMPLEX(10 * log10(x.x * x.x + x.y * x.y + LEAST), 0);
    })";
  callbacks.parameters = {{"HALF", 0.5}, {"STEP", 2 * std::numbers::pi / points}, {"LEAST", 1e-9}};
  return callbacks;
}

/// Weights that are known only when the plan is executed: data instead of text.
int weighted(const papilio::Device& device) {
  papilio::Callbacks callbacks;
  callbacks.load = R"(
    PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) {
      return PAPILIO_COMPLEX(x.x * user[i], x.y * user[i]);
    })";
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:512"), callbacks);

  std::vector<float> weights(512);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(i % 2);
  const std::vector<std::complex<float>> signal(512, 1.0F);
  std::vector<std::complex<float>> spectrum(512);
  plan.execute({.in = signal, .out = spectrum, .load_data = weights});  // other weights next time
  std::printf("bins 0 and 256: %.0f and %.0f\n", static_cast<double>(spectrum[0].real()),
              static_cast<double>(spectrum[256].real()));
  return spectrum[0] == 256.0F && spectrum[256] == -256.0F ? 0 : 1;
}

int run() {
  const papilio::Device device("auto");
  const papilio::Problem problem = papilio::Problem::parse("r2c:f32:1024*8:in=i16:factor=0.0009765625");
  const papilio::Plan plan(device, problem, hann_and_decibel());

  std::vector<std::int16_t> samples(points * blocks);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double angle = 2 * std::numbers::pi * 100 * static_cast<double>(i) / points;
    samples[i] = static_cast<std::int16_t>(std::lround(20000 * std::sin(angle)));
  }
  std::vector<std::complex<float>> levels((points / 2 + 1) * blocks);
  plan.execute(std::as_bytes(std::span(samples)), std::as_writable_bytes(std::span(levels)));

  std::size_t peak = 0;
  for (std::size_t k = 1; k < points / 2; ++k) {
    if (levels[k].real() > levels[peak].real()) peak = k;
  }
  // A sine of amplitude a is a/2 there, and a Hann window halves it: 20 log10(5000).
  std::printf("peak at bin %zu, %.1f dB\n", peak, static_cast<double>(levels[peak].real()));
  return weighted(device);
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const papilio::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return static_cast<int>(error.code());
  }
}
