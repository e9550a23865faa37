// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How long one execution takes: warm-up, then samples until there are enough of them and they took long enough.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace papilio::bench {

struct SamplerSettings {
  double seconds = 0.3;     ///< measured time of a peer on a problem, at least
  std::size_t samples = 7;  ///< at least
  /// The peers take turns this many times, so that a disturbance of the machine meets more than one of them.
  std::size_t rounds = 3;
};

class Sampler {
 public:
  explicit Sampler(SamplerSettings settings) : settings_(settings) {}

  /// One of settings.rounds rounds. `execute` returns when the result is there.
  void round(const std::function<void()>& execute);

  /// Seconds of one execution. A sample is the mean of as many executions as take 0.2 ms, mostly one.
  [[nodiscard]] const std::vector<double>& samples() const { return samples_; }

 private:
  SamplerSettings settings_;
  std::size_t executions_ = 0;  ///< in a sample; 0 until the first warm-up
  std::vector<double> samples_;
};

}  // namespace papilio::bench
