// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectrogram: power over time and frequency, from overlapping frames of a recording.
#pragma once

#include <span>

#include "tools/signal/signal_reader.hpp"
#include "tools/spectrum/spectrum.hpp"
#include "tools/spectrum/welch.hpp"

namespace papilio::tool {

struct FrameShape {
  std::size_t length = 0;
  std::size_t hop = 0;
  std::vector<double> window;  ///< of that length
  SampleKind kind = SampleKind::real;
  double rate = 1;          ///< Hz
  std::size_t filters = 0;  ///< mel filters of equal area, whose powers stand for the bins; 0: none

  /// Numbers of a frame: filters, or length/2 + 1 bins for real samples, all for complex ones.
  [[nodiscard]] std::size_t bins() const {
    return filters > 0 ? filters : kind == SampleKind::real ? length / 2 + 1 : length;
  }
};

/// |X|² of windowed frames: the spectrogram code's interface to an FFT library.
class FramePowers {
 public:
  virtual ~FramePowers() = default;
  FramePowers(const FramePowers&) = delete;
  FramePowers& operator=(const FramePowers&) = delete;

  /// values: (frames-1) * hop + length samples; complex ones as re, im, re, im … Returns the bins of one frame after
  /// another, negative frequencies last, or the sums under its filters.
  virtual std::vector<float> powers(std::span<const float> values, std::size_t frames) = 0;

 protected:
  FramePowers() = default;
};
using FramePowersFactory = std::function<std::unique_ptr<FramePowers>(const FrameShape& shape)>;

struct SpectrogramOptions {
  std::size_t length = 0;  ///< samples of a frame; 0: a power of two up to 1024 that gives 32 lengths of signal
  double overlap = 0.75;   ///< of a frame, 0 <= overlap < 1
  Window window = {};
  std::size_t mel_filters = 0;  ///< of real samples; 0: the bins
};

/// Power spectral densities (unit²/Hz), as in Spectrum. Each column is the average of `frames_per_column` frames.
struct Spectrogram {
  double sample_rate = 0;  ///< Hz
  std::size_t length = 0;  ///< of a frame
  std::size_t hop = 0;
  std::int64_t frames = 0;
  std::int64_t samples = 0;  ///< of the signal that were used
  std::int64_t read = 0;     ///< of the signal, used or left out
  std::size_t frames_per_column = 1;
  Sides sides = Sides::one;
  std::string window;  ///< for people
  std::size_t bins = 0;
  double first_frequency = 0;    ///< Hz, of a column's first bin
  std::optional<double> centre;  ///< as in PowerSpectrum
  double step = 0;               ///< Hz
  std::vector<double> middles;   ///< Hz, of mel filters; empty: the bins are a step apart
  std::vector<float> power;      ///< column after column, in each bin after bin, the lowest frequency first
  std::vector<std::string> notes;

  [[nodiscard]] std::size_t columns() const { return bins == 0 ? 0 : power.size() / bins; }
  [[nodiscard]] double frequency(std::size_t bin) const {
    return middles.empty() ? first_frequency + step * static_cast<double>(bin) : middles[bin];
  }
  /// Seconds from the first sample to the middle of a column's first frame, and from one column to the next.
  [[nodiscard]] double first_time() const { return static_cast<double>(length) / 2 / sample_rate; }
  [[nodiscard]] double column_seconds() const { return static_cast<double>(hop * frames_per_column) / sample_rate; }
  /// The mean of the middles of a column's frames.
  [[nodiscard]] double time(std::size_t column) const;
  /// The duration of the part of the recording that is shown.
  [[nodiscard]] double seconds() const { return static_cast<double>(samples) / sample_rate; }
};

/// The most columns of a spectrogram; fewer if there would be more than 2^24 numbers.
inline constexpr std::size_t most_columns = 2048;

/// The spectrogram of a signal of one channel and known rate, whose length need not be known. Memory is bounded:
/// whenever there are too many columns, neighbouring ones are averaged, so that a column stands for a power of two of
/// frames. A signal shorter than a frame is padded with zeros, with a note. Throws Error(invalid_argument) for
/// impossible options, Error(io) for samples that are not finite.
Spectrogram spectrogram(SignalReader& signal, const SpectrogramOptions& options, const FramePowersFactory& make,
                        const SampleProgress& progress = {});

}  // namespace papilio::tool
