/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A program of FFTW, compiled and linked as its manual says, with the genuine library. The tests run it with ours by
 * LD_LIBRARY_PATH. Prints "ok" and the version that it runs with. */
#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(int condition, const char* what) {
  if (condition) return;
  ++failures;
  printf("failed: %s\n", what);
}

static void forward_and_back(void) {
  const int n = 100;
  fftw_complex* in = fftw_alloc_complex((size_t)n);
  fftw_complex* out = fftw_alloc_complex((size_t)n);
  fftw_plan forward = fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, FFTW_MEASURE);
  fftw_plan back = fftw_plan_dft_1d(n, out, in, FFTW_BACKWARD, FFTW_MEASURE);
  double worst = 0;
  for (int i = 0; i < n; ++i) in[i] = cos(i) + I * sin(3.0 * i);
  fftw_execute(forward);
  fftw_execute(back);
  for (int i = 0; i < n; ++i) worst = fmax(worst, cabs(in[i] / n - (cos(i) + I * sin(3.0 * i))));
  expect(worst < 1e-13, "forward and back");
  fftw_destroy_plan(forward);
  fftw_destroy_plan(back);
  fftw_free(in);
  fftw_free(out);
}

static void real_single(void) {
  const int n0 = 6, n1 = 10;
  float* in = fftwf_alloc_real((size_t)n0 * 2 * (n1 / 2 + 1));
  fftwf_complex* out = (fftwf_complex*)in;
  fftwf_plan plan = fftwf_plan_dft_r2c_2d(n0, n1, in, out, FFTW_ESTIMATE);
  double sum = 0;
  for (int i = 0; i < n0; ++i) {
    for (int j = 0; j < n1; ++j) sum += in[i * 2 * (n1 / 2 + 1) + j] = (float)(i * j % 7);
  }
  fftwf_execute(plan);
  expect(fabs(crealf(out[0]) - sum) < 1e-3, "real transform in place, single precision");
  fftwf_destroy_plan(plan);
  fftwf_free(in);
}

static void mixed_kinds(void) {
  double data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  fftw_plan there = fftw_plan_r2r_2d(2, 4, data, data, FFTW_REDFT10, FFTW_R2HC, FFTW_ESTIMATE);
  fftw_plan back = fftw_plan_r2r_2d(2, 4, data, data, FFTW_REDFT01, FFTW_HC2R, FFTW_ESTIMATE);
  fftw_execute(there);
  expect(fabs(data[0] - 2 * 36) < 1e-12, "sum of a cosine transform");
  fftw_execute(back);
  for (int i = 0; i < 8; ++i) expect(fabs(data[i] / 16 - (i + 1)) < 1e-13, "kinds mixed, there and back");
  fftw_destroy_plan(there);
  fftw_destroy_plan(back);
}

int main(void) {
  expect(fftw_init_threads() != 0, "threads");
  fftw_plan_with_nthreads(2);
  forward_and_back();
  real_single();
  mixed_kinds();
  char* wisdom = fftw_export_wisdom_to_string();
  expect(wisdom != NULL && fftw_import_wisdom_from_string(wisdom) == 1, "wisdom");
  free(wisdom);
  fftw_cleanup_threads();
  printf("%s, %s\n", failures == 0 ? "ok" : "not ok", fftw_version);
  return failures == 0 ? 0 : 1;
}
