// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Cuts a stream into overlapping segments. Holds one segment and its prefix, never the signal.
#pragma once

#include <span>
#include <vector>

#include "tools/spectrum/read_ahead.hpp"

namespace papilio::tool {

/// Samples from a segment's beginning to the next one's: `overlap` is the part of the length, 0 <= overlap < 1, that
/// two have in common, rounded to whole samples, halves down as in SciPy. Throws Error(invalid_argument), which names
/// the `usual` overlap.
std::size_t step_of(double overlap, std::size_t length, double usual);

class SignalSegments {
 public:
  /// `signal` has one channel and outlives this.
  explicit SignalSegments(SignalReader& signal) : signal_(signal) {}

  /// The number of available samples, at most `limit`, found by reading ahead. Call it before start().
  std::size_t look_ahead(std::size_t limit) { return signal_.look_ahead(limit); }

  /// SignalSegments of `length` samples, each `step` after the one before.
  void start(std::size_t length, std::size_t step);

  /// The next segment, valid until the next call; empty at the end. An incomplete segment is returned, with its true
  /// length, only if it is the first; a later one is dropped.
  std::span<const double> next();

  /// The number of samples in segments, and of those after the last segment.
  [[nodiscard]] std::int64_t covered() const { return covered_; }
  [[nodiscard]] std::int64_t dropped() const { return dropped_; }

 private:
  ReadAhead signal_;
  std::vector<double> segment_;
  std::size_t step_ = 0;
  std::int64_t covered_ = 0;
  std::int64_t dropped_ = 0;
  bool first_ = true;
};

}  // namespace papilio::tool
