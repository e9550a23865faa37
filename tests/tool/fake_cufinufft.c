/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A library of cuFINUFFT's interface for tests/support/fake_cuda, whose device memory is the host's: direct sums. */
#include <complex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { max_axes = 3, too_many_axes = 9, no_stream = 10 };
struct Options {
  double upsampling;
  int other[14];
  void* stream;
  int mode_order;
};
struct Plan {
  int type, axes, sign, batch, mode_order;
  int64_t modes[max_axes], points, frequencies;
  const void *x[max_axes], *s[max_axes];
};

void cufinufft_default_opts(struct Options* options) { memset(options, 0, sizeof(*options)); }

static int make(int type, int axes, const int64_t* modes, int sign, int batch, void** made,
                const struct Options* options) {
  if (axes > max_axes) return too_many_axes;
  if (options->stream == NULL) return no_stream;
  struct Plan* plan = calloc(1, sizeof(*plan));
  *plan = (struct Plan){.type = type, .axes = axes, .sign = sign, .batch = batch, .mode_order = options->mode_order};
  for (int axis = 0; axis < max_axes; ++axis) plan->modes[axis] = axis < axes || type == 3 ? modes[axis] : 1;
  return *made = plan, 0;
}
int cufinufft_makeplan(int type, int axes, const int64_t* modes, int sign, int batch, double tolerance, void** plan,
                       const struct Options* options) {
  return tolerance > 0 ? make(type, axes, modes, sign, batch, plan, options) : 1;
}
int cufinufftf_makeplan(int type, int axes, const int64_t* modes, int sign, int batch, float tolerance, void** plan,
                        const struct Options* options) {
  return tolerance > 0 ? make(type, axes, modes, sign, batch, plan, options) : 1;
}
int cufinufft_setpts(struct Plan* plan, int64_t points, const void* x, const void* y, const void* z, int frequencies,
                     const void* s, const void* t, const void* u) {
  plan->points = points;
  plan->frequencies = frequencies;
  memcpy(plan->x, (const void*[]){x, y, z}, sizeof(plan->x));
  memcpy(plan->s, (const void*[]){s, t, u}, sizeof(plan->s));
  return 0;
}
int cufinufftf_setpts(struct Plan* plan, int64_t points, const void* x, const void* y, const void* z, int frequencies,
                      const void* s, const void* t, const void* u) {
  return cufinufft_setpts(plan, points, x, y, z, frequencies, s, t, u);
}

static double number(const void* from, int64_t i, int single) {
  return single ? ((const float*)from)[i] : ((const double*)from)[i];
}

/* The wave of a point at a mode, whose first axis is contiguous, or at a frequency. */
static double complex wave(const struct Plan* plan, int64_t point, int64_t mode, int single) {
  double phase = 0;
  int64_t rest = mode;
  for (int axis = 0; axis < plan->axes; ++axis) {
    const int64_t n = plan->modes[axis];
    int64_t k = rest % n - (plan->mode_order == 0 ? n / 2 : 0);
    if (plan->mode_order != 0 && k >= (n + 1) / 2) k -= n;
    rest /= n;
    phase += number(plan->x[axis], point, single) * (plan->type == 3 ? number(plan->s[axis], mode, single) : (double)k);
  }
  return cexp(plan->sign * phase * I);
}

static int execute(const struct Plan* plan, void* strengths, void* modes, int single) {
  const int64_t all = plan->type == 3 ? plan->frequencies : plan->modes[0] * plan->modes[1] * plan->modes[2];
  const int to_points = plan->type == 2;
  const int64_t in = to_points ? all : plan->points, out = to_points ? plan->points : all;
  const void* from = to_points ? modes : strengths;
  void* to = to_points ? strengths : modes;
  for (int64_t b = 0; b < plan->batch; ++b) {
    for (int64_t o = 0; o < out; ++o) {
      double complex sum = 0;
      for (int64_t i = 0; i < in; ++i) {
        const int64_t at = 2 * (b * in + i);
        sum += (number(from, at, single) + I * number(from, at + 1, single)) *
               wave(plan, to_points ? o : i, to_points ? i : o, single);
      }
      const int64_t at = 2 * (b * out + o);
      if (single) {
        ((float*)to)[at] = (float)creal(sum), ((float*)to)[at + 1] = (float)cimag(sum);
      } else {
        ((double*)to)[at] = creal(sum), ((double*)to)[at + 1] = cimag(sum);
      }
    }
  }
  return 0;
}
int cufinufft_execute(const struct Plan* plan, void* c, void* f) { return execute(plan, c, f, 0); }
int cufinufftf_execute(const struct Plan* plan, void* c, void* f) { return execute(plan, c, f, 1); }
int cufinufft_destroy(struct Plan* plan) { return free(plan), 0; }
int cufinufftf_destroy(struct Plan* plan) { return free(plan), 0; }
