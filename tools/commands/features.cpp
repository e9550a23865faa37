// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio features FILE -o x.npy: mel features and cepstral coefficients of a recording.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <papilio/error.hpp>
#include <papilio/features.hpp>
#include <utility>
#include <vector>

#include "core/presentable.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/one_of.hpp"
#include "tools/commands/recording.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/progress.hpp"
#include "tools/signal/npy.hpp"
#include "tools/spectrum/frame_blocks.hpp"
#include "tools/spectrum/report.hpp"
#include "tools/spectrum/welch.hpp"
#include "tools/spectrum/window.hpp"

namespace papilio::tool {
namespace {

constexpr std::int64_t max_samples = 1 << 20;  // of a frame or a hop
constexpr std::int64_t max_results = 1 << 24;  // results that are computed and written at a time

struct FeatureArguments {
  Recording recording;
  FeatureOptions features{.filters = 80, .level = FeatureLevel::decibel};
  FramePadding padding = FramePadding::reflect;
  std::string window = "hann";
  bool whisper = false;
  bool json = false;
};

/// The options, with a length of 25 ms and a hop of 10 ms where none is given. FrameBlocks pads the signal.
FeatureOptions completed(const FeatureArguments& arguments, double rate) {
  FeatureOptions features = arguments.features;
  if (arguments.whisper) {
    if (features.filters != 80 && features.filters != 128) {
      throw Error::invalid_argument(fmt::format("--whisper with {} filters", features.filters),
                                    "Whisper's models have 80 or 128", "give --filters 80, or 128 for large-v3");
    }
    if (rate != 16000) {
      throw Error::invalid_argument(fmt::format("--whisper of a recording of {} Hz", rate), "Whisper takes 16000 Hz",
                                    "resample it first: sox IN -r 16000 OUT");
    }
    features = FeatureOptions::whisper(features.filters);
  }
  const auto samples = [&](double seconds) {
    return static_cast<std::int64_t>(std::clamp(std::round(seconds * rate), 1.0, static_cast<double>(max_samples)));
  };
  if (features.frames.length == 0) features.frames.length = samples(0.025);
  if (features.frames.hop == 0) features.frames.hop = samples(0.01);
  features.frames.window = Window::parse(arguments.window).values(static_cast<std::size_t>(features.frames.length));
  features.frames.padding = StftPadding::none;
  features.rate = rate;
  return features;
}

/// use(frames, rows) for the rows of all frames of a block, a piece at a time; a block with a range is one piece.
template <class Use>
void for_each_piece(const SpectralFeatures<float>& features, std::span<const float> block, const Use& use) {
  const FeatureOptions& options = features.options();
  const std::int64_t all = features.frames(std::ssize(block));
  const std::int64_t most = options.range > 0 ? all : std::max<std::int64_t>(1, max_results / features.size());
  for (std::int64_t done = 0; done < all; done += most) {
    const std::int64_t frames = std::min(most, all - done);
    use(frames, features.compute(block.subspan(
                    static_cast<std::size_t>(done * options.frames.hop),
                    static_cast<std::size_t>((frames - 1) * options.frames.hop + options.frames.length))));
  }
}

void run(const FeatureArguments& arguments) {
  const Recording& recording = arguments.recording;
  const auto [file, signal] = open_recording(recording);
  if (signal->info().kind == SampleKind::complex) {
    throw Error::invalid_argument(recording.file, "features are those of real samples",
                                  "choose one of its channels: --channel 1");
  }
  const FeatureOptions options = completed(arguments, required_rate(signal->info()));
  for (const std::string& output : recording.outputs) {
    if (!output.ends_with(".npy"))
      throw Error::invalid_argument(output, "features are written as NumPy's arrays", "choose a name with .npy");
  }
  std::vector<files::OutputFile> outputs = open_outputs(recording);
  const auto start = std::chrono::steady_clock::now();
  const Device device(recording.device);
  const SpectralFeatures<float> features(device, options);
  std::vector<NpyWriter> writers;
  for (files::OutputFile& output : outputs) writers.emplace_back(std::move(output), NpyType::f32, features.size());

  ProgressBar bar(signal->info().frames);
  FrameBlocks blocks(*signal,
                     {.length = static_cast<std::size_t>(options.frames.length),
                      .hop = static_cast<std::size_t>(options.frames.hop),
                      .padding = arguments.padding},
                     options.range > 0 ? FrameBlocks::BlockExtent::whole : FrameBlocks::BlockExtent::bounded);
  std::int64_t frames = 0;
  for (std::span<const float> block = blocks.next(); !block.empty(); block = blocks.next()) {
    for_each_piece(features, block, [&, &path = file.path](std::int64_t count, const std::vector<float>& rows) {
      if (!std::ranges::all_of(rows, [](float x) { return std::isfinite(x); })) {
        throw Error::io(
            path, fmt::format("32-bit floats do not hold its powers in frames {} to {}", frames, frames + count - 1),
            "scale the signal down");
      }
      for (NpyWriter& writer : writers) writer.write(std::span<const float>(rows));
      frames += count;
    });
    bar.update(blocks.samples());
  }
  bar.clear();
  if (frames == 0) {
    throw Error::io(file.path,
                    fmt::format("its {} samples fill no frame of {}", blocks.samples(), options.frames.length),
                    "choose shorter frames (--frame), or --padding zeros");
  }
  for (NpyWriter& writer : writers) writer.close();

  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double first = arguments.padding == FramePadding::none ? static_cast<double>(options.frames.length) / 2 : 0;
  const DeviceInfo& info = device.info();
  if (arguments.json) {
    fmt::print("{}\n", json_text({{"file", file.path},
                                  {"format", file.format},
                                  {"sample_rate", options.rate},
                                  {"samples", blocks.samples()},
                                  {"frame", options.frames.length},
                                  {"hop", options.frames.hop},
                                  {"frames", frames},
                                  {"size", features.size()},
                                  {"first_frame_seconds", first / options.rate},
                                  {"frame_seconds", static_cast<double>(options.frames.hop) / options.rate},
                                  {"filters", options.filters},
                                  {"low_hz", options.low},
                                  {"high_hz", features.options().high},
                                  {"device", {{"id", info.id}, {"name", info.name}, {"platform", info.platform}}},
                                  {"seconds", {{"total", seconds}}},
                                  {"outputs", recording.outputs},
                                  {"notes", signal->info().notes}}));
    return;
  }
  fmt::print("{}", signal_line(file, options.rate, blocks.samples()));
  fmt::print("frames    {} of {} samples, one every {}; {} numbers each\n", frames, options.frames.length,
             options.frames.hop, features.size());
  for (const std::string& note : signal->info().notes) fmt::print("note      {}\n", presentable(note));
  fmt::print("device    {}  {} ({})\n", info.id, info.name, info.platform);
  fmt::print("time      {} in all\n", seconds_text(seconds));
  for (const std::string& path : recording.outputs) fmt::print("written   {}\n", presentable(path));
}

}  // namespace

void add_features(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("features", "Write mel features or cepstral coefficients of a recording");
  const auto arguments = std::make_shared<FeatureArguments>();
  FeatureOptions& features = arguments->features;
  add_input_options(*command, arguments->recording);
  command->add_option("--filters", features.filters, "Mel filters; 0: the bins of the transform")
      ->check(whole(0, 1 << 20))
      ->capture_default_str();
  const std::vector<CLI::Option*> others = {
      command->add_option("--frame", features.frames.length, "Samples per frame (default: 25 ms)")
          ->check(whole(1, max_samples)),
      command->add_option("--hop", features.frames.hop, "Samples from one frame to the next (default: 10 ms)")
          ->check(whole(1, max_samples)),
      command->add_option("--window", arguments->window, "rectangular, hann, blackman, kaiser or kaiser:BETA")
          ->capture_default_str(),
      command->add_option("--padding", arguments->padding, "Half a frame at both ends (default: reflect)")
          ->transform(one_of({name("reflect", FramePadding::reflect), name("zeros", FramePadding::zeros),
                              name("none", FramePadding::none)})),
      command->add_option("--scale", features.scale, "Mels (default: slaney, as in librosa; htk: as in torchaudio)")
          ->transform(one_of({name("slaney", MelScale::slaney), name("htk", MelScale::htk)})),
      command->add_option("--norm", features.norm, "Filters of equal areas, or of peaks of 1 (default: area)")
          ->transform(one_of({name("area", MelNorm::area), name("peak", MelNorm::peak)})),
      take_hertz(command->add_option("--low", features.low, "Lowest frequency of the filters (default: 0)")),
      take_hertz(command->add_option("--high", features.high, "Highest frequency of the filters (default: rate/2)")),
      command->add_option("--level", features.level, "Logarithm of powers (default: decibel)")
          ->transform(one_of({name("power", FeatureLevel::power), name("natural", FeatureLevel::natural),
                              name("log10", FeatureLevel::log10), name("decibel", FeatureLevel::decibel)})),
      command->add_option("--floor", features.floor, "Powers below it count as it")
          ->check(finite())
          ->capture_default_str(),
      command
          ->add_option("--range", features.range,
                       "Raise levels to this distance from the largest; needs memory for the recording")
          ->check(within(0, 1e6)),
      command->add_option("--coefficients", features.coefficients, "Cepstral coefficients (MFCC); 0: the levels")
          ->check(whole(0, 1 << 20)),
  };
  CLI::Option* const whisper = command->add_flag("--whisper", arguments->whisper,
                                                 "As OpenAI's Whisper: 16 kHz, log10, with --filters 80 or 128");
  for (CLI::Option* const other : others) whisper->excludes(other);
  command->add_option("-o,--output", arguments->recording.outputs, "Array .npy, float32 of (frames, size)")
      ->allow_extra_args(false)
      ->required();
  command->add_flag("--json", arguments->json, "Print one JSON object");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace papilio::tool
