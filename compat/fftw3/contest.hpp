// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The contest of FFTW_MEASURE: both candidates are executed and timed, in turns, as a program executes them: one
// execution right after the other. The mean of a turn counts, and not the shortest execution, because the launches of a
// device vary, and a program gets the lucky ones as rarely as the contest.
//
// The genuine library is the safe choice: Papilio wins only if it wins eight rounds of turns, one after the other, so
// that a load that comes and goes does not decide.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace papilio::fftw3 {

/// Seconds of one execution, the mean of a turn.
struct TurnSeconds {
  double elapsed = 0;
  double processor = 0;  ///< of all threads of the process
};

struct ContestTurn {
  TurnSeconds genuine;
  TurnSeconds papilio;
};

/// The figures of a round of turns.
struct RoundOutcome {
  double genuine = 0;    ///< seconds, the median of the turns
  double papilio = 0;    ///< the same
  double advantage = 0;  ///< in three of four turns Papilio was at least so many times as fast
  double thrift = 0;     ///< the processor time of the genuine library, as many times that of Papilio; the median
  double share = 0;      ///< of the elapsed time in which the genuine library had a processor
};

/// At least one turn is needed.
RoundOutcome outcome_of(const std::vector<ContestTurn>& turns);

/// Why the genuine library computes it after this round, as "not 1.25 times as fast"; empty if Papilio wins it.
std::string objection(const RoundOutcome& outcome, unsigned cores);

/// The time. Tests have another.
struct ContestClock {
  std::function<double()> elapsed;    ///< seconds since some instant
  std::function<double()> processor;  ///< seconds of all threads of the process
  static ContestClock system();
};

/// The mean of executions in a row that take at least this time together; of one, if that is longer.
TurnSeconds seconds_of(const std::function<void()>& execute, double about, const ContestClock& clock);

struct Contestants {
  std::function<void()> genuine;
  std::function<void()> papilio;
};

struct Decided {
  RoundOutcome last;      ///< the round that was lost, or the last one
  std::string objection;  ///< empty if Papilio has won
};
Decided contest(const Contestants& candidates, unsigned cores, const ContestClock& clock);

}  // namespace papilio::fftw3
