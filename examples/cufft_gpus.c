// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A program of cuFFT over several GPUs, which knows nothing of Papilio: it is linked with the genuine library, and runs
// on Papilio's with LD_LIBRARY_PATH=.../lib/papilio/cufft. GPU 0 is taken twice where there is only one.
#include <cuda_runtime_api.h>
#include <cufftXt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { nx = 16, ny = 16, nz = 16 };

static void check(int status, const char* what) {
  if (status == 0) return;
  fprintf(stderr, "%s failed with status %d\n", what, status);
  exit(1);
}

int main(void) {
  const size_t points = (size_t)nx * ny * nz;
  cufftComplex* host = malloc(points * sizeof *host);
  if (host == NULL) return 1;
  for (size_t i = 0; i < points; ++i) {
    host[i].x = cosf(2 * 3.14159265F * 3 * (float)(i / ny / nz) / nx);  // three periods along x
    host[i].y = 0;
  }
  int count = 0;
  check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");

  int gpus[] = {0, count > 1 ? 1 : 0};
  size_t work[2];
  cufftHandle plan;
  cudaLibXtDesc* memory;
  check(cufftCreate(&plan), "cufftCreate");
  check(cufftXtSetGPUs(plan, 2, gpus), "cufftXtSetGPUs");
  check(cufftMakePlan3d(plan, nx, ny, nz, CUFFT_C2C, work), "cufftMakePlan3d");
  check(cufftXtMalloc(plan, &memory, CUFFT_XT_FORMAT_INPLACE), "cufftXtMalloc");
  check(cufftXtMemcpy(plan, memory, host, CUFFT_COPY_HOST_TO_DEVICE), "cufftXtMemcpy");
  check(cufftXtExecDescriptor(plan, memory, memory, CUFFT_FORWARD), "forward");          // divided along y now
  check(cufftXtMemcpy(plan, host, memory, CUFFT_COPY_DEVICE_TO_HOST), "cufftXtMemcpy");  // in natural order

  size_t peak = 0;
  for (size_t i = 1; i < points / 2; ++i) {
    if (hypotf(host[i].x, host[i].y) > hypotf(host[peak].x, host[peak].y)) peak = i;
  }
  printf("peak at %zu 0 0, %.1f\n", peak / ny / nz, hypotf(host[peak].x, host[peak].y));

  check(cufftXtExecDescriptor(plan, memory, memory, CUFFT_INVERSE), "inverse");  // divided along x again
  check(cufftXtMemcpy(plan, host, memory, CUFFT_COPY_DEVICE_TO_HOST), "cufftXtMemcpy");
  printf("%.3f at the origin\n", host[0].x / (float)points);
  check(cufftXtFree(memory), "cufftXtFree");
  check(cufftDestroy(plan), "cufftDestroy");
  free(host);
  return 0;
}
