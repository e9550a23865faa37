// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Work: what is measured (any problem that has a token), in which way, and the figures of either that reports print.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <variant>

#include "bench/measurement_mode.hpp"
#include "verify/check/check_problem.hpp"

namespace papilio::bench {

class Work {
 public:
  Work() = default;
  template <std::convertible_to<verify::CheckProblem> AnyProblem>
  Work(const AnyProblem& problem) : problem_(problem) {}  // NOLINT: a problem is work

  [[nodiscard]] const verify::CheckProblem& problem() const { return problem_; }
  /// Null if the work is of another kind.
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
  [[nodiscard]] bool is_nonuniform() const { return std::holds_alternative<verify::PlacedNufft>(problem_); }
  /// Complex on both sides.
  [[nodiscard]] bool is_complex() const;
  [[nodiscard]] bool in_place() const;
  /// Points of one transform, of one signal with all its channels, or of one field of a ragged batch. A non-uniform
  /// transform has those that are not on a grid.
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
  /// one transform for each channel of either side, and 8 for each product after the first of a sum. A non-uniform
  /// transform counts as one of its modes, or of its points if it has no modes. A round trip counts twice.
  [[nodiscard]] double nominal_flops() const;
  /// The same in single precision.
  [[nodiscard]] Work in_f32() const;

 private:
  verify::CheckProblem problem_;
  MeasurementMode mode_;
};

}  // namespace papilio::bench
