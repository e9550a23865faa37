/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of short-time transforms, from C. */
#include <papilio/stft.h>
#include <stdlib.h>

#include "expect.h"

void stft_null_arguments(void) {
  papilio_stft* stft = NULL;
  papilio_stft_options options = papilio_stft_options_init();
  float number = 0;
  papilio_stft_destroy(NULL);
  INVALID(papilio_stft_create(NULL, &options, &stft));
  INVALID(papilio_stft_create(NULL, &options, NULL));
  INVALID(papilio_stft_get_shape(NULL, 8, NULL, NULL));
  INVALID(papilio_stft_forward(NULL, &number, 1, 1, &number));
  INVALID(papilio_stft_power(NULL, &number, 1, 1, &number));
  INVALID(papilio_stft_inverse(NULL, &number, 1, 1, &number));
  INVALID(papilio_stft_forward_on_stream(NULL, NULL, NULL, 1, 1, NULL));
  INVALID(papilio_stft_power_on_stream(NULL, NULL, NULL, 1, 1, NULL));
  INVALID(papilio_stft_inverse_on_stream(NULL, NULL, NULL, 1, 1, NULL));
}

enum { samples = 300, batch = 2 };

/* Device memory, where several signals have a plan of their own: other rounding. Magnitudes are below 1000. */
static void on_stream(const papilio_device* device, const papilio_stft* stft, const float* signals,
                      int64_t samples_each, const float* spectra, const float* power, int64_t count) {
  papilio_stream* stream = NULL;
  papilio_buffer *in = NULL, *out = NULL;
  float* got = malloc((size_t)count * 2 * sizeof(float));
  float back[2 * samples];
  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(back), &in));
  OK(papilio_buffer_create(device, (size_t)count * 2 * sizeof(float), &out));
  OK(papilio_stream_upload(stream, in, 0, signals, sizeof(back)));
  OK(papilio_stft_power_on_stream(stft, stream, in, samples_each, batch, out));
  OK(papilio_stream_download(stream, out, 0, got, (size_t)count * sizeof(float)));
  for (int64_t i = 0; i < count; ++i) EXPECT(got[i] - power[i] <= 1 && power[i] - got[i] <= 1);
  OK(papilio_stft_forward_on_stream(stft, stream, in, samples_each, batch, out));
  OK(papilio_stream_download(stream, out, 0, got, (size_t)count * 2 * sizeof(float)));
  for (int64_t i = 0; i < 2 * count; ++i) EXPECT(got[i] - spectra[i] <= 1e-3F && spectra[i] - got[i] <= 1e-3F);
  for (int i = 0; i < 2 * samples; ++i) back[i] = -1000;
  OK(papilio_stream_upload(stream, in, 0, back, sizeof(back)));
  OK(papilio_stft_inverse_on_stream(stft, stream, out, samples_each, batch, in));
  OK(papilio_stream_download(stream, in, 0, back, sizeof(back)));
  for (int i = 0; i < 2 * samples; ++i) EXPECT(near(back[i], signals[i]));
  INVALID(papilio_stft_forward_on_stream(stft, stream, in, samples_each, 2 * batch, out));
  INVALID(papilio_stft_forward_on_stream(stft, stream, NULL, samples_each, batch, out));
  free(got);
  papilio_buffer_destroy(in);
  papilio_buffer_destroy(out);
  papilio_stream_destroy(stream);
}

