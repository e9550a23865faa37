// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "trials.hpp"

#include <algorithm>
#include <papilio/error.hpp>
#include <utility>
#include <vector>

#include "samples.hpp"

namespace papilio::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int min_pairs = 3;
constexpr int max_pairs = 9;
constexpr double margin = 1.02;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

bool is_about_this_choice(ErrorCode code) { return code == ErrorCode::out_of_memory || code == ErrorCode::unsupported; }

}  // namespace

Trials::Trials(Team& team, double seconds, Prepare prepare)
    : team_(team), limit_(seconds), prepare_(std::move(prepare)) {}

bool Trials::time_is_over() const { return largest(team_, since(begin_)) > limit_; }

double Trials::sample(const Execution& execute) const { return timed(team_, execute); }

bool Trials::enter(const Configuration& configuration) {
  const bool first = !execute_;
  if (!first && time_is_over()) return false;
  Execution execute;
  try {
    execute = prepare_(configuration);
    (void)sample(execute);  // finds kernels and pages cold
  } catch (const Error& error) {
    if (first || !is_about_this_choice(error.code())) throw;
    return false;
  }
  ++entered_;
  if (!first) {
    race(configuration, std::move(execute));
    return true;
  }
  std::vector<double> samples;
  for (int i = 0; i < min_pairs; ++i) samples.push_back(sample(execute));
  best_ = configuration;
  execute_ = std::move(execute);
  seconds_ = median(std::move(samples));
  return true;
}

void Trials::race(const Configuration& rival, Execution execute) {
  std::vector<double> champion;
  std::vector<double> challenger;
  std::vector<double> ratios;
  for (int pair = 0; pair < max_pairs; ++pair) {
    champion.push_back(sample(execute_));
    challenger.push_back(sample(execute));
    ratios.push_back(champion.back() / challenger.back());
    if (pair + 1 < min_pairs) continue;
    // The same on all ranks: every number is.
    if (*std::ranges::max_element(ratios) < 1 || time_is_over()) break;
  }
  bool wins = median(std::move(ratios)) > margin;
  team_.broadcast(std::as_writable_bytes(std::span(&wins, 1)));
  if (!wins) {
    seconds_ = median(std::move(champion));
    return;
  }
  best_ = rival;
  execute_ = std::move(execute);
  seconds_ = median(std::move(challenger));
}

}  // namespace papilio::mpi
