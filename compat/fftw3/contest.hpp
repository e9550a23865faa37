// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The contest of FFTW_MEASURE: both candidates are executed and timed, in turns, as a program executes them: one
// execution right after the other. The mean of a turn counts, and not the shortest execution, because the launches of a
// device vary, and a program gets the lucky ones as rarely as the contest.
#pragma once

#include <functional>
#include <vector>

namespace papilio::fftw3 {

/// Seconds of one execution, the mean of a turn.
struct Turn {
  double genuine = 0;
  double papilio = 0;
};

struct Outcome {
  double genuine = 0;    ///< seconds, the median of the turns
  double papilio = 0;    ///< the same
  double advantage = 0;  ///< in three of four turns Papilio was at least so many times as fast
};

/// At least one turn is needed.
Outcome outcome_of(const std::vector<Turn>& turns);

/// The mean seconds of executions in a row that take at least this time together; of one, if that is longer.
double seconds_of(const std::function<void()>& execute, double about);

Outcome contest(const std::function<void()>& genuine, const std::function<void()>& papilio);

}  // namespace papilio::fftw3
