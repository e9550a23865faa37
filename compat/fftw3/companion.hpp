// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions that libfftw3_threads and libfftw3_omp call in libfftw3, where the planner's state is.
#pragma once

#include "interface.hpp"
#include "names.hpp"

#if defined(PAPILIO_FFTW_SINGLE)
#define PAPILIO_COMPANION papilio_fftwf_threads
#else
#define PAPILIO_COMPANION papilio_fftw_threads
#endif

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
