// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio simple: the example `simple` of the Rust crate gpu-fft, by papilio/gpu_fft.hpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/gpu_fft.hpp>

#include "lab/commands/commands.hpp"
#include "tools/commands/json_text.hpp"

namespace papilio::tool {
namespace {

// Signal of the crate's example.
constexpr double sine_frequency = 15;
constexpr double sample_rate = 200;
constexpr double seconds = 5;
constexpr double threshold = 100;
constexpr std::size_t first_samples = 5;

struct SimpleOptions {
  std::string device = "auto";
  bool json = false;
};

struct Demonstration {
  DeviceInfo device;
  std::vector<float> input;
  std::size_t bins = 0;
  std::vector<gpu_fft::Peak> peaks;
  double set_up_seconds = 0;  ///< plans and kernels, and the first execution of each
  double fft_seconds = 0;
  double ifft_seconds = 0;
  double error = 0;
  double bound = 0;  ///< of the crate: 5 log2(n) epsilon
};

/// Seconds that `work` takes.
template <typename Work>
double time_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Demonstration demonstrate(const std::string& selector) {
  Demonstration demo;
  const Device device(selector);
  demo.device = device.info();
  demo.input = gpu_fft::sine_wave(sine_frequency, sample_rate, seconds);
  gpu_fft::SplitComplex spectrum;
  std::vector<float> output;
  demo.set_up_seconds = time_of([&] {
    spectrum = gpu_fft::fft_with(device, demo.input);
    output = gpu_fft::ifft_with(device, spectrum.real, spectrum.imaginary);
  });
  demo.fft_seconds = time_of([&] { spectrum = gpu_fft::fft_with(device, demo.input); });
  demo.bins = spectrum.real.size();
  demo.peaks = gpu_fft::find_dominant_frequencies(gpu_fft::one_sided_psd(spectrum.real, spectrum.imaginary),
                                                  gpu_fft::one_sided_frequencies(demo.bins, sample_rate), threshold);
  demo.ifft_seconds =
      time_of([&] { output = gpu_fft::ifft_with(device, spectrum.real, spectrum.imaginary, gpu_fft::Halves::both); });
  for (std::size_t i = 0; i < demo.input.size(); ++i) {
    demo.error = std::max<double>(demo.error, std::abs(output[i] - demo.input[i]));
  }
  demo.bound = 5 * std::log2(static_cast<double>(demo.bins)) * std::numeric_limits<float>::epsilon();
  return demo;
}

void print_text(const Demonstration& demo) {
  fmt::print("Input\n  samples    : {}  (zero-padded to {} for FFT)\n", demo.input.size(), demo.bins);
  fmt::print("  sample rate: {} Hz\n  frequency  : {} Hz\n", sample_rate, sine_frequency);
  std::vector<std::string> first;
  for (std::size_t i = 0; i < first_samples; ++i) first.push_back(fmt::format("{:.4f}", demo.input[i]));
  fmt::print("  first {}    : [{}]\n\n", first_samples, fmt::join(first, ", "));
  fmt::print("FFT  completed in {:.1f} µs  (after {:.1f} ms of set-up, on {})\n\n", demo.fft_seconds * 1e6,
             demo.set_up_seconds * 1e3, demo.device.name);
  fmt::print("Dominant frequencies (threshold = {})\n", threshold);
  for (const gpu_fft::Peak& peak : demo.peaks) {
    fmt::print("  {:.2f} Hz  power: {:.2f}\n", peak.frequency, peak.power);
  }
  fmt::print("\nIFFT completed in {:.1f} µs\n  round-trip max error: {:.2e}  (5 log2(N) eps = {:.2e})\n",
             demo.ifft_seconds * 1e6, demo.error, demo.bound);
}

void print_json(const Demonstration& demo) {
  nlohmann::ordered_json peaks = nlohmann::ordered_json::array();
  for (const gpu_fft::Peak& peak : demo.peaks) peaks.push_back({{"frequency", peak.frequency}, {"power", peak.power}});
  const nlohmann::ordered_json root = {
      {"samples", demo.input.size()},
      {"bins", demo.bins},
      {"sample_rate", sample_rate},
      {"frequency", sine_frequency},
      {"threshold", threshold},
      {"peaks", peaks},
      {"max_error", demo.error},
      {"bound", demo.bound},
      {"device", {{"id", demo.device.id}, {"name", demo.device.name}, {"platform", demo.device.platform}}},
      {"seconds", {{"set_up", demo.set_up_seconds}, {"fft", demo.fft_seconds}, {"ifft", demo.ifft_seconds}}}};
  fmt::print("{}\n", json_text(root));
}

void run(const SimpleOptions& options) {
  const Demonstration demo = demonstrate(options.device);
  options.json ? print_json(demo) : print_text(demo);
  if (!(demo.error <= demo.bound)) {
    throw Error::device_failed("the round trip",
                               fmt::format("its error is {:.2e}, and {:.2e} are allowed", demo.error, demo.bound),
                               "run `papilio check` on this device");
  }
}

}  // namespace

void add_simple(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("simple", "gpu-fft's example: the frequency of a sine wave, and back");
  const auto options = std::make_shared<SimpleOptions>();
  command->add_option("--device", options->device, device_help)->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "Transforms a sine wave of 15 Hz, 200 samples a second for 5 s. Times are those of calls with vectors of the "
      "host, the\n"
      "second ones; the error is the largest of a sample.\n");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
