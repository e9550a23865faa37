// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/spectrogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <papilio/error.hpp>

#include "tools/spectrum/mel.hpp"
#include "tools/spectrum/read_ahead.hpp"
#include "tools/spectrum/segments.hpp"

namespace papilio::tool {
namespace {

constexpr std::size_t longest_frame = 1U << 20U;
constexpr double usual_overlap = 0.75;
constexpr std::size_t longest_default = 1024;  // 47 Hz at 48 kHz
constexpr std::size_t shortest_default = 16;
constexpr std::size_t lengths_of_signal = 32;
constexpr std::size_t most_numbers = 1U << 24U;  // of all columns: 64 MiB
constexpr std::size_t batch_points = 1U << 21U;  // of the frames of one call

/// Averages frames into a bounded number of columns, for any number of frames.
class AveragedColumns {
 public:
  explicit AveragedColumns(std::size_t bins)
      : bins_(bins), most_(std::clamp<std::size_t>(most_numbers / bins / 2 * 2, 16, most_columns)), sum_(bins) {}

  void add(std::span<const float> frame) {
    for (std::size_t k = 0; k < bins_; ++k) sum_[k] += static_cast<double>(frame[k]);
    if (++added_ < each_) return;
    flush();
    if (numbers_.size() == most_ * bins_) halve();
  }

  /// Includes the unfinished column: the last column stands for fewer frames.
  std::vector<float> finish() {
    flush();
    return std::move(numbers_);
  }
  [[nodiscard]] std::size_t frames_per_column() const { return each_; }

 private:
  void flush() {
    if (added_ == 0) return;
    for (double& sum : sum_) {
      numbers_.push_back(static_cast<float>(sum / static_cast<double>(added_)));
      sum = 0;
    }
    added_ = 0;
  }

  void halve() {
    for (std::size_t column = 0; column < most_ / 2; ++column) {
      const float* const from = numbers_.data() + 2 * column * bins_;
      for (std::size_t k = 0; k < bins_; ++k) numbers_[column * bins_ + k] = (from[k] + from[bins_ + k]) / 2;
    }
    numbers_.resize(most_ / 2 * bins_);
    each_ *= 2;
  }

  std::size_t bins_;
  std::size_t most_;  ///< columns, an even number
  std::vector<float> numbers_;
  std::vector<double> sum_;
  std::size_t each_ = 1;   ///< frames of a column
  std::size_t added_ = 0;  ///< frames of the unfinished column
};

std::size_t frame_length(const SpectrogramOptions& options, ReadAhead& signal) {
  if (options.length > longest_frame) {
    throw Error::invalid_argument(fmt::format("a frame of {} samples", options.length),
                                  fmt::format("is longer than {}", longest_frame), "choose a shorter one");
  }
  if (options.length != 0) return options.length;
  const std::size_t samples = signal.look_ahead(lengths_of_signal * longest_default);
  return std::clamp(std::bit_floor(samples / lengths_of_signal), shortest_default, longest_default);
}

/// Reads a signal in blocks of frames. A block begins with the first frame after those of the block before.
class Blocks {
 public:
  Blocks(ReadAhead& signal, const FrameShape& shape, std::size_t frames)
      : signal_(signal),
        shape_(shape),
        width_(signal.info().values_per_frame()),
        block_(((frames - 1) * shape.hop + shape.length) * width_) {}

  /// The frames of the next block, 0 at the end. A signal shorter than a frame has one frame, padded with zeros.
  std::size_t next() {
    const std::size_t kept = kept_;
    const std::size_t got = signal_.read(std::span(block_).subspan(kept * width_));
    samples_ += static_cast<std::int64_t>(got);
    std::size_t have = kept + got;
    if (have < shape_.length && samples_ == static_cast<std::int64_t>(have) && have > 0) {
      std::fill(block_.begin() + static_cast<std::ptrdiff_t>(have * width_), block_.end(), 0.0);
      padded_ = true;
      have = shape_.length;
    }
    if (got == 0 || have < shape_.length) {
      left_ += static_cast<std::int64_t>(got);
      return 0;
    }
    silent_ = silent_ && std::ranges::all_of(block_, [](double value) { return value == 0; });
    const std::size_t frames = (have - shape_.length) / shape_.hop + 1;
    values_.assign(block_.begin(),
                   block_.begin() + static_cast<std::ptrdiff_t>(((frames - 1) * shape_.hop + shape_.length) * width_));
    const std::size_t begin = std::min(frames * shape_.hop, have);
    std::copy(block_.begin() + static_cast<std::ptrdiff_t>(begin * width_),
              block_.begin() + static_cast<std::ptrdiff_t>(have * width_), block_.begin());
    kept_ = have - begin;
    left_ = static_cast<std::int64_t>(have - ((frames - 1) * shape_.hop + shape_.length));
    return frames;
  }

  [[nodiscard]] std::span<const float> values() const { return values_; }
  [[nodiscard]] std::int64_t samples() const { return samples_; }
  /// Samples after the last frame.
  [[nodiscard]] std::int64_t left() const { return left_; }
  [[nodiscard]] bool padded() const { return padded_; }
  /// Every sample is 0.
  [[nodiscard]] bool silent() const { return silent_; }

