/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A library of cuFFT's interface for tests/support/fake_cuda, whose device memory is the host's: plans of lengths to 4096,
 * transformed by the definition. */
#include <complex.h>
#include <stddef.h>

enum { invalid_plan = 1, invalid_size = 8, single_precision = 0x29 };
struct Plan {
  long long length;
  long long batch;
  int type;
};
static struct Plan plans[64];
static int made = 0;

int cufftGetVersion(int* version) { return *version = 12345, 0; }
int cufftCreate(int* plan) { return *plan = ++made % 64, 0; }
int cufftDestroy(int plan) { return plans[plan].length = 0, 0; }
int cufftSetStream(int plan, void* stream) { return stream == NULL || plans[plan].length == 0 ? invalid_plan : 0; }

int cufftMakePlanMany64(int plan, int rank, long long* n, long long* in_embed, long long in_stride, long long in_distance,
                        long long* out_embed, long long out_stride, long long out_distance, int type, long long batch,
                        size_t* work) {
  (void)in_embed, (void)out_embed;
  if (rank != 1 || *n > 4096 || in_stride != 1 || out_stride != 1 || in_distance != *n || out_distance != *n) {
    return invalid_size;
  }
  plans[plan] = (struct Plan){*n, batch, type};
  return *work = 0, 0;
}

static double complex get(const void* from, long long i, int type) {
  return type == single_precision ? ((const float complex*)from)[i] : ((const double complex*)from)[i];
}
static void set(void* to, long long i, int type, double complex value) {
  if (type == single_precision) {
    ((float complex*)to)[i] = (float complex)value;
  } else {
    ((double complex*)to)[i] = value;
  }
}

static int transform(int number, const void* in, void* out, int direction) {
  const struct Plan plan = plans[number];
  if (plan.length == 0) return invalid_plan;
  for (long long b = 0; b < plan.batch; ++b) {
    for (long long k = 0; k < plan.length; ++k) {
      double complex sum = 0;
      for (long long j = 0; j < plan.length; ++j) {
        const double turn = 6.283185307179586 * (double)(j * k % plan.length) / (double)plan.length;
        sum += get(in, b * plan.length + j, plan.type) * cexp(direction * turn * I);
      }
      set(out, b * plan.length + k, plan.type, sum);
    }
  }
  return 0;
}
int cufftExecC2C(int plan, void* in, void* out, int direction) { return transform(plan, in, out, direction); }
int cufftExecZ2Z(int plan, void* in, void* out, int direction) { return transform(plan, in, out, direction); }
