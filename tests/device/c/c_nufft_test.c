/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of non-uniform transforms, from C. */
#include <math.h>
#include <papilio/nufft.h>
#include <string.h>

#include "expect.h"

void nufft_null_arguments(void) {
  papilio_nufft* nufft = NULL;
  papilio_nufft_problem problem = papilio_nufft_problem_init();
  papilio_nufft_coordinates points = papilio_nufft_coordinates_init();
  float number = 0;
  papilio_nufft_destroy(NULL);
  INVALID(papilio_nufft_create(NULL, &problem, &nufft));
  INVALID(papilio_nufft_create_from_token(NULL, "nufft1:f32:8", &nufft));
  INVALID(papilio_nufft_set_points(NULL, &points, NULL));
  INVALID(papilio_nufft_set_points_on_device(NULL, NULL, 0, NULL));
  INVALID(papilio_nufft_get_elements(NULL, NULL, NULL));
  INVALID(papilio_nufft_execute_host(NULL, &number, &number, NULL));
  INVALID(papilio_nufft_execute(NULL, NULL, NULL, NULL));
}

enum { points_count = 7, modes = 6, frequencies_count = 4 };

static const float xs[points_count] = {0, 1, -2, 3, 2.5F, -0.5F, -3};
static const float ys[points_count] = {1, 0, 2, -3, 0.25F, 1.5F, -1};
static const float ss[frequencies_count] = {0, 2.5F, -4, 7};
static const float ts[frequencies_count] = {1, -1.5F, 0, 3};

/* Pairs f against sum_j c[j] exp(i (p x[j] + q y[j])), for strengths c[j] = (j + 1, -j). */
static void expect_sum(const float* f, double p, double q) {
  double re = 0, im = 0;
  for (int j = 0; j < points_count; ++j) {
    const double phase = p * xs[j] + q * ys[j];
    re += (j + 1) * cos(phase) + j * sin(phase);
    im += (j + 1) * sin(phase) - j * cos(phase);
  }
  EXPECT(fabs(f[0] - re) < 1e-2 && fabs(f[1] - im) < 1e-2);
}

static void strengths(float* pairs) {
  for (int j = 0; j < points_count; ++j) {
    pairs[2 * j] = (float)(j + 1);
    pairs[2 * j + 1] = (float)-j;
  }
}

/* The same points from device memory give the same bits. */
static void points_on_the_device(const papilio_device* device, const papilio_stream* stream, papilio_nufft* nufft,
                                 const float* c, const float* expected) {
  papilio_buffer *x = NULL, *y = NULL;
  float f[2 * modes * modes];
  OK(papilio_buffer_create(device, sizeof(xs), &x));
  OK(papilio_buffer_create(device, sizeof(ys), &y));
  OK(papilio_stream_upload(stream, x, 0, xs, sizeof(xs)));
  OK(papilio_stream_upload(stream, y, 0, ys, sizeof(ys)));
  {
    const papilio_buffer* const both[3] = {x, y, NULL};
    const papilio_buffer* const one[3] = {x, NULL, NULL};
    INVALID(papilio_nufft_set_points_on_device(nufft, stream, points_count, one));
    INVALID(papilio_nufft_set_points_on_device(nufft, stream, points_count + 1, both)); /* too small */
    INVALID(papilio_nufft_execute_host(nufft, c, f, NULL));
    OK(papilio_nufft_set_points_on_device(nufft, stream, points_count, both));
  }
  OK(papilio_nufft_execute_host(nufft, c, f, NULL));
  for (size_t i = 0; i < sizeof(f) / sizeof(f[0]); ++i) EXPECT(f[i] == expected[i]);
  papilio_buffer_destroy(x);
  papilio_buffer_destroy(y);
}

