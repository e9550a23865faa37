// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions that the libraries export, besides Fortran's: FFTW's, declared here from its manual. A plan is the
// address of a Slot. No function throws; a failure is a null plan, 0, or no effect.
#pragma once

#include <cstddef>
#include <cstdio>

#include "interface.hpp"
#include "names.hpp"

#define PAPILIO_EXPORT __attribute__((visibility("default")))

/// Declares fftw_plan_guru_NAME and fftw_plan_guru64_NAME, whose dimensions have other types.
#define PAPILIO_GURU_PLANNERS(name, ...)                                                                       \
  PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_guru_##name)(int rank, const Dim32* dims, int howmany_rank,      \
                                                           const Dim32* howmany, __VA_ARGS__, unsigned flags); \
  PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_guru64_##name)(int rank, const Dim* dims, int howmany_rank,      \
                                                             const Dim* howmany, __VA_ARGS__, unsigned flags);

namespace papilio::fftw3 {

using PlanHandle = const void*;

/// The result of f(), or another where it throws.
template <typename Function, typename Result>
Result guarded(Result otherwise, Function f) noexcept {
  try {
    return f();
  } catch (...) {
    return otherwise;
  }
}

/// f(), whatever it throws.
template <typename Function>
void guarded_call(Function f) noexcept {
  try {
    f();
  } catch (...) {  // no memory: nothing is left to say
  }
}

extern "C" {
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft)(int rank, const int* n, Complex* in, Complex* out, int sign,
                                                 unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_1d)(int n, Complex* in, Complex* out, int sign, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_2d)(int n0, int n1, Complex* in, Complex* out, int sign,
                                                    unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_3d)(int n0, int n1, int n2, Complex* in, Complex* out, int sign,
                                                    unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_many_dft)(int rank, const int* n, int howmany, Complex* in,
                                                      const int* inembed, int istride, int idist, Complex* out,
                                                      const int* onembed, int ostride, int odist, int sign,
                                                      unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_r2c)(int rank, const int* n, Real* in, Complex* out, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_r2c_1d)(int n, Real* in, Complex* out, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_r2c_2d)(int n0, int n1, Real* in, Complex* out, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_r2c_3d)(int n0, int n1, int n2, Real* in, Complex* out, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_many_dft_r2c)(int rank, const int* n, int howmany, Real* in,
                                                          const int* inembed, int istride, int idist, Complex* out,
                                                          const int* onembed, int ostride, int odist, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_c2r)(int rank, const int* n, Complex* in, Real* out, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_c2r_1d)(int n, Complex* in, Real* out, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_c2r_2d)(int n0, int n1, Complex* in, Real* out, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_dft_c2r_3d)(int n0, int n1, int n2, Complex* in, Real* out, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_many_dft_c2r)(int rank, const int* n, int howmany, Complex* in,
                                                          const int* inembed, int istride, int idist, Real* out,
                                                          const int* onembed, int ostride, int odist, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_r2r)(int rank, const int* n, Real* in, Real* out, const int* kinds,
                                                 unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_r2r_1d)(int n, Real* in, Real* out, int kind, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_r2r_2d)(int n0, int n1, Real* in, Real* out, int kind0, int kind1,
                                                    unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_r2r_3d)(int n0, int n1, int n2, Real* in, Real* out, int kind0, int kind1,
                                                    int kind2, unsigned flags);
PAPILIO_EXPORT PlanHandle PAPILIO_FFTW(plan_many_r2r)(int rank, const int* n, int howmany, Real* in, const int* inembed,
                                                      int istride, int idist, Real* out, const int* onembed,
                                                      int ostride, int odist, const int* kinds, unsigned flags);
PAPILIO_GURU_PLANNERS(dft, Complex* in, Complex* out, int sign)
PAPILIO_GURU_PLANNERS(split_dft, Real* ri, Real* ii, Real* ro, Real* io)
PAPILIO_GURU_PLANNERS(dft_r2c, Real* in, Complex* out)
PAPILIO_GURU_PLANNERS(split_dft_r2c, Real* in, Real* ro, Real* io)
PAPILIO_GURU_PLANNERS(dft_c2r, Complex* in, Real* out)
PAPILIO_GURU_PLANNERS(split_dft_c2r, Real* ri, Real* ii, Real* out)
PAPILIO_GURU_PLANNERS(r2r, Real* in, Real* out, const int* kinds)
PAPILIO_EXPORT void PAPILIO_FFTW(execute)(PlanHandle plan);
PAPILIO_EXPORT void PAPILIO_FFTW(execute_dft)(PlanHandle plan, Complex* in, Complex* out);
PAPILIO_EXPORT void PAPILIO_FFTW(execute_dft_r2c)(PlanHandle plan, Real* in, Complex* out);
PAPILIO_EXPORT void PAPILIO_FFTW(execute_dft_c2r)(PlanHandle plan, Complex* in, Real* out);
PAPILIO_EXPORT void PAPILIO_FFTW(execute_r2r)(PlanHandle plan, Real* in, Real* out);
PAPILIO_EXPORT void PAPILIO_FFTW(execute_split_dft)(PlanHandle plan, Real* ri, Real* ii, Real* ro, Real* io);
PAPILIO_EXPORT void PAPILIO_FFTW(execute_split_dft_r2c)(PlanHandle plan, Real* in, Real* ro, Real* io);
PAPILIO_EXPORT void PAPILIO_FFTW(execute_split_dft_c2r)(PlanHandle plan, Real* ri, Real* ii, Real* out);
PAPILIO_EXPORT void PAPILIO_FFTW(destroy_plan)(PlanHandle plan);
PAPILIO_EXPORT void PAPILIO_FFTW(forget_wisdom)();
PAPILIO_EXPORT void PAPILIO_FFTW(cleanup)();
PAPILIO_EXPORT void PAPILIO_FFTW(set_timelimit)(double seconds);
PAPILIO_EXPORT void PAPILIO_FFTW(plan_with_nthreads)(int threads);
PAPILIO_EXPORT int PAPILIO_FFTW(planner_nthreads)();
PAPILIO_EXPORT int PAPILIO_FFTW(init_threads)();
PAPILIO_EXPORT void PAPILIO_FFTW(cleanup_threads)();
PAPILIO_EXPORT void PAPILIO_FFTW(make_planner_thread_safe)();
PAPILIO_EXPORT void PAPILIO_FFTW(threads_set_callback)(ParallelLoop loop, void* data);
PAPILIO_EXPORT int PAPILIO_FFTW(export_wisdom_to_filename)(const char* name);
PAPILIO_EXPORT void PAPILIO_FFTW(export_wisdom_to_file)(std::FILE* file);
PAPILIO_EXPORT char* PAPILIO_FFTW(export_wisdom_to_string)();
PAPILIO_EXPORT void PAPILIO_FFTW(export_wisdom)(WriteChar write, void* data);
PAPILIO_EXPORT int PAPILIO_FFTW(import_system_wisdom)();
PAPILIO_EXPORT int PAPILIO_FFTW(import_wisdom_from_filename)(const char* name);
PAPILIO_EXPORT int PAPILIO_FFTW(import_wisdom_from_file)(std::FILE* file);
PAPILIO_EXPORT int PAPILIO_FFTW(import_wisdom_from_string)(const char* text);
PAPILIO_EXPORT int PAPILIO_FFTW(import_wisdom)(ReadChar read, void* data);
PAPILIO_EXPORT void PAPILIO_FFTW(fprint_plan)(PlanHandle plan, std::FILE* file);
PAPILIO_EXPORT void PAPILIO_FFTW(print_plan)(PlanHandle plan);
PAPILIO_EXPORT char* PAPILIO_FFTW(sprint_plan)(PlanHandle plan);
PAPILIO_EXPORT void* PAPILIO_FFTW(malloc)(std::size_t bytes);
PAPILIO_EXPORT Real* PAPILIO_FFTW(alloc_real)(std::size_t count);
PAPILIO_EXPORT Complex* PAPILIO_FFTW(alloc_complex)(std::size_t count);
PAPILIO_EXPORT void PAPILIO_FFTW(free)(void* memory);
PAPILIO_EXPORT void PAPILIO_FFTW(flops)(PlanHandle plan, double* additions, double* multiplications, double* fused);
PAPILIO_EXPORT double PAPILIO_FFTW(estimate_cost)(PlanHandle plan);
PAPILIO_EXPORT double PAPILIO_FFTW(cost)(PlanHandle plan);
PAPILIO_EXPORT int PAPILIO_FFTW(alignment_of)(Real* memory);
}

}  // namespace papilio::fftw3
