// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Threads, the time limit, and the functions that the companions libfftw3_threads and libfftw3_omp call.
#include "api.hpp"
#include "companion.hpp"
#include "planner.hpp"

namespace papilio::fftw3 {

extern "C" {

int PAPILIO_FFTW(init_threads)() {
  guarded_call([] { planner::init_threads(); });
  return 1;
}

void PAPILIO_FFTW(plan_with_nthreads)(int threads) {
  guarded_call([&] { planner::use_threads(threads); });
}

int PAPILIO_FFTW(planner_nthreads)() {
  return guarded(1, [] { return planner::threads(); });
}

void PAPILIO_FFTW(cleanup_threads)() {
  guarded_call([] { planner::clean_up(); });
}

void PAPILIO_FFTW(make_planner_thread_safe)() {}  // it is

void PAPILIO_FFTW(threads_set_callback)(ParallelLoop loop, void* data) {
  guarded_call([&] { planner::set_parallel_loop(loop, data); });
}

void PAPILIO_FFTW(set_timelimit)(double seconds) {
  guarded_call([&] { planner::set_time_limit(seconds); });
}

void PAPILIO_FFTW(cleanup)() {
  guarded_call([] { planner::clean_up(); });
}

PAPILIO_EXPORT const ThreadFunctions* PAPILIO_COMPANION() {
  static const ThreadFunctions functions{PAPILIO_FFTW(init_threads), PAPILIO_FFTW(plan_with_nthreads),
                                         PAPILIO_FFTW(planner_nthreads), PAPILIO_FFTW(cleanup_threads),
                                         PAPILIO_FFTW(threads_set_callback)};
  return &functions;
}

}  // extern "C"

}  // namespace papilio::fftw3
