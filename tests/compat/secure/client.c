/* SPDX-FileCopyrightText: The Papilio authors
   SPDX-License-Identifier: MIT
   client LIBRARY: makes a plan with a drop-in, as FFTW's or cuFFT's programs do. Prints whether the loader takes this
   process for one with more rights than its user. The test makes it set-user-ID. */
#include <dlfcn.h>
#include <stdio.h>
#include <sys/auxv.h>

int main(int argc, char** argv) {
  double in[32] = {0};
  double out[32];
  int handle = 0;
  void* const library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (library == NULL) {
    fprintf(stderr, "client: %s\n", argc > 1 ? dlerror() : "which library?");
    return 2;
  }
  void* (*const plan)(int, void*, void*, int, unsigned) =
      (void* (*)(int, void*, void*, int, unsigned))dlsym(library, "fftw_plan_dft_1d");
  int (*const plan_on_gpu)(int*, int, int, int) = (int (*)(int*, int, int, int))dlsym(library, "cufftPlan1d");
  if (plan != NULL) plan(16, in, out, -1, 1U << 6);
  if (plan_on_gpu != NULL) plan_on_gpu(&handle, 16, 0x29, 1);
  printf("%s\n", getauxval(AT_SECURE) != 0 ? "secure" : "ordinary");
  return plan == NULL && plan_on_gpu == NULL ? 2 : 0;
}
