/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of features, from C. */
#include <papilio/features.h>

#include "expect.h"

void features_null_arguments(void) {
  papilio_features* features = NULL;
  papilio_feature_options options = papilio_feature_options_init();
  float number = 0;
  papilio_features_destroy(NULL);
  INVALID(papilio_features_create(NULL, &options, &features));
  INVALID(papilio_features_create(NULL, &options, NULL));
  INVALID(papilio_features_get_shape(NULL, 8, NULL, NULL));
  INVALID(papilio_features_compute(NULL, &number, 1, 1, &number));
  INVALID(papilio_features_compute_on_stream(NULL, NULL, NULL, 1, 1, NULL));
}

/* A window of ones has the square of the sum of a frame in bin 0. */
static void powers_of_frames(const papilio_device* device) {
  enum { own_length = 16, own_samples = 64, own_batch = 2, own_frames = 4, own_bins = 9 };
  papilio_feature_options options = papilio_feature_options_init();
  papilio_features* features = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer *in = NULL, *out = NULL;
  double window[own_length];
  float signals[own_batch * own_samples], results[own_batch * own_frames * own_bins],
      on_device[own_batch * own_frames * own_bins];
  int64_t got_frames = 0, size = 0;
  for (int i = 0; i < own_length; ++i) window[i] = 1;
  for (int i = 0; i < own_batch * own_samples; ++i) signals[i] = (float)(i / own_length + 1);
  options.frames.length = own_length;
  options.frames.hop = own_length;
  options.frames.window = window;
  options.frames.padding = PAPILIO_STFT_NO_PADDING;
  OK(papilio_features_create(device, &options, &features));
  OK(papilio_features_get_shape(features, own_samples, &got_frames, &size));
  EXPECT(got_frames == own_frames && size == own_bins);
  OK(papilio_features_compute(features, signals, own_samples, own_batch, results));
  for (int f = 0; f < own_batch * own_frames; ++f) {
    const double sum = own_length * (f + 1.0);
    EXPECT(near(results[f * own_bins] / (sum * sum), 1) && near(results[f * own_bins + 3], 0));
  }
  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(signals), &in));
  OK(papilio_buffer_create(device, sizeof(results), &out));
  OK(papilio_stream_upload(stream, in, 0, signals, sizeof(signals)));
  OK(papilio_features_compute_on_stream(features, stream, in, own_samples, own_batch, out));
  OK(papilio_stream_download(stream, out, 0, on_device, sizeof(on_device)));
  for (int i = 0; i < own_batch * own_frames * own_bins; ++i) EXPECT(on_device[i] == results[i]);
  INVALID(papilio_features_compute_on_stream(features, stream, in, own_samples, 2 * own_batch, out));
  INVALID(papilio_features_compute(features, signals, own_samples, 0, results));
  INVALID(papilio_features_compute(features, NULL, own_samples, 1, results));
  OK(papilio_features_compute(features, NULL, 0, 1, NULL));
  papilio_buffer_destroy(in);
  papilio_buffer_destroy(out);
  papilio_stream_destroy(stream);
  papilio_features_destroy(features);
}

void frame_features(const papilio_device* device) {
  papilio_feature_options options = papilio_feature_options_init_whisper(80);
  papilio_features* features = NULL;
  float silence[400] = {0}, results[3 * 80];
  int64_t got_frames = 0, size = 0;
  powers_of_frames(device);
  OK(papilio_features_create(device, &options, &features));
  OK(papilio_features_get_shape(features, 400, &got_frames, &size));
  EXPECT(got_frames == 3 && size == 80);
  OK(papilio_features_compute(features, silence, 400, 1, results));
  for (int i = 0; i < 3 * 80; ++i) EXPECT(near(results[i], -1.5));
  papilio_features_destroy(features);
  features = NULL;

  options.scale = (papilio_mel_scale)2;
  INVALID(papilio_features_create(device, &options, &features));
  options.scale = PAPILIO_MEL_HTK;
  options.frames.field = PAPILIO_COMPLEX;
  INVALID(papilio_features_create(device, &options, &features));
  options.frames.field = PAPILIO_REAL;
  options.frames.struct_size = 1;
  INVALID(papilio_features_create(device, &options, &features));
  EXPECT(features == NULL);
}
