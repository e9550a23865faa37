// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Fortran's names of the functions for threads: in libfftw3 and in its companions.
#include "api.hpp"
#include "fortran.hpp"

namespace papilio::fftw3 {

extern "C" {

PAPILIO_FORTRAN_FUNCTION(init_threads, (int* done)) {
  if (done != nullptr) *done = PAPILIO_FFTW(init_threads)();
}
PAPILIO_FORTRAN_FUNCTION(plan_with_nthreads, (const int* threads)) {
  if (threads != nullptr) PAPILIO_FFTW(plan_with_nthreads)(*threads);
}
PAPILIO_FORTRAN_FUNCTION(planner_nthreads, (int* threads)) {
  if (threads != nullptr) *threads = PAPILIO_FFTW(planner_nthreads)();
}
PAPILIO_FORTRAN_FUNCTION(cleanup_threads, ()) { PAPILIO_FFTW(cleanup_threads)(); }

}  // extern "C"

}  // namespace papilio::fftw3