static void points_to_modes(const papilio_device* device) {
  papilio_nufft_problem problem = papilio_nufft_problem_init();
  papilio_nufft_coordinates points = papilio_nufft_coordinates_init();
  papilio_nufft* nufft = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer *from = NULL, *to = NULL;
  papilio_timing timing = {-1, -1, -1};
  float c[2 * points_count], f[2 * modes * modes], again[2 * modes * modes];
  int64_t inputs = 0, outputs = 0;
  problem.type = 1;
  problem.axes = 2;
  problem.modes[0] = problem.modes[1] = modes;
  problem.tolerance = 1e-4;
  OK(papilio_nufft_create(device, &problem, &nufft));
  strengths(c);
  INVALID(papilio_nufft_execute_host(nufft, c, f, NULL)); /* no points yet */
  points.count = points_count;
  points.axes[0] = xs;
  INVALID(papilio_nufft_set_points(nufft, &points, NULL)); /* no y */
  EXPECT(strstr(papilio_get_last_error(), "axes[1] of points") != NULL);
  points.axes[1] = ys;
  INVALID(papilio_nufft_set_points(nufft, &points, &points));
  INVALID(papilio_nufft_set_points(nufft, NULL, NULL));
  OK(papilio_nufft_set_points(nufft, &points, NULL));
  INVALID(papilio_nufft_set_points(nufft, NULL, NULL));
  INVALID(papilio_nufft_execute_host(nufft, c, f, NULL)); /* no points again */
  EXPECT(strstr(papilio_get_last_error(), "set its points first") != NULL);
  OK(papilio_nufft_set_points(nufft, &points, NULL));
  OK(papilio_nufft_get_elements(nufft, &inputs, &outputs));
  EXPECT(inputs == points_count && outputs == modes * modes);
  INVALID(papilio_nufft_execute_host(nufft, NULL, f, NULL));
  INVALID(papilio_nufft_execute_host(nufft, c, NULL, NULL));
  OK(papilio_nufft_execute_host(nufft, c, f, &timing));
  EXPECT(timing.kernels >= 0);
  for (int i = 0; i < modes * modes; ++i) {
    const int row = i / modes - modes / 2;
    const int column = i % modes - modes / 2;
    expect_sum(f + 2 * i, row, column);
  }

  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(c), &from));
  OK(papilio_buffer_create(device, sizeof(f), &to));
  OK(papilio_stream_upload(stream, from, 0, c, sizeof(c)));
  OK(papilio_nufft_execute(nufft, stream, from, to));
  OK(papilio_stream_download(stream, to, 0, again, sizeof(again)));
  for (size_t i = 0; i < sizeof(f) / sizeof(f[0]); ++i) EXPECT(f[i] == again[i]);
  INVALID(papilio_nufft_execute(nufft, stream, to, from)); /* too small */
  points_on_the_device(device, stream, nufft, c, f);
  papilio_buffer_destroy(from);
  papilio_buffer_destroy(to);
  papilio_stream_destroy(stream);
  papilio_nufft_destroy(nufft);
}

static void points_to_frequencies(const papilio_device* device) {
  papilio_nufft_coordinates points = papilio_nufft_coordinates_init();
  papilio_nufft_coordinates frequencies = papilio_nufft_coordinates_init();
  papilio_nufft* nufft = NULL;
  float c[2 * points_count], f[2 * frequencies_count];
  int64_t inputs = 0, outputs = 0;
  OK(papilio_nufft_create_from_token(device, "nufft3:f32:2d:eps=1e-4", &nufft));
  points.count = points_count;
  points.axes[0] = xs;
  points.axes[1] = ys;
  INVALID(papilio_nufft_set_points(nufft, &points, NULL)); /* no frequencies */
  frequencies.count = frequencies_count;
  frequencies.axes[0] = ss;
  frequencies.axes[1] = ts;
  OK(papilio_nufft_set_points(nufft, &points, &frequencies));
  OK(papilio_nufft_get_elements(nufft, &inputs, &outputs));
  EXPECT(inputs == points_count && outputs == frequencies_count);
  strengths(c);
  OK(papilio_nufft_execute_host(nufft, c, f, NULL));
  for (int k = 0; k < frequencies_count; ++k) expect_sum(f + 2 * k, ss[k], ts[k]);
  points.count = 0;
  OK(papilio_nufft_set_points(nufft, &points, &frequencies));
  OK(papilio_nufft_execute_host(nufft, NULL, f, NULL));
  for (int i = 0; i < 2 * frequencies_count; ++i) EXPECT(f[i] == 0);
  points.count = -1;
  INVALID(papilio_nufft_set_points(nufft, &points, &frequencies));
  INVALID(papilio_nufft_execute_host(nufft, c, f, NULL));
  EXPECT(strstr(papilio_get_last_error(), "set its points and frequencies first") != NULL);
  points.struct_size = 1;
  INVALID(papilio_nufft_set_points(nufft, &points, &frequencies));
  papilio_nufft_destroy(nufft);
}

void nonuniform_transforms(const papilio_device* device) {
  papilio_nufft_problem problem = papilio_nufft_problem_init();
  papilio_nufft* nufft = NULL;
  points_to_modes(device);
  points_to_frequencies(device);
  INVALID(papilio_nufft_create(device, NULL, &nufft));
  INVALID(papilio_nufft_create(device, &problem, &nufft)); /* no type */
  EXPECT(nufft == NULL);
  problem.type = 2;
  INVALID(papilio_nufft_create(device, &problem, &nufft)); /* no axes */
  problem.axes = 1;
  INVALID(papilio_nufft_create(device, &problem, &nufft)); /* no modes */
  problem.modes[0] = 8;
  problem.sign = 2;
  INVALID(papilio_nufft_create(device, &problem, &nufft));
  problem.sign = -1;
  problem.modes[1] = 8;
  INVALID(papilio_nufft_create(device, &problem, &nufft)); /* more modes than axes */
  EXPECT(strstr(papilio_get_last_error(), "modes[1] 8") != NULL);
  problem.modes[1] = 0;
  problem.precision = (papilio_precision)9;
  INVALID(papilio_nufft_create(device, &problem, &nufft));
  problem.struct_size = 1;
  INVALID(papilio_nufft_create(device, &problem, &nufft));
  EXPECT_STATUS(papilio_nufft_create_from_token(device, "nufft1:f32", &nufft), PAPILIO_INVALID_TOKEN);
}
