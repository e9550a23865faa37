/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A spectral operator in C: a noisy signal without its high frequencies. */
#include <math.h>
#include <papilio/operator.h>
#include <stdio.h>
#include <stdlib.h>

static void check(papilio_status status) {
  if (status == PAPILIO_OK) return;
  fprintf(stderr, "c_operator: %s (%s)\n", papilio_get_last_error(), papilio_status_get_name(status));
  exit((int)status);
}

enum { SAMPLES = 500 };

int main(void) {
  static float noisy[SAMPLES], smooth[SAMPLES];
  for (int i = 0; i < SAMPLES; ++i)
    noisy[i] = (float)(sin(6.283185307179586 * i / SAMPLES) + 0.5 * sin(6.283185307179586 * 120 * i / SAMPLES));

  papilio_device* device;
  papilio_operator* lowpass;
  check(papilio_device_open("auto", &device));
  papilio_operator_problem problem = papilio_operator_problem_init();
  problem.field = PAPILIO_REAL;
  problem.axes = 1;
  problem.lengths[0] = SAMPLES;
  check(papilio_operator_create(device, &problem, "exp(-k^2/800)", &lowpass)); /* once */
  check(papilio_operator_execute_host(lowpass, noisy, smooth, NULL));          /* often */
  papilio_operator_destroy(lowpass);
  papilio_device_destroy(device);

  double most = 0;
  for (int i = 0; i < SAMPLES; ++i) most = fmax(most, fabs(smooth[i] - sin(6.283185307179586 * i / SAMPLES)));
  printf("%.4f from the sine at most\n", most);
  return most < 0.01 ? 0 : 1;
}
