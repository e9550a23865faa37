/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A library of cuFFT's interface for tests/support/fake_cuda, whose device memory is the host's: plans of axes to 4096
 * points, transformed by the definition. As cuFFT may, it overwrites what C2R reads. */
#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { invalid_plan = 1, invalid_size = 8, most_axes = 3 };
enum { r2c = 0x2a, c2r = 0x2c, c2c = 0x29, d2z = 0x6a, z2d = 0x6c, z2z = 0x69, half = 0x100 };
enum { real_half = 2, complex_half = 6 }; /* cudaDataType */
struct ArraySide {
  long long embed[most_axes]; /* 0: packed */
  long long stride;
  long long distance;
};
struct Plan {
  int rank;
  long long n[most_axes];
  long long batch;
  int type; /* with half for f16 */
  struct ArraySide in;
  struct ArraySide out;
};
static struct Plan plans[64];
static int made = 0;

int cufftGetVersion(int* version) { return *version = 12345, 0; }
int cufftCreate(int* plan) { return *plan = ++made % 64, 0; }
int cufftDestroy(int plan) { return plans[plan].rank = 0, 0; }
int cufftSetStream(int plan, void* stream) { return stream == NULL || plans[plan].rank == 0 ? invalid_plan : 0; }

/* NOLINTBEGIN(readability-non-const-parameter): the signatures are cuFFT's */
int cufftMakePlanMany64(int plan, int rank, long long* n, long long* in_embed, long long in_stride,
                        long long in_distance, long long* out_embed, long long out_stride, long long out_distance,
                        int type, long long batch, size_t* work) {
  if (rank < 1 || rank > most_axes || !in_embed != !out_embed) return invalid_size;
  plans[plan] = (struct Plan){.rank = rank,
                              .batch = batch,
                              .type = type,
                              .in = {{0}, in_stride, in_distance},
                              .out = {{0}, out_stride, out_distance}};
  for (int i = 0; i < rank; ++i) {
    if (n[i] > 4096) return plans[plan].rank = 0, invalid_size;
    plans[plan].n[i] = n[i];
    if (in_embed) plans[plan].in.embed[i] = in_embed[i], plans[plan].out.embed[i] = out_embed[i];
  }
  return *work = 0, 0;
}
int cufftXtMakePlanMany(int plan, int rank, long long* n, long long* in_embed, long long in_stride,
                        long long in_distance, int in_type, long long* out_embed, long long out_stride,
                        long long out_distance, int out_type, long long batch, size_t* work, int execution_type) {
  if (execution_type != complex_half) return invalid_size;
  const int type = in_type == real_half ? r2c : out_type == real_half ? c2r : c2c;
  return cufftMakePlanMany64(plan, rank, n, in_embed, in_stride, in_distance, out_embed, out_stride, out_distance,
                             type | half, batch, work);
}
/* NOLINTEND(readability-non-const-parameter) */

/* Where element i of transform b lies; `row` elements are in a row. */
static long long place(const struct Plan* plan, const struct ArraySide* side, long long b, long long i, long long row) {
  const long long in_row = i % row;
  long long rest = i / row, rows = 1;
  for (int axis = 0; axis + 1 < plan->rank; ++axis) rows *= plan->n[axis];
  if (side->embed[0] == 0) return (b * rows + rest) * row + in_row;
  long long index[most_axes];
  index[plan->rank - 1] = in_row;
  for (int axis = plan->rank - 1; axis-- > 0; rest /= plan->n[axis]) index[axis] = rest % plan->n[axis];
  long long offset = 0;
  for (int axis = 0; axis < plan->rank; ++axis) offset = offset * side->embed[axis] + index[axis];
  return b * side->distance + offset * side->stride;
}

static int is_single(int type) { return type == c2c || type == r2c || type == c2r; }
/* IEEE binary16, which not every compiler has as a type. */
static double of_half(uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent == 31) return fraction == 0 ? copysign(INFINITY, bits & 0x8000 ? -1.0 : 1.0) : NAN;
  const double size = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -size : size;
}
static uint16_t to_half(double value) {
  if (isnan(value)) return 0x7e00;
  const uint16_t sign = signbit(value) ? 0x8000 : 0;
  if (value == 0) return sign;
  if (fabs(value) >= 65520) return sign | 0x7c00;
  int exponent = 0;
  frexp(value, &exponent);
  const int unit = exponent - 11 < -24 ? -24 : exponent - 11; /* the last bit counts 2^unit */
  return (uint16_t)(sign | (((unit + 25) << 10) + (int)rint(ldexp(fabs(value), -unit)) - 1024));
}

static double number(const void* from, long long i, int type) {
  if (type & half) return of_half(((const uint16_t*)from)[i]);
  return is_single(type) ? ((const float*)from)[i] : ((const double*)from)[i];
}
static void set_number(void* to, long long i, int type, double value) {
  if (type & half) {
    ((uint16_t*)to)[i] = to_half(value);
  } else if (is_single(type)) {
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
  const int kind = plan.type & ~half;
  const int from_real = kind == r2c || kind == d2z;
  const int to_real = kind == c2r || kind == z2d;
  const long long last = plan.n[plan.rank - 1], kept = last / 2 + 1;
  long long rows = 1;
  for (int i = 0; i + 1 < plan.rank; ++i) rows *= plan.n[i];
  const long long in_row = to_real ? kept : last, out_row = from_real ? kept : last;
  double complex* x = malloc((size_t)(rows * last) * sizeof(*x));
  for (long long b = 0; b < plan.batch; ++b) {
    for (long long i = 0; i < rows * in_row; ++i) {
      const long long element = place(&plan, &plan.in, b, i, in_row);
      x[i / in_row * last + i % in_row] =
          from_real ? number(in, element, plan.type)
                    : number(in, 2 * element, plan.type) + I * number(in, 2 * element + 1, plan.type);
      if (to_real) set_number(in, 2 * element, plan.type, 0);
    }
    long long stride = last;
    for (int i = plan.rank - 1; i-- > 0; stride *= plan.n[i]) lines(x, rows * last, plan.n[i], stride, direction);
    for (long long r = 0; to_real && r < rows; ++r) {
      double complex* row = x + r * last;
      row[0] = creal(row[0]);
      if (last % 2 == 0) row[last / 2] = creal(row[last / 2]);
      for (long long k = kept; k < last; ++k) row[k] = conj(row[last - k]);
    }
    lines(x, rows * last, last, 1, direction);
    for (long long i = 0; i < rows * out_row; ++i) {
      const long long element = place(&plan, &plan.out, b, i, out_row);
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
int cufftXtExec(int plan, void* in, void* out, int direction) { return transform(plan, in, out, direction); }
int cufftExecC2C(int plan, void* in, void* out, int direction) { return transform(plan, in, out, direction); }
int cufftExecZ2Z(int plan, void* in, void* out, int direction) { return transform(plan, in, out, direction); }
int cufftExecR2C(int plan, void* in, void* out) { return transform(plan, in, out, -1); }
int cufftExecD2Z(int plan, void* in, void* out) { return transform(plan, in, out, -1); }
int cufftExecC2R(int plan, void* in, void* out) { return transform(plan, in, out, 1); }
int cufftExecZ2D(int plan, void* in, void* out) { return transform(plan, in, out, 1); }
