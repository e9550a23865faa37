// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio spectrum FILE: which frequencies are in a recording.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <papilio/error.hpp>
#include <utility>
#include <vector>

#include "tools/commands/commands.hpp"
#include "tools/commands/library_average.hpp"
#include "tools/commands/one_of.hpp"
#include "tools/commands/plan_batch_fft.hpp"
#include "tools/commands/recording.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/plot/picture_name.hpp"
#include "tools/plot/psd_plot.hpp"
#include "tools/progress.hpp"
#include "tools/spectrum/gpu_fft.hpp"
#include "tools/spectrum/report.hpp"
#include "tools/spectrum/table.hpp"
#include "tools/spectrum/welch.hpp"

namespace papilio::tool {
namespace {

enum class Preset { none, gpu_fft };

struct SpectrumOptions {
  Recording recording;
  Preset preset = Preset::none;
  std::string window = "hann";
  WelchOptions welch;
  PeakOptions peaks;
  bool no_interpolation = false;
  bool no_detrend = false;
  std::optional<double> threshold;
  bool log_frequency = false;
  bool json = false;
};

void require_a_picture_for_its_axis(const SpectrumOptions& options) {
  const std::vector<std::string>& outputs = options.recording.outputs;
  if (!options.log_frequency || std::any_of(outputs.begin(), outputs.end(), names_picture)) return;
  throw Error::invalid_argument("--log-frequency", "there is no picture whose axis it would be",
                                "add -o with a name in .png, .svg or .pdf");
}

PowerSpectrum measure(SignalReader& signal, const SpectrumOptions& options, const Device& device) {
  if (options.preset == Preset::gpu_fft) {
    return gpu_fft_spectrum(signal, plan_batch_fft(device));
  }
  WelchOptions welch_options = options.welch;
  welch_options.window = Window::parse(options.window);
  welch_options.detrend = !options.no_detrend;
  ProgressBar bar(signal.info().frames);
  return welch(signal, welch_options, library_average(device), [&](std::int64_t samples) { bar.update(samples); });
}

std::vector<SpectralPeak> find_peaks(const PowerSpectrum& spectrum, const SpectrumOptions& options) {
  if (options.preset == Preset::gpu_fft) {
    return local_maxima(spectrum, options.threshold.value_or(gpu_fft_threshold));
  }
  PeakOptions peak_options = options.peaks;
  peak_options.range_db = options.threshold.value_or(peak_options.range_db);
  peak_options.interpolation = options.no_interpolation ? Interpolation::none : Interpolation::parabolic;
  return dominant_peaks(spectrum, peak_options);
}

void write_outputs(const SpectrumOptions& options, std::vector<files::OutputFile> outputs, SpectrumReport& report) {
  for (files::OutputFile& output : outputs) {
    report.outputs.push_back(output.path().string());
    if (is_table(output.path())) {
      write_table(std::move(output), report.spectrum);
    } else {
      const FrequencyAxis axis = options.log_frequency ? FrequencyAxis::logarithmic : FrequencyAxis::linear;
      plot_spectrum(std::move(output), report.spectrum, report.peaks, {title_of(options.recording), axis});
    }
  }
}

void run(const SpectrumOptions& options) {
  const Recording& recording = options.recording;
  require_a_picture_for_its_axis(options);
  require_known_outputs(recording);
  const auto [file, signal] = open_recording(recording);
  std::vector<files::OutputFile> outputs = open_outputs(recording);
  SpectrumReport report;
  report.signal = file;

  const auto start = std::chrono::steady_clock::now();
  const auto since_start = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const Device device(recording.device);
  const double device_seconds = since_start();
  report.device = device.info();
  report.spectrum = measure(*signal, options, device);
  report.signal.notes = signal->info().notes;
  report.spectrum.set_up_seconds += device_seconds;
  report.total_seconds = since_start();
  report.peaks = find_peaks(report.spectrum, options);

  write_outputs(options, std::move(outputs), report);
  fmt::print("{}\n", options.json ? as_json(report) : as_text(report));
}

void add_method_options(CLI::App& command, SpectrumOptions& options) {
  command.add_option("--window", options.window, "rectangular, hann, blackman, kaiser or kaiser:BETA")
      ->capture_default_str();
  command
      .add_option("--segment", options.welch.segment,
                  "Samples per segment (default: a power of two up to 65536 that gives eight segments)")
      ->check(whole(1, std::int64_t{1} << 27));
  command.add_option("--overlap", options.welch.overlap, "Overlap of segments, 0 <= overlap < 1")
      ->capture_default_str();
  command.add_option("--scaling", options.welch.scaling, "density (unit²/Hz) or spectrum (unit²)")
      ->transform(one_of({name("density", Scaling::density), name("spectrum", Scaling::spectrum)}));
  command
      .add_option("--result", options.welch.result, "mean, or the peak of each bin, of all segments (default: mean)")
      ->transform(one_of({name("mean", SegmentResult::mean), name("peak", SegmentResult::peak)}));
  command.add_flag("--no-detrend", options.no_detrend, "Keep each segment's mean");
  command
      .add_option("--preset", options.preset, "gpu-fft: the whole signal, padded to a power of two, |X|²/n, no window")
      ->transform(one_of({name("gpu-fft", Preset::gpu_fft)}));
}

void add_result_options(CLI::App& command, SpectrumOptions& options) {
  command.add_option("--peaks", options.peaks.count, "How many dominant frequencies to report")
      ->check(whole(0, 1000))
      ->capture_default_str();
  command
      .add_option("--threshold", options.threshold,
                  "Report peaks down to this many dB below the strongest (default 40); with --preset: the smallest "
                  "power (default 100)")
      ->check(finite());
  command.add_flag("--no-interpolation", options.no_interpolation,
                   "Report the peak bins, without interpolating between bins");
  add_output_option(command, options.recording);
  command.add_flag("--log-frequency", options.log_frequency, "Logarithmic frequency axis");
  command.add_flag("--json", options.json, "Print one JSON object");
}

}  // namespace

void add_spectrum(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("spectrum", "Show which frequencies are in a recording");
  const auto options = std::make_shared<SpectrumOptions>();
  add_input_options(*command, options->recording);
  add_method_options(*command, *options);
  add_result_options(*command, *options);
  // The preset is a method of its own.
  for (const char* const of_welch : {"--window", "--segment", "--overlap", "--scaling", "--result", "--no-detrend",
                                     "--peaks", "--no-interpolation"}) {
    command->get_option("--preset")->excludes(command->get_option(of_welch));
  }
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