/* Two signals, there and back: pairs of them are one complex signal. */
static void there_and_back(const papilio_device* device, papilio_field field) {
  papilio_stft_options options = papilio_stft_options_init();
  papilio_stft* stft = NULL;
  const int64_t width = field == PAPILIO_COMPLEX ? 2 : 1;
  float signals[2 * samples], back[2 * samples] = {0};
  float *spectra = NULL, *power = NULL;
  int64_t frames = 0, bins = 0, count = 0;
  options.field = field;
  options.length = 32;
  options.hop = 8;
  options.padding = PAPILIO_STFT_REFLECT;
  OK(papilio_stft_create(device, &options, &stft));
  for (int i = 0; i < 2 * samples; ++i) signals[i] = (float)(i * 7 % 31) - 15;
  OK(papilio_stft_get_shape(stft, 2 * samples / width / batch, &frames, &bins));
  EXPECT(bins == (field == PAPILIO_COMPLEX ? 32 : 17));
  EXPECT(frames == 1 + (2 * samples / width / batch + 7) / 8);
  count = batch * frames * bins;
  spectra = malloc((size_t)count * 2 * sizeof(float));
  power = malloc((size_t)count * sizeof(float));
  OK(papilio_stft_forward(stft, signals, 2 * samples / width / batch, batch, spectra));
  OK(papilio_stft_power(stft, signals, 2 * samples / width / batch, batch, power));
  for (int64_t i = 0; i < count; ++i) {
    const double right = spectra[2 * i] * spectra[2 * i] + spectra[2 * i + 1] * spectra[2 * i + 1];
    const double error = power[i] - right;
    EXPECT(error * error <= 1e-8 * (1 + right * right));
  }
  OK(papilio_stft_inverse(stft, spectra, 2 * samples / width / batch, batch, back));
  for (int i = 0; i < 2 * samples; ++i) EXPECT(near(back[i], signals[i]));
  on_stream(device, stft, signals, 2 * samples / width / batch, spectra, power, count);
  INVALID(papilio_stft_forward(stft, NULL, 10, 1, spectra));
  INVALID(papilio_stft_forward(stft, signals, 10, 1, NULL));
  INVALID(papilio_stft_forward(stft, signals, -1, 1, spectra));
  INVALID(papilio_stft_forward(stft, signals, 10, 0, spectra));
  INVALID(papilio_stft_forward(stft, signals, 16, 1, spectra)); /* too short to be mirrored */
  OK(papilio_stft_forward(stft, NULL, 0, 1, NULL));
  free(spectra);
  free(power);
  papilio_stft_destroy(stft);
}

void short_time_transforms(const papilio_device* device) {
  papilio_stft_options options = papilio_stft_options_init();
  papilio_stft* stft = NULL;
  const double window[4] = {0, 1, 1, 1};
  float signal[8] = {1, 2, 3, 4, 5, 6, 7, 8}, spectra[64];
  int64_t frames = 0;
  there_and_back(device, PAPILIO_REAL);
  there_and_back(device, PAPILIO_COMPLEX);

  INVALID(papilio_stft_create(device, NULL, &stft));
  INVALID(papilio_stft_create(device, &options, &stft)); /* no length */
  EXPECT(stft == NULL);
  options.length = 4;
  options.hop = -5;
  INVALID(papilio_stft_create(device, &options, &stft));
  options.hop = 2;
  options.window = window;
  options.padding = PAPILIO_STFT_NO_PADDING;
  options.scaling = (papilio_stft_scaling)4;
  INVALID(papilio_stft_create(device, &options, &stft));
  options.scaling = PAPILIO_STFT_MAGNITUDE;
  OK(papilio_stft_create(device, &options, &stft));
  OK(papilio_stft_forward(stft, signal, 8, 1, spectra)); /* 3 frames of 3 bins */
  EXPECT(near(spectra[0], (2 + 3 + 4) / 3.0) && near(spectra[6], (4 + 5 + 6) / 3.0));
  INVALID(papilio_stft_inverse(stft, spectra, 8, 1, signal)); /* sample 0 is under no window */
  OK(papilio_stft_get_shape(stft, 7, &frames, NULL));
  EXPECT(frames == 3);
  papilio_stft_destroy(stft);
  options.last_frame = (papilio_stft_last_frame)2;
  INVALID(papilio_stft_create(device, &options, &stft));
  options.last_frame = PAPILIO_STFT_LEFT_OUT;
  OK(papilio_stft_create(device, &options, &stft));
  OK(papilio_stft_get_shape(stft, 7, &frames, NULL));
  EXPECT(frames == 2);
  papilio_stft_destroy(stft);
  options.struct_size = 1;
  INVALID(papilio_stft_create(device, &options, &stft));
}
