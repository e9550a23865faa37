// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Fortran's names of everything but planners and threads.
#include "fortran.hpp"

#include "api.hpp"

namespace papilio::fftw3 {

extern "C" {

/// A Fortran subroutine that takes, or gives, a character.
using FortranWrite = void (*)(char*, void*);
using FortranRead = void (*)(int*, void*);

PAPILIO_FORTRAN_FUNCTION(execute, (const PlanHandle* plan)) {
  if (plan != nullptr) PAPILIO_FFTW(execute)(*plan);
}
PAPILIO_FORTRAN_FUNCTION(execute_dft, (const PlanHandle* plan, Complex* in, Complex* out)) {
  if (plan != nullptr) PAPILIO_FFTW(execute_dft)(*plan, in, out);
}
PAPILIO_FORTRAN_FUNCTION(execute_dft_r2c, (const PlanHandle* plan, Real* in, Complex* out)) {
  if (plan != nullptr) PAPILIO_FFTW(execute_dft_r2c)(*plan, in, out);
}
PAPILIO_FORTRAN_FUNCTION(execute_dft_c2r, (const PlanHandle* plan, Complex* in, Real* out)) {
  if (plan != nullptr) PAPILIO_FFTW(execute_dft_c2r)(*plan, in, out);
}
PAPILIO_FORTRAN_FUNCTION(execute_r2r, (const PlanHandle* plan, Real* in, Real* out)) {
  if (plan != nullptr) PAPILIO_FFTW(execute_r2r)(*plan, in, out);
}
PAPILIO_FORTRAN_FUNCTION(execute_split_dft, (const PlanHandle* plan, Real* ri, Real* ii, Real* ro, Real* io)) {
  if (plan != nullptr) PAPILIO_FFTW(execute_split_dft)(*plan, ri, ii, ro, io);
}
PAPILIO_FORTRAN_FUNCTION(execute_split_dft_r2c, (const PlanHandle* plan, Real* in, Real* ro, Real* io)) {
  if (plan != nullptr) PAPILIO_FFTW(execute_split_dft_r2c)(*plan, in, ro, io);
}
PAPILIO_FORTRAN_FUNCTION(execute_split_dft_c2r, (const PlanHandle* plan, Real* ri, Real* ii, Real* out)) {
  if (plan != nullptr) PAPILIO_FFTW(execute_split_dft_c2r)(*plan, ri, ii, out);
}
PAPILIO_FORTRAN_FUNCTION(destroy_plan, (const PlanHandle* plan)) {
  if (plan != nullptr) PAPILIO_FFTW(destroy_plan)(*plan);
}
PAPILIO_FORTRAN_FUNCTION(print_plan, (const PlanHandle* plan)) {
  if (plan != nullptr) PAPILIO_FFTW(print_plan)(*plan);
}
PAPILIO_FORTRAN_FUNCTION(flops, (const PlanHandle* plan, double* additions, double* multiplications, double* fused)) {
  if (plan != nullptr) PAPILIO_FFTW(flops)(*plan, additions, multiplications, fused);
}
PAPILIO_FORTRAN_FUNCTION(cost, (double* cost, const PlanHandle* plan)) {
  if (cost != nullptr && plan != nullptr) *cost = PAPILIO_FFTW(cost)(*plan);
}
PAPILIO_FORTRAN_FUNCTION(estimate_cost, (double* cost, const PlanHandle* plan)) {
  if (cost != nullptr && plan != nullptr) *cost = PAPILIO_FFTW(estimate_cost)(*plan);
}
PAPILIO_FORTRAN_FUNCTION(set_timelimit, (const double* seconds)) {
  if (seconds != nullptr) PAPILIO_FFTW(set_timelimit)(*seconds);
}
PAPILIO_FORTRAN_FUNCTION(cleanup, ()) { PAPILIO_FFTW(cleanup)(); }
PAPILIO_FORTRAN_FUNCTION(forget_wisdom, ()) { PAPILIO_FFTW(forget_wisdom)(); }
PAPILIO_FORTRAN_FUNCTION(import_system_wisdom, (int* done)) {
  if (done != nullptr) *done = PAPILIO_FFTW(import_system_wisdom)();
}
PAPILIO_FORTRAN_FUNCTION(export_wisdom, (FortranWrite write, void* data)) {
  if (write == nullptr) return;
  struct WisdomTarget {
    FortranWrite write;
    void* data;
  } target{write, data};
  PAPILIO_FFTW(export_wisdom)
  ([](char c, void* to) { static_cast<WisdomTarget*>(to)->write(&c, static_cast<WisdomTarget*>(to)->data); }, &target);
}
PAPILIO_FORTRAN_FUNCTION(import_wisdom, (int* done, FortranRead read, void* data)) {
  if (done == nullptr || read == nullptr) return;
  struct WisdomSource {
    FortranRead read;
    void* data;
  } source{read, data};
  *done = PAPILIO_FFTW(import_wisdom)(
      [](void* from) {
        int c = -1;
        static_cast<WisdomSource*>(from)->read(&c, static_cast<WisdomSource*>(from)->data);
        return c;
      },
      &source);
}

}  // extern "C"

}  // namespace papilio::fftw3
