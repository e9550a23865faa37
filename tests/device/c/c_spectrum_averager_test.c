/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of averaged spectra, from C. */
#include <papilio/spectrum_averager.h>

#include "expect.h"

void spectrum_averager_null_arguments(void) {
  papilio_spectrum_averager* spectra = NULL;
  papilio_spectrum_averager_options options = papilio_spectrum_averager_options_init();
  papilio_spectrum_averager_destroy(NULL);
  INVALID(papilio_spectrum_averager_create(NULL, &options, &spectra));
  INVALID(papilio_spectrum_averager_create(NULL, &options, NULL));
  INVALID(papilio_spectrum_averager_get_shape(NULL, NULL, NULL));
  INVALID(papilio_spectrum_averager_push(NULL, NULL, NULL, 0));
  INVALID(papilio_spectrum_averager_push_on_stream(NULL, NULL, NULL, NULL, 1));
  INVALID(papilio_spectrum_averager_read(NULL, PAPILIO_AVERAGED_POWER, NULL));
  INVALID(papilio_spectrum_averager_read_on_stream(NULL, NULL, PAPILIO_AVERAGED_POWER, NULL));
  INVALID(papilio_spectrum_averager_reset(NULL));
}

/* The tone exp(2 pi i n/4) of amplitude 5 is in bin 2 of 8; the second signal is twice as large. */
void averaged_spectra(const papilio_device* device) {
  enum { own_samples = 400, own_bins = 8 };
  papilio_spectrum_averager_options options = papilio_spectrum_averager_options_init();
  papilio_spectrum_averager* spectra = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer *in = NULL, *second = NULL, *out = NULL;
  static signed char samples[2 * own_samples], doubled[2 * own_samples];
  double window[own_bins];
  float power[own_bins], cross[2 * own_bins], on_device[2 * own_bins];
  int64_t segments = 0, bins = 0;
  const signed char tone[4][2] = {{5, 0}, {0, 5}, {-5, 0}, {0, -5}};
  for (int i = 0; i < 2 * own_samples; ++i) {
    samples[i] = tone[i / 2 % 4][i % 2];
    doubled[i] = (signed char)(2 * samples[i]);
  }
  for (int i = 0; i < own_bins; ++i) window[i] = 1;
  options.field = PAPILIO_COMPLEX;
  options.storage = PAPILIO_STORE_I8;
  options.length = own_bins;
  options.window = window;
  options.scaling = PAPILIO_SCALING_SPECTRUM;
  options.signals = 2;
  OK(papilio_spectrum_averager_create(device, &options, &spectra));
  INVALID(papilio_spectrum_averager_push(spectra, samples, NULL, own_samples));
  INVALID(papilio_spectrum_averager_read(spectra, PAPILIO_AVERAGED_POWER, power));
  OK(papilio_spectrum_averager_push(spectra, samples, doubled, 7));
  OK(papilio_spectrum_averager_push(spectra, samples + 14, doubled + 14, own_samples - 7));
  OK(papilio_spectrum_averager_get_shape(spectra, &segments, &bins));
  EXPECT(segments == (own_samples - own_bins) / (own_bins / 2) + 1 && bins == own_bins);
  OK(papilio_spectrum_averager_read(spectra, PAPILIO_AVERAGED_POWER, power));
  OK(papilio_spectrum_averager_read(spectra, PAPILIO_AVERAGED_CROSS, cross));
  INVALID(papilio_spectrum_averager_read(spectra, PAPILIO_AVERAGED_PEAK, power));
  INVALID(papilio_spectrum_averager_read(spectra, (papilio_averaged_spectrum)9, power));
  EXPECT(near(power[2] / 25, 1) && near(power[3], 0) && near(cross[4] / 50, 1) && near(cross[5], 0));
  OK(papilio_spectrum_averager_reset(spectra));
  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(samples), &in));
  OK(papilio_buffer_create(device, sizeof(samples), &second));
  OK(papilio_buffer_create(device, sizeof(cross), &out));
  OK(papilio_stream_upload(stream, in, 0, samples, sizeof(samples)));
  OK(papilio_stream_upload(stream, second, 0, doubled, sizeof(doubled)));
  OK(papilio_spectrum_averager_push_on_stream(spectra, stream, in, second, own_samples));
  OK(papilio_spectrum_averager_read_on_stream(spectra, stream, PAPILIO_AVERAGED_CROSS, out));
  OK(papilio_stream_download(stream, out, 0, on_device, sizeof(on_device)));
  for (int i = 0; i < 2 * own_bins; ++i) EXPECT(on_device[i] == cross[i]);
  papilio_buffer_destroy(out);
  papilio_buffer_destroy(second);
  papilio_buffer_destroy(in);
  papilio_stream_destroy(stream);
  papilio_spectrum_averager_destroy(spectra);
}