 private:
  ReadAhead& signal_;
  const FrameShape& shape_;
  std::size_t width_;  ///< values of a sample
  std::vector<double> block_;
  std::vector<float> values_;
  std::size_t kept_ = 0;  ///< samples at the block's beginning that it shares with the block before
  std::int64_t samples_ = 0;
  std::int64_t left_ = 0;
  bool padded_ = false;
  bool silent_ = true;
};

/// From |X|² to unit²/Hz, the lowest frequency first.
void scale(Spectrogram& result, const FrameShape& shape) {
  const double squares =
      std::inner_product(shape.window.begin(), shape.window.end(), shape.window.begin(), 0.0) * result.sample_rate;
  // A filter's weights are 0 where bins count once.
  std::vector<double> sums;
  if (shape.filters > 0) sums = mel_sums(shape.filters, result.sample_rate, result.step);
  const std::ptrdiff_t empty = std::ranges::count(sums, 0.0);
  if (empty > 0) {
    result.notes.push_back(
        fmt::format("{} of the {} mel filters lie between two bins, and their power is 0: use fewer "
                    "filters, or longer frames",
                    empty, shape.filters));
  }
  for (auto column = result.power.begin(); column != result.power.end();
       column += static_cast<std::ptrdiff_t>(result.bins)) {
    for (std::size_t k = 0; k < result.bins; ++k) {
      // The bins that stand for both signs count twice: all but 0 and, where the length is even, the last.
      const bool both = shape.kind == SampleKind::real && k != 0 && 2 * k != shape.length;
      double factor = both ? 2 : 1;
      if (shape.filters > 0) factor = sums[k] == 0 ? 0 : 2 * result.step / sums[k];
      float& power = *(column + static_cast<std::ptrdiff_t>(k));
      power = static_cast<float>(static_cast<double>(power) * factor / squares);
    }
    if (shape.kind == SampleKind::complex) {
      std::rotate(column, column + static_cast<std::ptrdiff_t>((shape.length + 1) / 2),
                  column + static_cast<std::ptrdiff_t>(result.bins));
    }
  }
}

void add_notes(Spectrogram& result, const Blocks& blocks) {
  if (blocks.padded()) {
    result.notes.push_back(fmt::format("the signal is shorter than a frame: {} samples are padded with zeros to {}",
                                       blocks.samples(), result.length));
  } else if (blocks.left() > 0) {
    result.notes.push_back(fmt::format("the last {} samples fill no frame and are left out", blocks.left()));
  }
  if (result.frames_per_column > 1) {
    result.notes.push_back(fmt::format("a column is the average power of {} frames", result.frames_per_column));
  }
  constexpr float least = std::numeric_limits<float>::min();
  if (!blocks.silent() && std::ranges::all_of(result.power, [](float power) { return power < least; })) {
    result.notes.push_back("every power is below 1.2e-38, where f32 has fewer digits, or 0: scale the signal up");
  }
}

}  // namespace

double Spectrogram::time(std::size_t column) const {
  const std::size_t first = column * frames_per_column;
  const std::size_t count = std::min(frames_per_column, static_cast<std::size_t>(frames) - first);
  const double middle = static_cast<double>(first) + static_cast<double>(count - 1) / 2;
  return first_time() + middle * static_cast<double>(hop) / sample_rate;
}

Spectrogram spectrogram(SignalReader& signal, const SpectrogramOptions& options, const FramePowersFactory& make,
                        const SampleProgress& progress) {
  const SignalInfo& info = signal.info();
  Spectrogram result;
  result.sample_rate = required_rate(info);
  ReadAhead ahead(signal);
  result.length = frame_length(options, ahead);
  result.hop = step_of(options.overlap, result.length, usual_overlap);
  const FrameShape shape{.length = result.length,
                         .hop = result.hop,
                         .window = options.window.values(result.length),
                         .kind = info.kind,
                         .rate = result.sample_rate,
                         .filters = options.mel_filters};
  if (shape.filters > 0 && shape.kind == SampleKind::complex) {
    throw Error::invalid_argument(info.path, "mel filters are those of real samples",
                                  "choose one of its channels: --channel 1");
  }
  result.bins = shape.bins();
  result.window = options.window.name();

  const std::unique_ptr<FramePowers> powers = make(shape);
  Blocks blocks(ahead, shape, std::max<std::size_t>(1, batch_points / result.length));
  AveragedColumns columns(result.bins);
  for (std::size_t frames = blocks.next(); frames > 0; frames = blocks.next()) {
    const std::vector<float> block = powers->powers(blocks.values(), frames);
    for (std::size_t frame = 0; frame < frames; ++frame) {
      columns.add(std::span(block).subspan(frame * result.bins, result.bins));
    }
    result.frames += static_cast<std::int64_t>(frames);
    if (progress) progress(blocks.samples());
  }
  if (result.frames == 0) throw Error::io(info.path, "holds no samples", "check that the recording has ended");
  result.frames_per_column = columns.frames_per_column();
  result.power = columns.finish();
  result.samples = blocks.samples() - blocks.left();
  result.read = blocks.samples();
  result.sides = info.kind == SampleKind::real ? Sides::one : Sides::two;
  result.step = result.sample_rate / static_cast<double>(result.length);
  const std::size_t negative = result.sides == Sides::one ? 0 : result.length / 2;
  result.centre = centre_of(info);
  result.first_frequency = result.centre.value_or(0) - static_cast<double>(negative) * result.step;
  if (shape.filters > 0) result.middles = mel_centres(shape.filters, result.sample_rate);
  scale(result, shape);
  add_notes(result, blocks);
  if (!std::all_of(result.power.begin(), result.power.end(), [](float power) { return std::isfinite(power); })) {
    throw Error::io(info.path, "holds samples that are not finite, or too large for 32-bit floats",
                    "remove them, or scale the signal down");
  }
  return result;
}

}  // namespace papilio::tool
