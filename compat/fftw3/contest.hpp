// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The contest of FFTW_MEASURE: both candidates are executed and timed.
#pragma once

#include <functional>

namespace papilio::fftw3 {

struct Times {
  double genuine = 0;
  double papilio = 0;
};

/// Seconds of the fastest of a few executions, in about this time or one execution if that is longer.
double seconds_of(const std::function<void()>& execute, double about);
/// The same of both, in turns, so that a disturbance affects both.
Times contest(const std::function<void()>& genuine, const std::function<void()>& papilio);

}  // namespace papilio::fftw3
