/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of channelizers, from C. */
#include <papilio/channelizer.h>

#include "expect.h"

void channelizer_null_arguments(void) {
  papilio_channelizer* channels = NULL;
  papilio_channelizer_options options = papilio_channelizer_options_init();
  papilio_channelizer_destroy(NULL);
  INVALID(papilio_channelizer_create(NULL, &options, &channels));
  INVALID(papilio_channelizer_create(NULL, &options, NULL));
  INVALID(papilio_channelizer_get_shape(NULL, 8, NULL, NULL));
  INVALID(papilio_channelizer_push(NULL, NULL, 0, NULL));
  INVALID(papilio_channelizer_push_on_stream(NULL, NULL, NULL, 1, NULL));
  INVALID(papilio_channelizer_reset(NULL));
  INVALID(papilio_channel_filter(16, 8, 8, NULL));
}

/* A constant is in channel 0, where the taps add up to 1. */
void channels(const papilio_device* device) {
  enum { own_channels = 16, own_samples = 500, own_frames = 31, own_bins = 16 };
  papilio_channelizer_options options = papilio_channelizer_options_init();
  papilio_channelizer* bank = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer *in = NULL, *out = NULL;
  signed char samples[2 * own_samples];
  double taps[8 * own_channels], sum = 0;
  static float results[2 * own_frames * own_bins], on_device[2 * own_frames * own_bins];
  int64_t frames = 0, bins = 0;
  for (int i = 0; i < own_samples; ++i) {
    samples[2 * i] = 5;
    samples[2 * i + 1] = -3;
  }
  OK(papilio_channel_filter(own_channels, 8, 8, taps));
  for (int i = 0; i < 8 * own_channels; ++i) sum += taps[i];
  EXPECT(near(sum, 1));
  options.field = PAPILIO_COMPLEX;
  options.storage = PAPILIO_STORE_I8;
  options.channels = own_channels;
  options.taps = taps;
  options.tap_count = 8 * own_channels;
  OK(papilio_channelizer_create(device, &options, &bank));
  OK(papilio_channelizer_get_shape(bank, own_samples, &frames, &bins));
  EXPECT(frames == own_frames && bins == own_bins);
  OK(papilio_channelizer_push(bank, samples, 7, NULL));
  OK(papilio_channelizer_push(bank, samples + 14, own_samples - 7, results));
  const float* const last = results + 2 * (own_frames - 1) * own_bins;
  EXPECT(near(last[0] / 5, 1) && near(last[1] / -3, 1) && near(last[10], 0));
  OK(papilio_channelizer_reset(bank));
  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(samples), &in));
  OK(papilio_buffer_create(device, sizeof(results), &out));
  OK(papilio_stream_upload(stream, in, 0, samples, sizeof(samples)));
  OK(papilio_channelizer_push_on_stream(bank, stream, in, own_samples, out));
  OK(papilio_stream_download(stream, out, 0, on_device, sizeof(on_device)));
  for (int i = 0; i < 2 * own_frames * own_bins; ++i) EXPECT(on_device[i] == results[i]);
  INVALID(papilio_channelizer_push_on_stream(bank, stream, in, own_samples + 1, out));
  INVALID(papilio_channelizer_push_on_stream(bank, stream, in, own_samples, NULL));
  OK(papilio_channelizer_reset(bank));
  OK(papilio_channelizer_push_on_stream(bank, stream, in, 15, NULL));
  INVALID(papilio_channelizer_push(bank, NULL, 1, results));
  INVALID(papilio_channelizer_push(bank, samples, 100, NULL));
  INVALID(papilio_channelizer_push(bank, samples, -1, results));
  papilio_buffer_destroy(in);
  papilio_buffer_destroy(out);
  papilio_stream_destroy(stream);
  papilio_channelizer_destroy(bank);
  bank = NULL;

  options.tap_count = 0;
  INVALID(papilio_channelizer_create(device, &options, &bank));
  options.taps = NULL;
  options.hop = own_channels + 1;
  INVALID(papilio_channelizer_create(device, &options, &bank));
  options.hop = 0;
  options.storage = (papilio_storage)99;
  INVALID(papilio_channelizer_create(device, &options, &bank));
  options.storage = PAPILIO_STORE_NATIVE;
  options.struct_size = 1;
  INVALID(papilio_channelizer_create(device, &options, &bank));
  EXPECT(bank == NULL);
}
