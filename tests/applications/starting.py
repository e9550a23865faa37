# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""what starting costs: 50 processes in turn, each of which plans 64 points in double precision and executes them once"""

PACKAGES = ("libfftw3-dev", "gcc")
BOUND = 1e-14
FILES = {
    "once.c": """\
#include <fftw3.h>
#include <stdio.h>
int main(void) {
  fftw_complex in[64], out[64];
  fftw_plan plan = fftw_plan_dft_1d(64, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
  for (int i = 0; i < 64; ++i) in[i][0] = i % 7, in[i][1] = i % 5;
  fftw_execute(plan);
  for (int i = 0; i < 64; ++i) printf("%.17g %.17g ", out[i][0], out[i][1]);
  fftw_destroy_plan(plan);
  return 0;
}
"""
}
PREPARE = (("gcc", "once.c", "-lfftw3", "-o", "once"),)
COMMAND = ("sh", "-ec", "for i in $(seq 50); do ./once; done")


def results(folder, output):
    return {"spectra": list(map(float, output.split()))}
