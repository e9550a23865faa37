/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A non-uniform transform in C: the spectrum of a cosine that is sampled at uneven times. */
#include <math.h>
#include <papilio/nufft.h>
#include <stdio.h>
#include <stdlib.h>

static void check(papilio_status status) {
  if (status == PAPILIO_OK) return;
  fprintf(stderr, "c_nufft: %s (%s)\n", papilio_get_last_error(), papilio_status_get_name(status));
  exit((int)status);
}

enum { SAMPLES = 500, MODES = 64 };

int main(void) {
  static double times[SAMPLES], samples[SAMPLES][2], modes[MODES][2];
  for (int j = 0; j < SAMPLES; ++j) {
    times[j] = 6.283185307179586 * fmod(0.618034 * j, 1.0);
    samples[j][0] = cos(20 * times[j]);
  }

  papilio_device* device;
  papilio_nufft* nufft;
  check(papilio_device_open("auto", &device));
  check(papilio_nufft_create_from_token(device, "nufft1:f64:64:eps=1e-9:forward", &nufft));
  papilio_nufft_coordinates points = papilio_nufft_coordinates_init();
  points.count = SAMPLES;
  points.axes[0] = times;                                         /* axes[1] and axes[2] for y and z */
  check(papilio_nufft_set_points(nufft, &points, NULL));          /* once */
  check(papilio_nufft_execute_host(nufft, samples, modes, NULL)); /* often */
  papilio_nufft_destroy(nufft);
  papilio_device_destroy(device);

  int peak = MODES / 2;
  for (int k = MODES / 2; k < MODES; ++k)
    if (fabs(modes[k][0]) > fabs(modes[peak][0])) peak = k;
  printf("strongest frequency %d\n", peak - MODES / 2);
  return peak == MODES / 2 + 20 ? 0 : 1;
}
