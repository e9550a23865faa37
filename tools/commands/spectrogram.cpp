// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio spectrogram FILE -o PICTURE: how the frequencies of a recording change with time.
#include "tools/spectrum/spectrogram.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <papilio/error.hpp>
#include <utility>
#include <vector>

#include "files/identity.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/signal_format.hpp"
#include "tools/commands/stft_frame_powers.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/plot/spectrogram_plot.hpp"
#include "tools/plot/surface.hpp"
#include "tools/progress.hpp"
#include "tools/signal/channel.hpp"
#include "tools/spectrum/spectrogram_report.hpp"
#include "tools/spectrum/table.hpp"

namespace papilio::tool {
namespace {

struct CommandOptions {
  std::string file;
  OpenOptions open;
  std::string channel = "mix";
  std::string device = "auto";
  std::string window = "hann";
  SpectrogramOptions method;
  std::optional<double> range_db;
  std::vector<std::string> outputs;
  bool json = false;
};

/// Checked before any work, so that a wrong name does not cost a long transform.
std::vector<files::OutputFile> open_outputs(const CommandOptions& options) {
  for (const std::string& output : options.outputs) {
    if (!Surface::knows(output) && !is_table(output)) {
      throw Error::invalid_argument(output, "the extension names no format of pictures or tables",
                                    "choose .png, .svg, .pdf, .csv or .npy");
    }
  }
  files::require_distinct({options.file}, {options.outputs.begin(), options.outputs.end()});
  std::vector<files::OutputFile> outputs;
  for (const std::string& output : options.outputs) outputs.emplace_back(output);
  return outputs;
}

void write_outputs(const CommandOptions& options, std::vector<files::OutputFile> outputs, SpectrogramReport& report) {
  for (files::OutputFile& output : outputs) {
    report.outputs.push_back(output.path().string());
    if (is_table(output.path())) {
      write_table(std::move(output), report.spectrogram);
    } else {
      plot_spectrogram(
          std::move(output), report.spectrogram,
          {.title = std::filesystem::path(options.file).filename().string(), .range_db = options.range_db});
    }
  }
}

void run(const CommandOptions& options) {
  SpectrogramOptions method = options.method;
  method.window = Window::parse(options.window);
  std::unique_ptr<SignalReader> file = open_signal(options.file, options.open);
  std::vector<files::OutputFile> outputs = open_outputs(options);
  SpectrogramReport report;
  report.signal = file->info();
  const std::unique_ptr<SignalReader> signal = select_channel(std::move(file), ChannelChoice::parse(options.channel));
  required_rate(signal->info());

  const auto start = std::chrono::steady_clock::now();
  const Device device(options.device);
  report.device = device.info();
  ProgressBar bar(signal->info().frames);
  report.spectrogram =
      spectrogram(*signal, method, stft_frame_powers(device), [&](std::int64_t samples) { bar.update(samples); });
  bar.clear();
  report.total_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  write_outputs(options, std::move(outputs), report);
  fmt::print("{}\n", options.json ? as_json(report) : as_text(report));
}

void add_input_options(CLI::App& command, CommandOptions& options) {
  command.add_option("FILE", options.file, "WAV, FLAC, Ogg, AIFF; .cf32 .cf64 .cs16 .cu8; .csv .tsv .txt; .npy")
      ->required();
  command.add_option("--rate", options.open.rate, "Sample rate in Hz; required for files that have none");
  command.add_option("--format", options.open.format, "File format, if the extension does not determine it")
      ->transform(signal_format());
  command.add_option("--channel", options.channel, "A number from 1, mix (the mean), or iq (1 real, 2 imaginary)")
      ->capture_default_str();
  command.add_option("--device", options.device, device_help)->capture_default_str();
}

}  // namespace

void add_spectrogram(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("spectrogram", "Show how a recording's frequencies change with time");
  const auto options = std::make_shared<CommandOptions>();
  add_input_options(*command, *options);
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
                   "Decibels from the darkest colour to the lightest (default: down to the noise, 30 to 80)")
      ->check(within(1, 300));
  command->add_option("-o,--output", options->outputs, "Picture .png .svg .pdf or table .csv .npy; may be repeated")
      ->required()
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
