// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How long one execution takes: finds how many executions make a sample long enough, and takes samples.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace papilio::bench {

class Sampler {
 public:
  /// Seconds of `count` executions in a row.
  using Timer = std::function<double(std::size_t count)>;

  /// min_seconds: the least duration of a sample, unless that takes more than `max_executions`.
  Sampler(Timer timer, double min_seconds) : timer_(std::move(timer)), min_seconds_(min_seconds) {}

  static constexpr std::size_t max_executions = 65536;

  /// Warms up, and finds how many executions a sample needs.
  void calibrate();
  void sample();

  /// Executions in a sample; 0 before calibrate().
  [[nodiscard]] std::size_t executions() const { return executions_; }
  /// Seconds of one execution: the mean of those in a sample.
  [[nodiscard]] const std::vector<double>& samples() const { return samples_; }

 private:
  Timer timer_;
  double min_seconds_;
  std::size_t executions_ = 0;
  std::vector<double> samples_;
};

}  // namespace papilio::bench
