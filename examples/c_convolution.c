/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Convolutions in C: 16-bit samples through a moving average, all at once and as a stream. */
#include <papilio/convolution.h>
#include <stdio.h>
#include <stdlib.h>

static void check(papilio_status status) {
  if (status == PAPILIO_OK) return;
  fprintf(stderr, "c_convolution: %s (%s)\n", papilio_get_last_error(), papilio_status_get_name(status));
  exit((int)status);
}

enum { SAMPLES = 1000, TAPS = 5 };

int main(void) {
  static int16_t signal[SAMPLES];
  static float samples[SAMPLES], smooth[SAMPLES], streamed[SAMPLES + TAPS - 1];
  const float average[TAPS] = {0.2F, 0.2F, 0.2F, 0.2F, 0.2F};
  for (int i = 0; i < SAMPLES; ++i) samples[i] = signal[i] = (int16_t)(i % 2 == 0 ? 100 + i : 100 - i);

  papilio_device* device;
  papilio_convolution* convolution;
  papilio_filter* filter;
  check(papilio_device_open("auto", &device));
  check(papilio_convolution_create_from_token(device, "conv:f32:1000:kernel=5:same:in=i16", &convolution));
  check(papilio_filter_create(convolution, average, sizeof(average), &filter)); /* once */
  papilio_host_operands operands = papilio_host_operands_init(signal, sizeof(signal), smooth, sizeof(smooth));
  check(papilio_convolution_execute_host(convolution, filter, &operands, NULL)); /* often */
  papilio_filter_destroy(filter);
  papilio_convolution_destroy(convolution);

  papilio_overlap_save* stream;
  papilio_overlap_save_options options = papilio_overlap_save_options_init(); /* 0: PAPILIO_CONVOLVE, PAPILIO_F32 ... */
  options.kernel.values = average;
  options.kernel.length = TAPS;
  size_t results = 0;
  check(papilio_overlap_save_create(device, &options, &stream));
  check(papilio_overlap_save_push(stream, samples, 300));
  check(papilio_overlap_save_push(stream, samples + 300, SAMPLES - 300));
  check(papilio_overlap_save_finish(stream));
  check(papilio_overlap_save_pull(stream, streamed, SAMPLES + TAPS - 1, &results));
  papilio_overlap_save_destroy(stream);
  papilio_device_destroy(device);

  int wrong = results != SAMPLES + TAPS - 1;
  for (int i = 0; i < SAMPLES; ++i) { /* `same` is the middle of what the stream gives */
    const float difference = smooth[i] - streamed[i + (TAPS - 1) / 2];
    wrong += difference > 1e-3F || difference < -1e-3F;
  }
  printf("sample 500 is %d, smoothed %.1f; %d of %d differ\n", signal[500], (double)smooth[500], wrong, SAMPLES);
  return wrong == 0 ? 0 : 1;
}
