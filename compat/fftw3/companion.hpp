// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions that libfftw3_threads and libfftw3_omp call in libfftw3, where the planner's state is.
#pragma once

#include "interface.hpp"
#include "names.hpp"

/// papilio_fftw_threads
#define PAPILIO_COMPANION PAPILIO_JOIN(papilio, PAPILIO_FFTW(threads))

namespace papilio::fftw3 {

struct ThreadFunctions {
  int (*init_threads)();
  void (*plan_with_nthreads)(int);
  int (*planner_nthreads)();
  void (*cleanup_threads)();
  void (*threads_set_callback)(ParallelLoop, void*);
};

extern "C" __attribute__((visibility("default"))) const ThreadFunctions* PAPILIO_COMPANION();

}  // namespace papilio::fftw3
