// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// StftShape: the options of a short-time transform, checked, and what they make of a signal: frames, positions, sums of
// windows.
//
// Position p of a padded signal is sample p - padding(). Host memory is transformed as trains: padded signals, one
// after the other, each of whole hops, so that frames of all signals are frames of the train. Those between two signals
// are computed and dropped.
#pragma once

#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <papilio/stft.hpp>

#include "core/number_theory.hpp"

namespace papilio::api {

/// Frames of a train, and where their samples are in memory.
struct FramePiece {
  std::int64_t samples = 0;   ///< of each signal
  std::int64_t distance = 0;  ///< positions from one padded signal to the next
  std::int64_t first = 0;     ///< the first frame
  std::int64_t frames = 0;
  std::int64_t held = 0;  ///< the first sample that is in memory, counted through all signals
};

/// Samples begin .. end-1, counted through all signals.
struct SampleRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Neighbouring frames of a piece that are read in the same way.
struct FrameRun {
  std::int64_t frames = 0;
  /// Frames that read nothing but samples of one signal: the first of these, counted through all signals. -1: others.
  std::int64_t sample = -1;
};

class StftShape {
 public:
  /// Throws Error(invalid_argument) for options that make no sense.
  StftShape(StftOptions options, Field field);

  [[nodiscard]] const StftOptions& options() const { return options_; }
  [[nodiscard]] Field field() const { return field_; }
  /// The factor s of the spectra.
  [[nodiscard]] double factor() const { return factor_; }
  /// The largest magnitude of the window, 1 for a window of zeros: the inverse divides both window and frames by it, so
  /// that squares neither vanish nor overflow.
  [[nodiscard]] double largest_factor() const { return largest_factor_; }
  [[nodiscard]] std::int64_t bins() const;
  /// Samples of padding before a signal, and as many behind it.
  [[nodiscard]] std::int64_t padding() const;
  /// Frames that overlap at a sample, at most.
  [[nodiscard]] std::int64_t overlap() const { return ceil_div(options_.length, options_.hop); }
  /// Throws Error(invalid_argument) for more samples than memory can hold.
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const;
  /// Positions that so many frames cover.
  [[nodiscard]] std::int64_t covered(std::int64_t frames) const;
  /// Hops from one signal of the train to the next.
  [[nodiscard]] std::int64_t hops(std::int64_t samples) const { return frames(samples) - 1 + overlap(); }

  /// Throws Error(invalid_argument) if the signal is too short for its reflection.
  void require_padding(std::int64_t samples) const;
  /// Throws Error(invalid_argument), which names the sample, if the windows over one do not sum up to enough.
  void require_cover(std::int64_t samples) const;

  /// Samples that the frames of a piece read, at least.
  [[nodiscard]] SampleRange read(const FramePiece& piece) const;
  /// The first run of a piece. Frames of fewer samples than `least` count as others, unless they are all of the piece.
  [[nodiscard]] FrameRun run_of(const FramePiece& piece, std::int64_t least) const;

 private:
  StftOptions options_;
  Field field_;
  double largest_factor_;
  double factor_;
};

}  // namespace papilio::api
