/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of spectral operators, from C. */
#include <math.h>
#include <papilio/operator.h>
#include <papilio/spectral_convolution.h>
#include <string.h>

#include "expect.h"

void operator_null_arguments(void) {
  papilio_operator* op = NULL;
  papilio_operator_problem problem = papilio_operator_problem_init();
  const double spectrum[2] = {1, 0};
  float number = 0;
  papilio_operator_destroy(NULL);
  INVALID(papilio_operator_create(NULL, &problem, "1", &op));
  INVALID(papilio_operator_create_from_spectrum(NULL, &problem, spectrum, &op));
  INVALID(papilio_operator_execute_host(NULL, &number, &number, NULL));
  INVALID(papilio_operator_execute(NULL, NULL, NULL, NULL));
  {
    papilio_spectral_convolution* layer = NULL;
    const papilio_spectral_convolution_problem matrices = papilio_spectral_convolution_problem_init();
    int64_t count = 0;
    papilio_spectral_convolution_destroy(NULL);
    INVALID(papilio_spectral_convolution_create(NULL, &matrices, &number, &layer));
    INVALID(papilio_spectral_convolution_create_with_weights(NULL, &number, &layer));
    INVALID(papilio_spectral_convolution_execute_host(NULL, &number, &number, NULL));
    INVALID(papilio_spectral_convolution_execute(NULL, NULL, NULL, NULL));
    INVALID(papilio_spectral_convolution_problem_get_elements(NULL, &count, NULL, NULL));
  }
}

enum { op_rows = 4, op_columns = 6, op_batch = 2, op_points = op_rows * op_columns };

/* cos(x + y) and its derivative by x, times 1 and 2 in the two arrays. */
static void waves(float* values, float* slopes) {
  const double pi = 3.14159265358979323846;
  for (int i = 0; i < op_batch * op_points; ++i) {
    const double x = 2 * pi * (i % op_columns) / op_columns;
    const double y = 2 * pi * (i / op_columns % op_rows) / op_rows;
    const int array = i / op_points + 1;
    values[i] = (float)(array * cos(x + y));
    slopes[i] = (float)(array * -sin(x + y));
  }
}

static void derivative_by_a_formula(const papilio_device* device) {
  papilio_operator_problem problem = papilio_operator_problem_init();
  papilio_operator* op = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer *from = NULL, *to = NULL;
  papilio_timing timing = {-1, -1, -1};
  float values[op_batch * op_points], slopes[op_batch * op_points], got[op_batch * op_points],
      again[op_batch * op_points];
  waves(values, slopes);
  problem.field = PAPILIO_REAL;
  problem.axes = 2;
  problem.lengths[0] = op_rows;
  problem.lengths[1] = op_columns;
  problem.batch = op_batch;
  OK(papilio_operator_create(device, &problem, "i*kx", &op));
  OK(papilio_operator_execute_host(op, values, got, &timing));
  EXPECT(timing.kernels >= 0);
  for (int i = 0; i < op_batch * op_points; ++i) EXPECT(fabs(got[i] - slopes[i]) < 1e-5);
  INVALID(papilio_operator_execute_host(op, NULL, got, NULL));
  INVALID(papilio_operator_execute_host(op, got, got, NULL));

  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(values), &from));
  OK(papilio_buffer_create(device, sizeof(got), &to));
  OK(papilio_stream_upload(stream, from, 0, values, sizeof(values)));
  OK(papilio_operator_execute(op, stream, from, to));
  OK(papilio_stream_download(stream, to, 0, again, sizeof(again)));
  for (int i = 0; i < op_batch * op_points; ++i) EXPECT(got[i] == again[i]);
  papilio_buffer_destroy(from);
  papilio_buffer_destroy(to);
  papilio_stream_destroy(stream);
  papilio_operator_destroy(op);
}

/* Half a sample towards higher indices, twice. */
static void shift_by_numbers(const papilio_device* device) {
  papilio_operator_problem problem = papilio_operator_problem_init();
  papilio_operator* op = NULL;
  double spectrum[2 * op_columns];
  float signal[2 * op_columns], once[2 * op_columns], twice[2 * op_columns];
  for (int k = 0; k < op_columns; ++k) {
    const int wave = k < (op_columns + 1) / 2 ? k : k - op_columns;
    spectrum[2 * k] = cos(3.14159265358979323846 * wave / op_columns);
    spectrum[2 * k + 1] = -sin(3.14159265358979323846 * wave / op_columns);
  }
  for (int i = 0; i < 2 * op_columns; ++i) signal[i] = (float)(i * i % 7);
  problem.field = PAPILIO_COMPLEX;
  problem.axes = 1;
  problem.lengths[0] = op_columns;
  OK(papilio_operator_create_from_spectrum(device, &problem, spectrum, &op));
  OK(papilio_operator_execute_host(op, signal, once, NULL));
  OK(papilio_operator_execute_host(op, once, twice, NULL));
  for (int i = 0; i < 2 * op_columns; ++i)
    EXPECT(fabs(twice[i] - signal[(i + 2 * op_columns - 2) % (2 * op_columns)]) < 1e-5);
  papilio_operator_destroy(op);
}

