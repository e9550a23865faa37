// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio spectrogram FILE -o PICTURE: how the frequencies of a recording change with time.
#include "tools/spectrum/spectrogram.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tools/commands/commands.hpp"
#include "tools/commands/recording.hpp"
#include "tools/commands/stft_frame_powers.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/plot/spectrogram_plot.hpp"
#include "tools/progress.hpp"
#include "tools/spectrum/spectrogram_report.hpp"
#include "tools/spectrum/table.hpp"

namespace papilio::tool {
namespace {

struct SpectrogramArguments {
  Recording recording;
  std::string window = "hann";
  SpectrogramOptions method;
  std::optional<double> range_db;
  bool waterfall = false;
  bool json = false;
};

void write_outputs(const SpectrogramArguments& options, std::vector<files::OutputFile> outputs,
                   SpectrogramReport& report) {
  for (files::OutputFile& output : outputs) {
    report.outputs.push_back(output.path().string());
    if (is_table(output.path())) {
      write_table(std::move(output), report.spectrogram);
    } else {
      plot_spectrogram(std::move(output), report.spectrogram,
                       {.title = title_of(options.recording),
                        .style = options.waterfall ? SpectrogramStyle::waterfall : SpectrogramStyle::paper,
                        .range_db = options.range_db});
    }
  }
}

void run(const SpectrogramArguments& options) {
  SpectrogramOptions method = options.method;
  method.window = Window::parse(options.window);
  const Recording& recording = options.recording;
  const auto [file, signal] = open_recording(recording);
  require_known_outputs(recording);
  std::vector<files::OutputFile> outputs = open_outputs(recording);
  SpectrogramReport report;
  report.signal = file;

  const auto start = std::chrono::steady_clock::now();
  const Device device(recording.device);
  report.device = device.info();
  ProgressBar bar(signal->info().frames);
  report.spectrogram =
      spectrogram(*signal, method, stft_frame_powers(device), [&](std::int64_t samples) { bar.update(samples); });
  report.signal.notes = signal->info().notes;
  bar.clear();
  report.total_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  write_outputs(options, std::move(outputs), report);
  fmt::print("{}\n", options.json ? as_json(report) : as_text(report));
}

}  // namespace

void add_spectrogram(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("spectrogram", "Show how a recording's frequencies change with time");
  const auto options = std::make_shared<SpectrogramArguments>();
  add_input_options(*command, options->recording);
  command->add_option("--window", options->window, "rectangular, hann, blackman, kaiser or kaiser:BETA")
      ->capture_default_str();
  command
      ->add_option("--segment", options->method.length,
                   "Samples per frame (default: a power of two up to 1024, by the recording's length)")
      ->check(whole(1, std::int64_t{1} << 20));
  command->add_option("--overlap", options->method.overlap, "Overlap of frames, 0 <= overlap < 1")
      ->capture_default_str();
  command
      ->add_option("--range", options->range_db,
                   "Decibels from the strongest colour to that of silence (default: down to the noise, 30 to 80)")
      ->check(within(1, 300));
  command
      ->add_option("--mel", options->method.mel_filters,
                   "Mean powers of so many mel filters (Slaney's) instead of bins")
      ->check(whole(1, 4096));
  command->add_flag("--waterfall", options->waterfall, "Draw time downwards, on dark ground, as SDR programs do");
  add_output_option(*command, options->recording)->required();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
