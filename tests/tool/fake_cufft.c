/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A library of cuFFT's interface for tests/support/fake_cuda, whose device memory is the host's: packed plans of axes to
 * 4096 points, transformed by the definition. As cuFFT may, it overwrites what C2R reads. */
#include <complex.h>
#include <stddef.h>
#include <stdlib.h>

enum { invalid_plan = 1, invalid_size = 8, most_axes = 3 };
enum { r2c = 0x2a, c2r = 0x2c, c2c = 0x29, d2z = 0x6a, z2d = 0x6c, z2z = 0x69 };
struct Plan {
  int rank;
  long long n[most_axes];
  long long batch;
  int type;
};
static struct Plan plans[64];
static int made = 0;

int cufftGetVersion(int* version) { return *version = 12345, 0; }
int cufftCreate(int* plan) { return *plan = ++made % 64, 0; }
int cufftDestroy(int plan) { return plans[plan].rank = 0, 0; }
int cufftSetStream(int plan, void* stream) { return stream == NULL || plans[plan].rank == 0 ? invalid_plan : 0; }

int cufftMakePlanMany64(int plan, int rank, long long* n, long long* in_embed, long long in_stride, long long in_distance,
                        long long* out_embed, long long out_stride, long long out_distance, int type, long long batch,
                        size_t* work) {
  (void)in_distance, (void)out_distance;
  if (rank < 1 || rank > most_axes || in_embed || out_embed || in_stride != 1 || out_stride != 1) return invalid_size;
  plans[plan] = (struct Plan){.rank = rank, .batch = batch, .type = type};
  for (int i = 0; i < rank; ++i) {
    if (n[i] > 4096) return plans[plan].rank = 0, invalid_size;
    plans[plan].n[i] = n[i];
  }
  return *work = 0, 0;
}

static int is_single(int type) { return type == c2c || type == r2c || type == c2r; }
static double number(const void* from, long long i, int type) {
  return is_single(type) ? ((const float*)from)[i] : ((const double*)from)[i];
}
static void set_number(void* to, long long i, int type, double value) {
  if (is_single(type)) {
    ((float*)to)[i] = (float)value;
  } else {
    ((double*)to)[i] = value;
  }
}

/* Along one axis, of `n` points that lie `stride` apart. */
static void lines(double complex* x, long long points, long long n, long long stride, int direction) {
  double complex* y = malloc((size_t)n * sizeof(*y));
  for (long long at = 0; at < points; ++at) {
    if (at / stride % n != 0) continue;
    for (long long k = 0; k < n; ++k) {
      y[k] = 0;
      for (long long j = 0; j < n; ++j) {
        y[k] += x[at + j * stride] * cexp(direction * 6.283185307179586 * (double)(j * k % n) / (double)n * I);
      }
    }
    for (long long k = 0; k < n; ++k) x[at + k * stride] = y[k];
  }
  free(y);
}

static int transform(int number_of_plan, void* in, void* out, int direction) {
  const struct Plan plan = plans[number_of_plan];
  if (plan.rank == 0) return invalid_plan;
  const int from_real = plan.type == r2c || plan.type == d2z;
  const int to_real = plan.type == c2r || plan.type == z2d;
  const long long last = plan.n[plan.rank - 1], half = last / 2 + 1;
  long long rows = 1;
  for (int i = 0; i + 1 < plan.rank; ++i) rows *= plan.n[i];
  const long long in_row = to_real ? half : last, out_row = from_real ? half : last;
  double complex* x = malloc((size_t)(rows * last) * sizeof(*x));
  for (long long b = 0; b < plan.batch; ++b) {
    for (long long i = 0; i < rows * in_row; ++i) {
      const long long element = b * rows * in_row + i;
      x[i / in_row * last + i % in_row] = from_real ? number(in, element, plan.type)
                                                    : number(in, 2 * element, plan.type) +
                                                          I * number(in, 2 * element + 1, plan.type);
      if (to_real) set_number(in, 2 * element, plan.type, 0);
    }
    long long stride = last;
    for (int i = plan.rank - 1; i-- > 0; stride *= plan.n[i]) lines(x, rows * last, plan.n[i], stride, direction);
    for (long long r = 0; to_real && r < rows; ++r) {
      double complex* row = x + r * last;
      row[0] = creal(row[0]);
      if (last % 2 == 0) row[last / 2] = creal(row[last / 2]);
      for (long long k = half; k < last; ++k) row[k] = conj(row[last - k]);
    }
    lines(x, rows * last, last, 1, direction);
    for (long long i = 0; i < rows * out_row; ++i) {
      const long long element = b * rows * out_row + i;
      const double complex value = x[i / out_row * last + i % out_row];
      if (to_real) {
        set_number(out, element, plan.type, creal(value));
      } else {
        set_number(out, 2 * element, plan.type, creal(value));
        set_number(out, 2 * element + 1, plan.type, cimag(value));
      }
    }
  }
  free(x);
  return 0;
}
int cufftExecC2C(int plan, void* in, void* out, int direction) { return transform(plan, in, out, direction); }
int cufftExecZ2Z(int plan, void* in, void* out, int direction) { return transform(plan, in, out, direction); }
int cufftExecR2C(int plan, void* in, void* out) { return transform(plan, in, out, -1); }
int cufftExecD2Z(int plan, void* in, void* out) { return transform(plan, in, out, -1); }
int cufftExecC2R(int plan, void* in, void* out) { return transform(plan, in, out, 1); }
int cufftExecZ2D(int plan, void* in, void* out) { return transform(plan, in, out, 1); }
