// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio channelize FILE -o x.npy: a recording split into channels of equal width.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <papilio/channelizer.hpp>
#include <papilio/error.hpp>
#include <vector>

#include "core/presentable.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/recording.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/progress.hpp"
#include "tools/signal/npy.hpp"
#include "tools/spectrum/report.hpp"
#include "tools/spectrum/welch.hpp"

namespace papilio::tool {
namespace {

constexpr std::int64_t max_channels = 1 << 20;
constexpr std::int64_t block_samples = 1 << 20;
constexpr std::int64_t block_results = 1 << 22;  // of a small hop, whose results are many more than its samples

struct ChannelArguments {
  Recording recording;
  ChannelizerOptions channels;
  std::int64_t taps_per_channel = 8;
  double beta = 8;
  bool json = false;
};

struct ChannelCounts {
  std::int64_t samples = 0;
  std::int64_t frames = 0;
  std::int64_t bins = 0;
};

/// The next samples as the channelizer takes them. Throws Error(io) for those that f32 does not have.
template <class T>
std::span<const T> samples_of(std::span<const double> values, const std::string& path, std::vector<T>& samples) {
  samples.clear();
  for (std::size_t i = 0; i < values.size(); i += sizeof(T) / sizeof(float)) {
    if constexpr (sizeof(T) == sizeof(float)) {
      samples.push_back(static_cast<float>(values[i]));
    } else {
      samples.emplace_back(static_cast<float>(values[i]), static_cast<float>(values[i + 1]));
    }
    if (std::isfinite(std::abs(samples.back()))) continue;
    throw Error::io(path, "holds samples that are not finite, or too large for 32-bit floats",
                    "remove them, or scale the signal down");
  }
  return samples;
}

/// Splits all of the signal, a block at a time.
template <class T>
ChannelCounts channelize(SignalReader& signal, Channelizer<T>& channels, std::vector<NpyWriter>& writers) {
  ProgressBar bar(signal.info().frames);
  ChannelCounts counts{.bins = channels.bins()};
  const ChannelizerOptions& options = channels.options();
  const std::int64_t most = std::max<std::int64_t>(options.hop, block_results / options.channels * options.hop);
  std::vector<double> values(signal.info().values_per_frame() *
                             static_cast<std::size_t>(std::min(block_samples, most)));
  std::vector<T> samples;
  for (std::size_t got = signal.read(values); got > 0; got = signal.read(values)) {
    const std::span own = std::span(values).first(got * signal.info().values_per_frame());
    const auto frames = channels.push(samples_of(own, signal.info().path, samples));
    for (NpyWriter& writer : writers) writer.write(std::span(frames));
    counts.samples += static_cast<std::int64_t>(got);
    counts.frames += std::ssize(frames) / counts.bins;
    bar.update(counts.samples);
  }
  bar.clear();
  return counts;
}

void run(const ChannelArguments& arguments) {
  const Recording& recording = arguments.recording;
  const auto [file, signal] = open_recording(recording);
  for (const std::string& output : recording.outputs) {
    if (!output.ends_with(".npy"))
      throw Error::invalid_argument(output, "channels are written as NumPy's arrays", "choose a name with .npy");
  }
  std::vector<files::OutputFile> outputs = open_outputs(recording);
  const auto start = std::chrono::steady_clock::now();
  ChannelizerOptions options = arguments.channels;
  options.taps = channel_filter(options.channels, arguments.taps_per_channel, arguments.beta);
  const Device device(recording.device);
  std::vector<NpyWriter> writers;
  const auto split = [&]<class T>(Channelizer<T> channels) {
    for (files::OutputFile& output : outputs) writers.emplace_back(std::move(output), NpyType::c64, channels.bins());
    options.hop = channels.options().hop;
    return channelize(*signal, channels, writers);
  };
  const bool complex = signal->info().kind == SampleKind::complex;
  const ChannelCounts counts =
      complex ? split(Channelizer<std::complex<float>>(device, options)) : split(Channelizer<float>(device, options));
  if (counts.frames == 0) {
    throw Error::io(file.path, fmt::format("its {} samples fill no frame of {}", counts.samples, options.hop),
                    "choose fewer channels, or a shorter hop");
  }
  for (NpyWriter& writer : writers) writer.close();

  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double rate = required_rate(signal->info());
  const double centre = signal->info().centre.value_or(0);
  const double width = rate / static_cast<double>(options.channels);
  const double own_rate = rate / static_cast<double>(options.hop);
  const DeviceInfo& info = device.info();
  if (arguments.json) {
    fmt::print("{}\n", json_text({{"file", file.path},
                                  {"format", file.format},
                                  {"sample_rate", rate},
                                  {"samples", counts.samples},
                                  {"channels", counts.bins},
                                  {"hop", options.hop},
                                  {"taps", options.taps.size()},
                                  {"frames", counts.frames},
                                  {"channel_rate", own_rate},
                                  {"channel_hz", width},
                                  {"first_channel_hz", centre},
                                  {"device", {{"id", info.id}, {"name", info.name}, {"platform", info.platform}}},
                                  {"seconds", {{"total", seconds}}},
                                  {"outputs", recording.outputs},
                                  {"notes", signal->info().notes}}));
    return;
  }
  fmt::print("{}", signal_line(file, rate, counts.samples));
  fmt::print("channels  {}, {:.10g} Hz apart, of {:.10g} Hz; {} taps\n", counts.bins, width, own_rate,
             options.taps.size());
  fmt::print("frames    {}, one every {} samples\n", counts.frames, options.hop);
  for (const std::string& note : signal->info().notes) fmt::print("note      {}\n", presentable(note));
  fmt::print("device    {}  {} ({})\n", info.id, info.name, info.platform);
  fmt::print("time      {} in all\n", seconds_text(seconds));
  for (const std::string& path : recording.outputs) fmt::print("written   {}\n", presentable(path));
}

}  // namespace

void add_channelize(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("channelize", "Split a recording into channels of equal width");
  const auto arguments = std::make_shared<ChannelArguments>();
  add_input_options(*command, arguments->recording);
  command->add_option("--channels", arguments->channels.channels, "Channels of the sampling rate; half if it is real")
      ->check(whole(2, max_channels))
      ->required();
  command->add_option("--hop", arguments->channels.hop, "Samples from one frame to the next (default: the channels)")
      ->check(whole(1, max_channels));
  command->add_option("--taps", arguments->taps_per_channel, "Taps of the filter for each channel")
      ->check(whole(1, 1024))
      ->capture_default_str();
  command->add_option("--beta", arguments->beta, "Kaiser window of the filter; 8: a stop band of -80 dB")
      ->check(within(0, 1000))
      ->capture_default_str();
  command->add_option("-o,--output", arguments->recording.outputs, "Array .npy, complex64 of (frames, channels)")
      ->allow_extra_args(false)
      ->required();
  command->add_flag("--json", arguments->json, "Print one JSON object");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace papilio::tool
