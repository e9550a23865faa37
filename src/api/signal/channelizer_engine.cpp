// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/channelizer_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <papilio/error.hpp>
#include <utility>

#include "api/access.hpp"
#include "api/run/execution.hpp"
#include "api/run/memory_checks.hpp"
#include "api/signal/frame_program.hpp"
#include "core/ends.hpp"
#include "core/storage.hpp"

namespace papilio {

std::vector<double> channel_filter(std::int64_t channels, std::int64_t taps_per_channel, double beta) {
  constexpr std::int64_t max_taps = std::int64_t{1} << 27;
  const bool fits =
      channels >= 2 && taps_per_channel >= 1 && channels <= max_taps && taps_per_channel <= max_taps / channels;
  if (!fits || !(beta >= 0 && beta <= 1000)) {
    throw Error::invalid_argument(
        fmt::format("a filter of {} taps for each of {} channels, beta {}", taps_per_channel, channels, beta),
        "it has 2 channels or more, a tap for each, 2^27 together at most, and a beta from 0 to 1000",
        "give 8 taps and a beta of 8");
  }
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

constexpr std::int64_t max_points = std::int64_t{1} << 27;
constexpr std::int64_t planned_points = std::int64_t{1} << 21;  // of frames: what passes of long ones hold in scratch

/// The taps backwards, behind zeros: factors of the samples of a frame.
WindowValues window_of(const std::vector<double>& taps, std::int64_t length) {
  std::vector<double> window(static_cast<std::size_t>(length));
  std::ranges::copy(taps, window.rbegin());
  return {window};
}

std::int64_t length_of(const ChannelizerOptions& options) {
  return (std::ssize(options.taps) + options.channels - 1) / options.channels * options.channels;
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
  // Frames that are whole channels apart begin at number 0 of the channels.
  problem.window.phase = options.hop == options.channels ? WindowPhase::frame : WindowPhase::signal;
  return problem;
}

}  // namespace

ChannelizerOptions checked_channels(ChannelizerOptions options, Precision precision) {
  const auto refuse = [](const std::string& what, const char* why, const char* remedy) {
    throw Error::invalid_argument("channels " + what, why, remedy);
  };
  if (options.channels < 2 || options.channels > max_points)
    refuse(fmt::format("that are {}", options.channels), "there are 2 to 2^27", "give their number");
  if (options.hop == 0) options.hop = options.channels;
  if (options.hop < 1 || options.hop > options.channels) {
    refuse(fmt::format("{} samples apart in time", options.hop), "the hop is from 1 to the number of channels",
           "give the number of channels over the oversampling");
  }
  if (options.taps.empty()) options.taps = channel_filter(options.channels);
  if (std::ssize(options.taps) > max_points)
    refuse(fmt::format("with {} taps", options.taps.size()), "there are at most 2^27", "use a shorter filter");
  const auto bad = std::ranges::find_if(options.taps, [](double tap) { return !std::isfinite(tap); });
  if (bad != options.taps.end())
    refuse(fmt::format("with a tap {} of {}", bad - options.taps.begin(), *bad), "it is not finite", "give numbers");
  if (options.storage < Storage::native || options.storage > Storage::u16)
    refuse(fmt::format("stored as {}", static_cast<int>(options.storage)), "there is no such storage", "use Storage");
  if (is_native(options.storage, precision)) options.storage = Storage::native;
  return options;
}

ChannelizerEngine::ChannelizerEngine(const Device& device, const ChannelizerOptions& options, Precision precision,
                                     Field field)
    : options_(checked_channels(options, precision)),
      length_(length_of(options_)),
      plan_(device, problem_of(options_, precision, field)) {}

std::int64_t ChannelizerEngine::bins() const { return plan_.problem().output_lengths().front(); }

std::int64_t ChannelizerEngine::frames(std::int64_t samples) const {
  constexpr std::int64_t most = std::int64_t{1} << 48;
  if (samples < 0 || samples > most) {
    throw Error::invalid_argument(fmt::format("frames of {} samples", samples), "there are 0 to 2^48 in a piece",
                                  "give the number of samples");
  }
  const std::int64_t all = (held_ == none ? zeros() : held_) + samples;
  return all < length_ ? 0 : (all - length_) / options_.hop + 1;
}

void ChannelizerEngine::copy(const Stream& stream, const Buffer& from, std::int64_t first, const Buffer& to,
                             std::int64_t at, std::int64_t count) const {
  if (count <= 0) return;
  const auto bytes = [&](std::int64_t samples) { return static_cast<std::size_t>(samples * sample_bytes()); };
  unwrap(stream).copy_part(unwrap(from), unwrap(to), bytes(count), {bytes(first), bytes(at)});
}

/// The samples before the first one are zeros, in every storage.
void ChannelizerEngine::begin(const Stream& stream) {
  if (held_ != none) return;
  constexpr std::size_t word = 4;  // of clear()
  const std::size_t bytes = (static_cast<std::size_t>(2 * length_ * sample_bytes()) + word - 1) / word * word;
  for (Buffer& buffer : kept_) {
    if (!buffer) buffer = Buffer(device(), bytes);
  }
  unwrap(stream).clear(unwrap(kept_[0]), 0, bytes);
  held_ = zeros();
  phase_ = options_.hop % options_.channels;  // the length is a multiple of the channels
}

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

/// Keeps the samples behind the first `dropped` ones of those held and the piece.
void ChannelizerEngine::keep(const Stream& stream, const Buffer& samples, std::int64_t count, std::int64_t dropped) {
  const std::int64_t left = std::max<std::int64_t>(held_ - dropped, 0);
  if (dropped > 0 && left > 0) {
    copy(stream, kept_[0], dropped, kept_[1], 0, left);
    std::swap(kept_[0], kept_[1]);
  }
  const std::int64_t first = std::max<std::int64_t>(dropped - held_, 0);
  copy(stream, samples, first, kept_[0], left, count - first);
  held_ += count - dropped;
  phase_ = (phase_ + dropped) % options_.channels;
}

std::int64_t ChannelizerEngine::push(const Stream& stream, const Buffer& samples, std::int64_t count,
                                     const Buffer& out) {
  require_stream(stream);
  require_not_captured(stream, "a channelizer", "push samples before or after the capture");
  const std::int64_t completed = frames(count);
  if (count == 0) return 0;
  Memories memories;
  memories.in = memory_of(samples);
  memories.out = completed > 0 ? memory_of(out) : nullptr;
  const auto what = [&] { return fmt::format("{} samples in {} channels", count, options_.channels); };
  const MemoryNeeds needs{"channelizer", count * sample_bytes(), completed * bins() * bin_bytes(), 0};
  if (completed > 0) check_memories(memories, needs, what, {});
  if (!samples || samples.size_bytes() < static_cast<std::size_t>(needs.input_bytes)) {
    throw Error::invalid_argument(what(), fmt::format("the buffer does not hold {} bytes", needs.input_bytes),
                                  "give a buffer that holds all samples");
  }
  // The samples that are kept belong to the stream of the last piece.
  if (last_ && HandleAccess::pointer(last_) != HandleAccess::pointer(stream)) stream.wait(last_.record());
  last_ = stream;
  begin(stream);
  // The frames that begin among the samples held.
  const std::int64_t own = std::min(completed, (held_ + options_.hop - 1) / options_.hop);
  if (own > 0) {
    copy(stream, samples, 0, kept_[0], held_, (own - 1) * options_.hop + length_ - held_);
    transform(stream, {kept_[0], 0, phase_, own, 0}, out);
  }
  const std::int64_t position = (phase_ + held_) % options_.channels;
  transform(stream, {samples, own * options_.hop - held_, position, completed - own, own}, out);
  keep(stream, samples, count, completed * options_.hop);
  return completed;
}

}  // namespace api
}  // namespace papilio
