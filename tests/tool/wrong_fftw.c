/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A library of FFTW's name whose transforms leave their memory as it is. */
#include <stdlib.h>

typedef const void* Dims;

/* NOLINTNEXTLINE(readability-non-const-parameter): the signature is FFTW's */
void* fftwl_plan_guru64_dft(int rank, Dims dims, int howmany_rank, Dims howmany, long double* in, long double* out,
                            int sign, unsigned flags) {
  (void)rank, (void)dims, (void)howmany_rank, (void)howmany, (void)out, (void)sign, (void)flags;
  return in;
}
void* fftwl_plan_guru64_dft_r2c(int rank, Dims dims, int howmany_rank, Dims howmany, long double* in, long double* out,
                                unsigned flags) {
  return fftwl_plan_guru64_dft(rank, dims, howmany_rank, howmany, in, out, 0, flags);
}
void* fftwl_plan_guru64_dft_c2r(int rank, Dims dims, int howmany_rank, Dims howmany, long double* in, long double* out,
                                unsigned flags) {
  return fftwl_plan_guru64_dft(rank, dims, howmany_rank, howmany, in, out, 0, flags);
}
void* fftwl_plan_guru64_r2r(int rank, Dims dims, int howmany_rank, Dims howmany, long double* in, long double* out,
                            const int* kinds, unsigned flags) {
  (void)kinds;
  return fftwl_plan_guru64_dft(rank, dims, howmany_rank, howmany, in, out, 0, flags);
}
void fftwl_execute(void* plan) { (void)plan; }
void fftwl_destroy_plan(void* plan) { (void)plan; }
void* fftwl_malloc(size_t bytes) { return aligned_alloc(64, (bytes + 63) / 64 * 64); }
void fftwl_free(void* memory) { free(memory); }
