/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of ragged batches, from C. */
#include <math.h>
#include <papilio/ragged.h>
#include <string.h>

#include "expect.h"

void ragged_null_arguments(void) {
  papilio_ragged* ragged = NULL;
  papilio_ragged_problem problem = papilio_ragged_problem_init();
  float number = 0;
  int launches = 0;
  papilio_ragged_destroy(NULL);
  INVALID(papilio_ragged_create(NULL, &problem, &ragged));
  INVALID(papilio_ragged_create_from_token(NULL, "r2c:f32:ragged=5", &ragged));
  INVALID(papilio_ragged_create_at(NULL, NULL, NULL, NULL, &ragged));
  INVALID(papilio_ragged_get_elements(NULL, NULL, NULL));
  INVALID(papilio_ragged_get_launches(NULL, &launches));
  INVALID(papilio_ragged_execute_host(NULL, &number, &number, NULL));
  INVALID(papilio_ragged_execute(NULL, NULL, NULL, NULL));
}

enum { lengths_count = 3, signals = 3 + 8 + 5, numbers = 2 + 5 + 3 };

/* The spectrum at X of the n numbers at x, by its definition. */
static void expect_spectrum(const float* x, const float* X, int n) {
  for (int k = 0; k <= n / 2; ++k) {
    double re = 0, im = 0;
    for (int j = 0; j < n; ++j) {
      const double phase = 2 * 3.14159265358979323846 * j * k / n;
      re += x[j] * cos(phase);
      im -= x[j] * sin(phase);
    }
    EXPECT(fabs(X[2 * k] - re) < 1e-4 && fabs(X[2 * k + 1] - im) < 1e-4);
  }
}

/* The second and the third length change places, and the results are where the first plan has them. */
static void ragged_at_places(const papilio_ragged* ragged, const papilio_device* device, const papilio_stream* stream,
                             const papilio_buffer* in, papilio_buffer* out) {
  static const int32_t places[lengths_count] = {0, 8, 3};
  papilio_ragged* at = NULL;
  papilio_buffer* offsets = NULL;
  float x[2 * signals], spectra[4 * numbers];
  OK(papilio_buffer_create(device, sizeof(places), &offsets));
  OK(papilio_stream_upload(stream, offsets, 0, places, sizeof(places)));
  INVALID(papilio_ragged_create_at(ragged, stream, NULL, NULL, NULL));
  OK(papilio_ragged_create_at(ragged, stream, offsets, NULL, &at));
  OK(papilio_ragged_execute(at, stream, in, out));
  OK(papilio_stream_download(stream, out, 0, spectra, sizeof(spectra)));
  OK(papilio_stream_download(stream, in, 0, x, sizeof(x)));
  expect_spectrum(x, spectra, 3);
  expect_spectrum(x + 8, spectra + 4, 8);
  expect_spectrum(x + 3, spectra + 4 + 10, 5);
  papilio_ragged_destroy(at);
  papilio_buffer_destroy(offsets);
}

void ragged_batches(const papilio_device* device) {
  static const int64_t lengths[lengths_count] = {3, 8, 5};
  papilio_ragged_problem problem = papilio_ragged_problem_init();
  papilio_ragged* ragged = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer *from = NULL, *to = NULL;
  papilio_timing timing = {-1, -1, -1};
  float x[2 * signals], spectra[4 * numbers], again[4 * numbers];
  int64_t inputs = 0, outputs = 0;
  int launches = 0;
  for (int i = 0; i < 2 * signals; ++i) x[i] = (float)((i * 7) % 5) - 1.5F;
  problem.kind = PAPILIO_R2C;
  problem.batch = 2;
  INVALID(papilio_ragged_create(device, &problem, &ragged)); /* no lengths */
  problem.lengths = lengths;
  problem.count = (int64_t)1 << 40;
  INVALID(papilio_ragged_create(device, &problem, &ragged));
  problem.count = lengths_count;
  problem.struct_size = 1;
  INVALID(papilio_ragged_create(device, &problem, &ragged));
  problem.struct_size = sizeof(problem);
  INVALID(papilio_ragged_create(device, NULL, &ragged));
  INVALID(papilio_ragged_create(device, &problem, NULL));
  INVALID(papilio_ragged_create_from_token(device, NULL, &ragged));
  problem.precision = PAPILIO_F32X2;
  EXPECT_STATUS(papilio_ragged_create(device, &problem, &ragged), PAPILIO_UNSUPPORTED);
  problem.precision = PAPILIO_F32;
  problem.kind = PAPILIO_DCT2;
  EXPECT_STATUS(papilio_ragged_create(device, &problem, &ragged), PAPILIO_UNSUPPORTED);
  problem.kind = PAPILIO_R2C;
  OK(papilio_ragged_create(device, &problem, &ragged));
  OK(papilio_ragged_get_elements(ragged, &inputs, &outputs));
  EXPECT(inputs == 2 * signals && outputs == 2 * numbers);
  OK(papilio_ragged_get_launches(ragged, &launches));
  EXPECT(launches == 1);
  OK(papilio_ragged_execute_host(ragged, x, spectra, &timing));
  EXPECT(timing.kernels >= 0);
  for (int field = 0; field < 2; ++field) {
    const float* signal = x + field * signals;
    const float* spectrum = spectra + 2 * field * numbers;
    for (int i = 0; i < lengths_count; ++i) {
      expect_spectrum(signal, spectrum, (int)lengths[i]);
      signal += lengths[i];
      spectrum += 2 * (lengths[i] / 2 + 1);
    }
  }
  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(x), &from));
  OK(papilio_buffer_create(device, sizeof(spectra), &to));
  OK(papilio_stream_upload(stream, from, 0, x, sizeof(x)));
  OK(papilio_ragged_execute(ragged, stream, from, to));
  OK(papilio_stream_download(stream, to, 0, again, sizeof(again)));
  EXPECT(memcmp(spectra, again, sizeof(spectra)) == 0);
  ragged_at_places(ragged, device, stream, from, to);
  papilio_buffer_destroy(from);
  papilio_buffer_destroy(to);
  papilio_stream_destroy(stream);
  papilio_ragged_destroy(ragged);

  EXPECT_STATUS(papilio_ragged_create_from_token(device, "r2c:f32:ragged=none", &ragged), PAPILIO_INVALID_TOKEN);
  OK(papilio_ragged_create_from_token(device, "r2c:f32:ragged=3,8,5*2", &ragged));
  papilio_ragged_destroy(ragged);
}
