// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio zoom FILE: the spectrum of a recording within a band, as finely as is asked for.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <utility>
#include <vector>

#include "tools/commands/commands.hpp"
#include "tools/commands/recording.hpp"
#include "tools/commands/strict.hpp"
#include "tools/plot/psd_plot.hpp"
#include "tools/spectrum/report.hpp"
#include "tools/spectrum/table.hpp"
#include "tools/spectrum/welch.hpp"
#include "tools/spectrum/window.hpp"

namespace papilio::tool {
namespace {

struct ZoomArguments {
  Recording recording;
  std::vector<double> band;  ///< Hz
  std::int64_t points = 1000;
  std::string window = "hann";
  PeakOptions peaks;
  bool json = false;
};

constexpr std::int64_t max_zoom_samples = std::int64_t{1} << 26;
constexpr std::int64_t max_zoom_points = std::int64_t{1} << 24;

/// Complex samples, times their window.
std::vector<std::complex<float>> windowed_samples(SignalReader& signal, const Window& window, double& weight) {
  std::vector<std::complex<float>> samples;
  const bool complex = signal.info().kind == SampleKind::complex;
  std::vector<double> block((std::size_t{1} << 16U) * (complex ? 2 : 1));
  for (std::size_t got = signal.read(block); got > 0; got = signal.read(block)) {
    if (std::ssize(samples) + static_cast<std::int64_t>(got) > max_zoom_samples) {
      throw Error::invalid_argument(signal.info().path, "is longer than the 2^26 samples of one zoom",
                                    "cut it into parts, or use papilio spectrum");
    }
    for (std::size_t i = 0; i < got; ++i) {
      const std::complex<double> x = complex ? std::complex(block[2 * i], block[2 * i + 1]) : block[i];
      const std::complex<float> sample(x);
      if (!std::isfinite(sample.real()) || !std::isfinite(sample.imag())) {
        throw Error::io(signal.info().path, "holds samples that are not finite, or too large for 32-bit floats",
                        "remove them, or scale the signal down");
      }
      samples.push_back(sample);
    }
  }
  if (samples.empty()) throw Error::io(signal.info().path, "holds no samples", "check that the recording has ended");
  const std::vector<double> factors = window.values(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] *= static_cast<float>(factors[i]);
    weight += factors[i];
  }
  if (weight == 0) {
    throw Error::invalid_argument(signal.info().path,
                                  fmt::format("its {} samples have a window of zeros", samples.size()),
                                  "use --window rectangular");
  }
  return samples;
}

void require_band(const ZoomArguments& options, double low, double high) {
  const double from = options.band[0];
  const double to = options.band[1];
  if (low <= from && from < to && to <= high) return;
  throw Error::invalid_argument(fmt::format("--band {} {}", from, to),
                                fmt::format("the recording has frequencies from {:g} to {:g} Hz", low, high),
                                "give two of these, the lower one first");
}

PowerSpectrum zoom(SignalReader& signal, const ZoomArguments& options, const Device& device) {
  const SignalInfo& info = signal.info();
  const bool real = info.kind == SampleKind::real;
  PowerSpectrum result;
  result.sample_rate = required_rate(info);
  result.centre = centre_of(info);
  const double centre = result.centre.value_or(0);
  require_band(options, real ? 0 : centre - result.sample_rate / 2, centre + result.sample_rate / 2);
  const Window window = Window::parse(options.window);
  double weight = 0;
  const std::vector<std::complex<float>> samples = windowed_samples(signal, window, weight);
  result.length = samples.size();
  result.samples = result.read = std::ssize(samples);
  result.segments = 1;
  result.sides = Sides::band;
  result.scaling = Scaling::spectrum;
  result.window = window.name();
  result.first_frequency = options.band[0];
  result.step = (options.band[1] - options.band[0]) / static_cast<double>(options.points);
  const auto start = std::chrono::steady_clock::now();
  const Plan plan(device, Problem::czt(Precision::f32, std::ssize(samples), options.points,
                                       FrequencyBand{.low = options.band[0] - centre,
                                                     .high = options.band[1] - centre,
                                                     .rate = result.sample_rate}));
  result.set_up_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::vector<std::complex<float>> levels(static_cast<std::size_t>(options.points));
  const Timing timing = plan.execute(samples, std::span(levels));
  result.timing = {timing.upload, timing.kernels, timing.download};
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const bool alone = result.frequency(k) == 0 || result.frequency(k) == result.sample_rate / 2;
    const double sides = real && !alone ? 2 : 1;  // the power of both signs
    result.power.push_back(sides * std::norm(std::complex<double>(levels[k])) / (weight * weight));
  }
  return result;
}

/// Frequencies that are closer than bins of an FFT are one.
std::vector<SpectralPeak> peaks_of(const PowerSpectrum& spectrum, PeakOptions options) {
  const double bin = spectrum.sample_rate / static_cast<double>(spectrum.length);
  const double apart = std::ceil(static_cast<double>(options.separation) * bin / spectrum.step);
  options.separation = static_cast<std::size_t>(std::clamp(apart, 1.0, static_cast<double>(spectrum.power.size())));
  return dominant_peaks(spectrum, options);
}

void run(const ZoomArguments& options) {
  const Recording& recording = options.recording;
  require_known_outputs(recording);
  const auto [file, signal] = open_recording(recording);
  std::vector<files::OutputFile> outputs = open_outputs(recording);
  SpectrumReport report;
  report.signal = file;
  const auto start = std::chrono::steady_clock::now();
  const Device device(recording.device);
  report.device = device.info();
  report.spectrum = zoom(*signal, options, device);
  report.signal.notes = signal->info().notes;
  report.total_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.peaks = peaks_of(report.spectrum, options.peaks);
  for (files::OutputFile& output : outputs) {
    report.outputs.push_back(output.path().string());
    if (is_table(output.path())) {
      write_table(std::move(output), report.spectrum);
    } else {
      plot_spectrum(std::move(output), report.spectrum, report.peaks, {title_of(recording), FrequencyAxis::linear});
    }
  }
  fmt::print("{}\n", options.json ? as_json(report) : as_text(report));
}

}  // namespace

void add_zoom(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("zoom", "Show the frequencies of a recording within a band");
  const auto options = std::make_shared<ZoomArguments>();
  add_input_options(*command, options->recording);
  take_hertz(command->add_option("--band", options->band,
                                 "The lowest frequency, and the one at which the band ends, such as 430 450"))
      ->required()
      ->expected(2);
  command->add_option("--points", options->points, "Frequencies in the band, equally spaced")
      ->check(whole(1, max_zoom_points))
      ->capture_default_str();
  command->add_option("--window", options->window, "rectangular, hann, blackman, kaiser or kaiser:BETA")
      ->capture_default_str();
  command->add_option("--peaks", options->peaks.count, "How many dominant frequencies to report")
      ->check(whole(0, 1000))
      ->capture_default_str();
  add_output_option(*command, options->recording);
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "All samples are one frame, of which a chirp z-transform computes the frequencies of the band and no others.\n"
      "A zoom shows the spectrum between the bins of an FFT; it does not separate tones that are closer than one bin,\n"
      "the rate divided by the number of samples. A sine of amplitude A has the power A²/2.\n");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
