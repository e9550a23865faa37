// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/channelizer_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/run/captures.hpp"
#include "api/run/execution.hpp"
#include "api/run/memory_checks.hpp"
#include "api/signal/frame_program.hpp"
#include "core/ends.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"

namespace papilio {
namespace {

constexpr std::int64_t max_points = std::int64_t{1} << 27;  // channels, and taps

}  // namespace

std::vector<double> channel_filter(std::int64_t channels, std::int64_t taps_per_channel, double beta) {
  const auto refuse = [&](const std::string& why, const char* remedy) {
    throw Error::invalid_argument(
        fmt::format("a filter of {} taps for each of {} channels, beta {}", taps_per_channel, channels, beta), why,
        remedy);
  };
  if (channels < 2 || channels > max_points) refuse("there are 2 to 2^27 channels", "give such a number of channels");
  const std::int64_t most = max_points / channels;
  if (taps_per_channel < 1 || taps_per_channel > most)
    refuse(fmt::format("so many channels have 1 to {} taps each, 2^27 together", most), "use other taps_per_channel");
  if (!(beta >= 0 && beta <= 1000)) refuse("beta is from 0 to 1000", "give such a beta, 8 for -80 dB");
  const std::int64_t count = channels * taps_per_channel;
  const InputWindow window{.kind = WindowFunction::kaiser, .beta = beta, .form = WindowForm::symmetric};
  std::vector<double> taps(static_cast<std::size_t>(count));
  long double sum = 0;
  for (std::int64_t n = 0; n < count; ++n) {
    const long double t = static_cast<long double>(2 * n - (count - 1)) / static_cast<long double>(2 * channels);
    const long double angle = std::numbers::pi_v<long double> * t;
    const long double tap = (t == 0 ? 1 : std::sin(angle) / angle) * window_value(window, n, count);
    taps[static_cast<std::size_t>(n)] = static_cast<double>(tap);
    sum += tap;
  }
  for (double& tap : taps) tap = static_cast<double>(tap / sum);
  return taps;
}

namespace api {
namespace {

constexpr std::int64_t default_taps = 8;                        // for each channel
constexpr std::int64_t planned_points = std::int64_t{1} << 21;  // of frames: what passes of long ones hold in scratch

/// The taps backwards, behind zeros: factors of the samples of a frame.
WindowValues window_of(const std::vector<double>& taps, std::int64_t length) {
  std::vector<double> window(static_cast<std::size_t>(length));
  std::ranges::copy(taps, window.rbegin());
  return {window};
}

std::int64_t length_of(const ChannelizerOptions& options) {
  return ceil_div(std::ssize(options.taps), options.channels) * options.channels;
}

Problem problem_of(const ChannelizerOptions& options, Precision precision, Field field) {
  const std::int64_t batch = std::max<std::int64_t>(2, planned_points / options.channels);
  Problem problem = field == Field::real ? Problem::r2c(precision, options.channels, batch)
                                         : Problem::c2c(precision, options.channels, batch);
  const std::int64_t length = length_of(options);
  problem.in_storage = options.storage;
  problem.in_distance = options.hop;
  problem.window = {.kind = WindowFunction::values, .values = window_of(options.taps, length)};
  problem.window.taps = length / options.channels;
  // Frames that are whole channels apart begin at number 0 of the channels. Real ones of one tap for each channel have
  // the phase of the signal even so: frames begin at any element of a buffer if the window folds (Operands::in_offset).
  const bool whole = options.hop == options.channels && (length > options.channels || field == Field::complex);
  problem.window.phase = whole ? WindowPhase::frame : WindowPhase::signal;
  return problem;
}

}  // namespace

ChannelizerOptions checked_channels(ChannelizerOptions options, Precision precision) {
  const auto refuse = [](const std::string& what, const char* why, const char* remedy) {
    throw Error::invalid_argument("a channelizer " + what, why, remedy);
  };
  if (options.channels < 2 || options.channels > max_points) {
    refuse(fmt::format("of {} channel{}", options.channels, options.channels == 1 ? "" : "s"), "it has 2 to 2^27",
           "set ChannelizerOptions::channels");
  }
  if (options.hop == 0) options.hop = options.channels;
  if (options.hop < 1 || options.hop > options.channels) {
    refuse(fmt::format("of {} channels whose frames are {} samples apart", options.channels, options.hop),
           "the hop is from 1 to the number of channels", "set it to the number of channels over the oversampling");
  }
  if (options.taps.empty() && options.channels > max_points / default_taps) {
    refuse(fmt::format("of {} channels with the default filter", options.channels),
           "that has 8 taps for each channel, and there are at most 2^27",
           "set ChannelizerOptions::taps, or use at most 2^24 channels");
  }
  if (options.taps.empty()) options.taps = channel_filter(options.channels, default_taps);
  if (std::ssize(options.taps) > max_points)
    refuse(fmt::format("with {} taps", options.taps.size()), "it has at most 2^27", "use a shorter filter");
  const auto bad = std::ranges::find_if(options.taps, [](double tap) { return !std::isfinite(tap); });
  if (bad != options.taps.end())
    refuse(fmt::format("whose tap {} is {}", bad - options.taps.begin(), *bad), "taps are finite", "give finite ones");
  if (options.storage < Storage::native || options.storage > Storage::u16)
    refuse(fmt::format("of samples stored as {}", static_cast<int>(options.storage)), "there is no such storage",
           "use one of papilio::Storage");
  if (is_native(options.storage, precision)) options.storage = Storage::native;
  return options;
}

ChannelizerEngine::ChannelizerEngine(const Device& device, const ChannelizerOptions& options, Precision precision,
                                     Field field)
    : options_(checked_channels(options, precision)),
      plan_(device, problem_of(options_, precision, field)),
      pieces_(device, {.length = length_of(options_),
                       .hop = options_.hop,
                       .zeros = length_of(options_) - options_.hop,  // as many as the first frame has
                       .sample_bytes = sample_bytes(),
                       .period = options_.channels}) {}

std::int64_t ChannelizerEngine::bins() const { return plan_.problem().output_lengths().front(); }

void ChannelizerEngine::transform(const Stream& stream, const PieceFrames& run, const Buffer& out) const {
  Operands operands{.in = run.from, .out = out};
  operands.in_position = run.position;
  const std::int64_t most = plan_.batch_limits().most;
  for (std::int64_t done = 0; done < run.frames; done += operands.batch) {
    operands.batch = std::min(most, run.frames - done);
    operands.in_offset = run.first + done * options_.hop;
    operands.out_offset = (run.before + done) * bins();
    plan_.execute(stream, operands);
  }
}

std::int64_t ChannelizerEngine::checked_frames(const Stream& stream, const Buffer& samples, std::int64_t count,
                                               const Buffer& out, std::int64_t waiting) const {
  require_stream(stream);
  require_not_captured(stream, "a channelizer", "push samples before or after the capture");
  (void)frames(count);  // refuses counts that are none
  const std::int64_t completed = frames(count + waiting);
  if (count == 0) return completed;
  const auto what = [&] { return fmt::format("{} samples in {} channels", count, options_.channels); };
  MemoryNeeds needs{"channelizer", count * sample_bytes(), 0, 0};
  if (__builtin_mul_overflow(completed, bins() * bin_bytes(), &needs.output_bytes)) {
    throw Error::invalid_argument(what(), fmt::format("their {} frames have more than 2^63 bytes", completed),
                                  "push fewer samples at a time");
  }
  Memories memories;
  memories.in = memory_of(samples);
  memories.out = completed > 0 ? memory_of(out) : nullptr;
  if (completed > 0) check_memories(memories, needs, what, {});
  if (!samples || samples.size_bytes() < static_cast<std::size_t>(needs.input_bytes)) {
    throw Error::invalid_argument(what(), fmt::format("the buffer does not hold {} bytes", needs.input_bytes),
                                  "give a buffer that holds all samples");
  }
  return completed;
}

std::int64_t ChannelizerEngine::push(const Stream& stream, const Buffer& samples, std::int64_t count,
                                     const Buffer& out) {
  const std::int64_t completed = checked_frames(stream, samples, count, out);
  if (count == 0) return 0;
  order_.begin(stream);
  for (const PieceFrames& run : pieces_.begin(stream, samples, count)) transform(stream, run, out);
  pieces_.end(stream, samples, count);
  order_.end(stream);
  return completed;
}

}  // namespace api
}  // namespace papilio
