// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Work: what is measured (transforms or convolutions), in which way, and the figures of either that reports print.
#pragma once

#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <variant>

#include "bench/measurement_mode.hpp"

namespace papilio::bench {

class Work {
 public:
  Work() = default;
  Work(const Problem& problem) : problem_(problem) {}             // NOLINT: a problem is work
  Work(const ConvolutionProblem& problem) : problem_(problem) {}  // NOLINT

  /// Null if the work is of the other kind.
  [[nodiscard]] const Problem* transform() const { return std::get_if<Problem>(&problem_); }
  [[nodiscard]] const ConvolutionProblem* convolution() const { return std::get_if<ConvolutionProblem>(&problem_); }

  [[nodiscard]] const MeasurementMode& mode() const { return mode_; }
  /// Unchecked: measured_in() (counterparts.hpp) refuses what makes no sense.
  void set_mode(const MeasurementMode& mode) { mode_ = mode; }

  [[nodiscard]] std::string token() const;
  /// "c2c:f32:4096*64 round-trip end-to-end": the token and the words of the way. Times are comparable where it is the
  /// same; single calls are measured besides, but by another clock.
  [[nodiscard]] std::string key() const;
  [[nodiscard]] Precision precision() const;
  [[nodiscard]] Storage in_storage() const;
  /// Complex on both sides.
  [[nodiscard]] bool is_complex() const;
  [[nodiscard]] bool in_place() const;
  /// Points of one transform, or of one signal with all its channels.
  [[nodiscard]] std::int64_t points() const;
  [[nodiscard]] std::int64_t batch() const;
  /// Points of all transforms, or of all signals; a round trip counts them once.
  [[nodiscard]] double elements() const;
  /// traffic.hpp, in bytes: of the buffers, and what must be moved one way.
  [[nodiscard]] std::int64_t input_bytes() const;
  [[nodiscard]] std::int64_t output_bytes() const;
  [[nodiscard]] std::int64_t minimal_bytes() const;
  /// 5 n log2(n) for each transform of n points, half of that for real ones: the customary count for any algorithm. A
  /// convolution counts as two transforms of the length of its full result and 6 for each product; with channels, as
  /// one transform for each channel of either side, and 8 for each product after the first of a sum. A round trip
  /// counts twice.
  [[nodiscard]] double nominal_flops() const;
  /// The same in single precision.
  [[nodiscard]] Work in_f32() const;

 private:
  std::variant<Problem, ConvolutionProblem> problem_;
  MeasurementMode mode_;
};

}  // namespace papilio::bench
