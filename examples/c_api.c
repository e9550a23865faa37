/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API: a one-liner, a plan on host memory, and the same plan on device memory, asynchronously. */
#include <papilio/papilio.h>
#include <stdio.h>
#include <stdlib.h>

static void check(papilio_status status) {
  if (status == PAPILIO_OK) return;
  fprintf(stderr, "c_api: %s (%s)\n", papilio_get_last_error(), papilio_status_get_name(status));
  exit((int)status);
}

enum { LENGTH = 360, BATCH = 4, VALUES = 2 * LENGTH * BATCH };

int main(void) {
  static float signals[VALUES], spectra[VALUES], again[VALUES];
  for (int b = 0; b < BATCH; ++b)
    signals[2 * LENGTH * b] = (float)(b + 1); /* impulses: all bins of spectrum b are b+1 */

  check(papilio_fft_f32(LENGTH, signals, spectra,
                        PAPILIO_NORM_DEFAULT)); /* the first signal on the best device there is */

  papilio_device* device;
  papilio_plan* plan;
  check(papilio_device_open("auto", &device));
  papilio_problem problem = papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, LENGTH, BATCH);
  check(papilio_plan_create(device, &problem, &plan)); /* or papilio_plan_create_from_token() */
  check(papilio_plan_execute_f32(plan, signals, spectra, NULL));

  papilio_stream* stream;
  papilio_buffer *in, *out;
  check(papilio_stream_create(device, &stream));
  check(papilio_buffer_create(device, sizeof(signals), &in));
  check(papilio_buffer_create(device, sizeof(again), &out));
  check(papilio_stream_upload(stream, in, 0, signals, sizeof(signals)));
  check(papilio_plan_execute(plan, stream, in, out, NULL)); /* returns at once */
  check(papilio_stream_download(stream, out, 0, again, sizeof(again)));
  papilio_buffer_destroy(in);
  papilio_buffer_destroy(out);
  papilio_stream_destroy(stream);
  papilio_plan_destroy(plan);
  papilio_device_destroy(device);

  int wrong = 0;
  for (int i = 0; i < VALUES; i += 2) {
    const int signal = i / (2 * LENGTH);
    const float wanted = (float)(signal + 1);
    wrong += spectra[i] - wanted > 1e-5F || wanted - spectra[i] > 1e-5F || again[i] != spectra[i];
  }
  printf("%d of %d bins are wrong\n", wrong, LENGTH * BATCH);
  return wrong == 0 ? 0 : 1;
}
