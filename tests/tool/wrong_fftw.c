/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A library of FFTW's name whose transforms leave their input as it is. */
#include <stdlib.h>

void* fftwl_plan_dft_1d(int n, long double* in, long double* out, int sign, unsigned flags) {
  (void)n, (void)out, (void)sign, (void)flags;
  return in;
}
void fftwl_execute(void* plan) { (void)plan; }
void fftwl_destroy_plan(void* plan) { (void)plan; }
void* fftwl_malloc(size_t bytes) { return aligned_alloc(64, (bytes + 63) / 64 * 64); }
void fftwl_free(void* memory) { free(memory); }
