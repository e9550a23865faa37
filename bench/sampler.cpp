// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/sampler.hpp"

#include <chrono>
#include <cmath>

namespace papilio::bench {
namespace {

double seconds_of(const std::function<void()>& execute, std::size_t times) {
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < times; ++i) execute();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

void Sampler::round(const std::function<void()>& execute) {
  // Reading the clock takes some 50 ns, so a sample of this length is right to a part in a thousand.
  constexpr double shortest = 200e-6;
  // The first execution of all may allocate; the second tells how long one takes.
  if (executions_ == 0) execute();
  const double once = seconds_of(execute, 1);
  if (executions_ == 0) executions_ = once < shortest ? static_cast<std::size_t>(std::ceil(shortest / once)) : 1;

  const double enough = settings_.seconds / static_cast<double>(settings_.rounds);
  const std::size_t count = (settings_.samples + settings_.rounds - 1) / settings_.rounds;
  double total = 0;
  for (std::size_t taken = 0; taken < count || total < enough; ++taken) {
    const double sample = seconds_of(execute, executions_);
    total += sample;
    samples_.push_back(sample / static_cast<double>(executions_));
  }
}

}  // namespace papilio::bench
