// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// libfftw3_threads and libfftw3_omp: names that programs look for in them. The planner itself is in libfftw3.
#include "companion.hpp"

#include "fortran.hpp"

namespace papilio::fftw3 {

extern "C" {

PAPILIO_EXPORT int PAPILIO_FFTW(init_threads)() { return PAPILIO_COMPANION()->init_threads(); }
PAPILIO_EXPORT void PAPILIO_FFTW(plan_with_nthreads)(int threads) { PAPILIO_COMPANION()->plan_with_nthreads(threads); }
PAPILIO_EXPORT int PAPILIO_FFTW(planner_nthreads)() { return PAPILIO_COMPANION()->planner_nthreads(); }
PAPILIO_EXPORT void PAPILIO_FFTW(cleanup_threads)() { PAPILIO_COMPANION()->cleanup_threads(); }
PAPILIO_EXPORT void PAPILIO_FFTW(make_planner_thread_safe)() {}
PAPILIO_EXPORT void PAPILIO_FFTW(threads_set_callback)(ParallelLoop loop, void* data) {
  PAPILIO_COMPANION()->threads_set_callback(loop, data);
}

}  // extern "C"

}  // namespace papilio::fftw3