static void refused_operators(const papilio_device* device) {
  papilio_operator_problem problem = papilio_operator_problem_init();
  papilio_operator* op = NULL;
  INVALID(papilio_operator_create(device, &problem, "1", &op)); /* no axes */
  problem.axes = 1;
  INVALID(papilio_operator_create(device, &problem, "1", &op)); /* no length */
  problem.lengths[0] = problem.lengths[1] = 8;
  INVALID(papilio_operator_create(device, &problem, "1", &op));
  EXPECT(strstr(papilio_get_last_error(), "lengths[1] 8") != NULL);
  problem.lengths[1] = 0;
  INVALID(papilio_operator_create(device, &problem, "exp(kx", &op));
  EXPECT(strstr(papilio_get_last_error(), "column 7") != NULL);
  INVALID(papilio_operator_create(device, &problem, "1/kx", &op));
  INVALID(papilio_operator_create(device, &problem, NULL, &op));
  problem.batch = -1;
  INVALID(papilio_operator_create(device, &problem, "1", &op));
  problem.batch = 0;
  problem.struct_size = 1;
  INVALID(papilio_operator_create(device, &problem, "1", &op));
  EXPECT(op == NULL);
}

enum { layer_points = 8, layer_modes = 5, layer_in = 2, layer_out = 3 };

/* Weights that are the same at all modes mix the channels: y[o] = x[0] - (o+1) x[1]. */
static void matrices_over_channels(const papilio_device* device) {
  papilio_spectral_convolution_problem problem = papilio_spectral_convolution_problem_init();
  papilio_spectral_convolution *layer = NULL, *silent = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer *from = NULL, *to = NULL;
  papilio_timing timing = {-1, -1, -1};
  int64_t in = 0, out = 0, count = 0;
  float weights[2 * layer_in * layer_out * layer_modes] = {0}, none[2 * layer_in * layer_out * layer_modes] = {0};
  float x[layer_in * layer_points], y[layer_out * layer_points], again[layer_out * layer_points];
  for (int i = 0; i < layer_in * layer_out * layer_modes; ++i) {
    const int output = i / layer_modes % layer_out;
    weights[2 * i] = i < layer_out * layer_modes ? 1.0F : -(float)(output + 1);
  }
  for (int i = 0; i < layer_in * layer_points; ++i) x[i] = (float)(i * i % 11);
  problem.field = PAPILIO_REAL;
  problem.axes = 1;
  problem.lengths[0] = layer_points;
  problem.modes[0] = layer_modes;
  problem.in_channels = layer_in;
  problem.out_channels = layer_out;
  OK(papilio_spectral_convolution_problem_get_elements(&problem, &in, &out, &count));
  EXPECT(in == layer_in * layer_points && out == layer_out * layer_points);
  EXPECT(count == layer_in * layer_out * layer_modes);
  OK(papilio_spectral_convolution_create(device, &problem, weights, &layer));
  OK(papilio_spectral_convolution_execute_host(layer, x, y, &timing));
  EXPECT(timing.kernels >= 0);
  for (int i = 0; i < layer_out * layer_points; ++i) {
    const int point = i % layer_points;
    EXPECT(fabs(y[i] - (x[point] - (float)(i / layer_points + 1) * x[layer_points + point])) < 1e-4);
  }
  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(x), &from));
  OK(papilio_buffer_create(device, sizeof(y), &to));
  OK(papilio_stream_upload(stream, from, 0, x, sizeof(x)));
  OK(papilio_spectral_convolution_execute(layer, stream, from, to));
  OK(papilio_stream_download(stream, to, 0, again, sizeof(again)));
  for (int i = 0; i < layer_out * layer_points; ++i) EXPECT(y[i] == again[i]);
  OK(papilio_spectral_convolution_create_with_weights(layer, none, &silent));
  OK(papilio_spectral_convolution_execute_host(silent, x, again, NULL));
  for (int i = 0; i < layer_out * layer_points; ++i) EXPECT(again[i] == 0);
  problem.modes[0] = layer_modes + 1;
  papilio_spectral_convolution_destroy(silent);
  INVALID(papilio_spectral_convolution_create(device, &problem, weights, &silent));
  problem.modes[0] = layer_modes;
  problem.modes[1] = 1;
  INVALID(papilio_spectral_convolution_create(device, &problem, weights, &silent));
  EXPECT(strstr(papilio_get_last_error(), "modes[1] 1") != NULL);
  EXPECT(silent == NULL);
  papilio_buffer_destroy(from);
  papilio_buffer_destroy(to);
  papilio_stream_destroy(stream);
  papilio_spectral_convolution_destroy(layer);
}

void spectral_operators(const papilio_device* device) {
  matrices_over_channels(device);
  derivative_by_a_formula(device);
  shift_by_numbers(device);
  refused_operators(device);
}
