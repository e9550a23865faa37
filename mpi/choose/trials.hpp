// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Trials: whole transforms of several choices, executed by all ranks, to find the fastest one. Each choice is measured
// alternately with the best one so far, so that a load on the machine slows both, and the median ratio of neighbouring
// samples decides; it must be 2% better to win. A sample is the time of the slowest rank. Rank 0 decides and tells the
// others.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "configuration.hpp"
#include "mpi/ranks/team.hpp"

namespace papilio::mpi {

class Trials {
 public:
  using Execution = std::function<void()>;
  /// Both are collective, and throw on every rank or on none.
  using Prepare = std::function<Execution(const Configuration&)>;
  Trials(Team& team, double seconds, Prepare prepare);

  /// Collective, with the same choice on all ranks. Does nothing when the time is over and there is a best choice. A
  /// choice that needs more memory than there is, or a kernel that a device refuses, is left out unless it is the
  /// first; other failures are thrown on every rank. True if it was measured.
  bool enter(const Configuration& configuration);

  [[nodiscard]] const Configuration& best() const { return best_; }
  /// Median time of an execution of the best choice.
  [[nodiscard]] double seconds() const { return seconds_; }
  /// Choices that were measured.
  [[nodiscard]] int entered() const { return entered_; }

 private:
  [[nodiscard]] bool time_is_over() const;
  [[nodiscard]] double sample(const Execution& execute) const;
  void race(const Configuration& rival, Execution execute);

  Team& team_;
  double limit_;
  Prepare prepare_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Configuration best_;
  Execution execute_;
  double seconds_ = 0;
  int entered_ = 0;
};

}  // namespace papilio::mpi
