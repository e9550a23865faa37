// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Time and error of several ways to compute the same transforms. All take turns, round after round, so that a machine
// that slows down for a while slows all of them.
#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/experiments/transform.hpp"

namespace papilio::experiments {

/// Enqueues one execution on the workbench's stream.
using MemoryHandle = std::shared_ptr<runtime::Memory>;
using ExecuteFunction = std::function<void(const MemoryHandle& in, const MemoryHandle& out)>;

struct StudyTiming {
  double median = 0;  ///< seconds of one execution, by the device's clock
  double lower = 0;   ///< the quartiles
  double upper = 0;
};

struct MeasureOptions {
  double min_seconds = 5e-3;  ///< of a sample, which is as many executions as that takes
  int rounds = 9;
};

/// Medians of all in their order, each of which enqueues one execution: rounds in which all have their turns.
std::vector<StudyTiming> time_by_turns(Workbench& bench, const std::vector<std::function<void()>>& all,
                                       const MeasureOptions& options, const std::function<void(int round)>& progress);

/// The transforms of a token, with an input and a reference result in double (f32) or long double (f64) precision.
class StudySubject {
 public:
  StudySubject(Workbench& bench, std::int64_t n, std::int64_t batch, Precision precision, Direction direction);

  /// Relative rms error of the results of `execute`, in ppm; infinite if one is NaN. Over all transforms of the batch
  /// up to 2^22 points together, otherwise over the first of them.
  double error_ppm(const ExecuteFunction& execute);
  /// Medians of all, in their order.
  std::vector<StudyTiming> time(const std::vector<ExecuteFunction>& all, const MeasureOptions& options,
                                const std::function<void(int round)>& progress);
  /// A copy from input to output by the device's own command, as an Execute.
  [[nodiscard]] ExecuteFunction copy() const;
  /// Bytes of input and output together.
  [[nodiscard]] std::size_t bytes() const { return 2 * bytes_; }

 private:
  template <typename Real>
  double error_of(const std::vector<std::complex<Real>>& exact, const std::vector<std::byte>& got) const;

  Workbench& bench_;
  std::int64_t n_;
  std::int64_t batch_;
  Precision precision_;
  std::size_t bytes_;
  std::int64_t compared_;  ///< transforms
  std::vector<std::complex<double>> exact_single_;
  std::vector<std::complex<long double>> exact_double_;
  MemoryHandle in_;
  MemoryHandle out_;
};

}  // namespace papilio::experiments
