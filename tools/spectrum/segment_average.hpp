// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SegmentAverage: the spectrum code's interface to a library that averages the powers of a signal's segments.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "tools/signal/signal_reader.hpp"
#include "tools/spectrum/spectrum.hpp"

namespace papilio::tool {

struct SegmentShape {
  std::size_t step = 0;        ///< samples from one segment to the next
  std::size_t transform = 0;   ///< length of the transform: zeros follow the segment
  std::vector<double> window;  ///< as many factors as a segment has samples
  SampleKind kind = SampleKind::real;
  double rate = 1;                     ///< Hz
  Scaling scaling = Scaling::density;  ///< density or spectrum
  bool detrend = true;                 ///< the mean of each segment is taken off
  SegmentResult result = SegmentResult::mean;
};

class SegmentAverage {
 public:
  virtual ~SegmentAverage() = default;
  SegmentAverage(const SegmentAverage&) = delete;
  SegmentAverage& operator=(const SegmentAverage&) = delete;

  /// The next samples; complex ones as re, im, re, im …
  virtual void push(std::span<const float> values) = 0;
  /// The result of all full segments, scaled, for real samples with the power of both signs; negative frequencies last.
  virtual std::vector<float> powers() = 0;

 protected:
  SegmentAverage() = default;
};
using SegmentAverageFactory = std::function<std::unique_ptr<SegmentAverage>(const SegmentShape& shape)>;

}  // namespace papilio::tool
