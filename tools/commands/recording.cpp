// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/recording.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <papilio/error.hpp>
#include <system_error>
#include <utility>

#include "files/identity.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/signal_format.hpp"
#include "tools/commands/strict.hpp"
#include "tools/plot/picture_name.hpp"
#include "tools/signal/channel.hpp"
#include "tools/spectrum/table.hpp"
#include "tools/spectrum/welch.hpp"
#include "tools/tune/interruption.hpp"

namespace papilio::tool {
namespace {

/// A stream that ends with Ctrl-C, and what was read until then is the recording.
class UntilInterrupted final : public SignalReader {
 public:
  explicit UntilInterrupted(std::unique_ptr<SignalReader> stream) : stream_(std::move(stream)) {
    info_ = stream_->info();
  }

  std::size_t read(std::span<double> values) override {
    if (ended_) return 0;
    // After the outputs' own handlers, which would end the command.
    if (!interruption_) interruption_.emplace(Interruption::Calls::end);
    const std::size_t frames = stream_->read(values);
    frames_ += frames;
    if (frames < values.size() / info_.values_per_frame()) end();
    return frames;
  }

 private:
  /// From here on Ctrl-C ends the command.
  void end() {
    ended_ = true;
    if (Interruption::happened()) info_.notes.push_back("an interruption ended the stream");
    interruption_.reset();
    if (frames_ > 0 || !Interruption::happened()) return;
    std::fputs("papilio: stopped before the first sample\n", stderr);
    Interruption::repeat();  // there is no recording
  }

  std::optional<Interruption> interruption_;
  std::unique_ptr<SignalReader> stream_;
  std::size_t frames_ = 0;
  bool ended_ = false;
};

}  // namespace

void add_input_options(CLI::App& command, Recording& recording) {
  command
      .add_option(
          "FILE", recording.file,
          "WAV, FLAC, Ogg, AIFF; .sigmf-meta; raw I/Q .cf32 .cf64 .cs16 .cs8 .cu8; raw real .f32 .f64 .i16 .i8; "
          ".csv .tsv .txt; .npy; - reads the standard input, of the format that --format says")
      ->required();
  take_hertz(command.add_option("--rate", recording.open.rate,
                                "Sample rate, e.g. 48000 or 2.4M; required for files that have none"));
  take_hertz(command.add_option("--center", recording.open.centre,
                                "Centre frequency of an I/Q recording, e.g. 100.3M; SigMF files have it"));
  command.add_option("--format", recording.open.format, "File format, if the extension does not determine it")
      ->transform(signal_format());
  command.add_option("--columns", recording.open.columns, columns_help);
  command.add_option("--channel", recording.channel, "A number from 1, mix (the mean), or iq (1 real, 2 imaginary)")
      ->capture_default_str();
  command.add_option("--device", recording.device, device_help)->capture_default_str();
}

std::string title_of(const Recording& recording) {
  return recording.file == "-" ? "Standard input" : std::filesystem::path(recording.file).filename().string();
}

CLI::Option* add_output_option(CLI::App& command, Recording& recording) {
  return command
      .add_option("-o,--output", recording.outputs, "Picture .png .svg .pdf or table .csv .npy; may be repeated")
      ->allow_extra_args(false);
}

OpenRecording open_recording(const Recording& recording) {
  OpenRecording opened;
  OpenOptions options = recording.open;
  options.ended = Interruption::happened;
  std::unique_ptr<SignalReader> file = open_signal(recording.file, options);
  opened.file = file->info();
  opened.signal = select_channel(std::move(file), ChannelChoice::parse(recording.channel));
  const SignalInfo& info = opened.signal->info();
  required_rate(info);
  if (recording.open.centre && info.kind == SampleKind::real) {
    throw Error::invalid_argument("--center", fmt::format("{} is a real signal, which has no centre", info.path),
                                  "leave it out; --channel iq reads two channels as I and Q");
  }
  std::error_code ignored;
  if (!info.frames && !std::filesystem::is_regular_file(recording.file, ignored)) {
    opened.signal = std::make_unique<UntilInterrupted>(std::move(opened.signal));
  }
  return opened;
}

void require_known_outputs(const Recording& recording) {
  for (const std::string& output : recording.outputs) {
    if (names_picture(output) || is_table(output)) continue;
    throw Error::invalid_argument(output, "the extension names no format of pictures or tables",
                                  "choose .png, .svg, .pdf, .csv or .npy");
  }
}

std::vector<files::OutputFile> open_outputs(const Recording& recording) {
  files::require_distinct({recording.file}, {recording.outputs.begin(), recording.outputs.end()});
  std::vector<files::OutputFile> outputs;
  for (const std::string& output : recording.outputs) outputs.emplace_back(output);
  return outputs;
}

}  // namespace papilio::tool
