/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of convolutions, from C. */
#include <papilio/convolution.h>
#include <string.h>

#include "expect.h"

void convolution_null_arguments(void) {
  papilio_convolution* convolution = NULL;
  papilio_filter* filter = NULL;
  papilio_overlap_save* stream = NULL;
  papilio_convolution_problem problem = papilio_convolution_problem_init();
  size_t size = 0;
  papilio_convolution_destroy(NULL);
  papilio_filter_destroy(NULL);
  papilio_overlap_save_destroy(NULL);
  INVALID(papilio_convolution_problem_parse(NULL, &problem));
  INVALID(papilio_convolution_problem_parse("conv:f32:8:kernel=3", NULL));
  INVALID(papilio_convolution_create(NULL, &problem, &convolution));
  INVALID(papilio_convolution_create_from_token(NULL, "conv:f32:8:kernel=3", &convolution));
  INVALID(papilio_convolution_create_with_callbacks(NULL, &problem, NULL, &convolution));
  INVALID(papilio_convolution_get_problem(NULL, &problem));
  INVALID(papilio_convolution_get_elements(NULL, NULL, NULL, NULL));
  INVALID(papilio_convolution_get_bytes(NULL, &size, NULL, NULL));
  INVALID(papilio_convolution_get_scratch_bytes(NULL, &size));
  INVALID(papilio_convolution_describe(NULL, NULL, 0, &size));
  INVALID(papilio_filter_create(NULL, &size, sizeof(size), &filter));
  INVALID(papilio_convolution_execute(NULL, NULL, NULL, NULL));
  INVALID(papilio_convolution_execute_host(NULL, NULL, NULL, NULL));
  INVALID(papilio_overlap_save_create(NULL, NULL, &stream));
  INVALID(papilio_overlap_save_get_block(NULL, NULL));
  INVALID(papilio_overlap_save_push(NULL, NULL, 0));
  INVALID(papilio_convolution_problem_to_token(NULL, NULL, 0, &size));
  INVALID(papilio_convolution_problem_normalise(NULL));
  INVALID(papilio_convolution_problem_get_elements(NULL, NULL, NULL, NULL));
  INVALID(papilio_convolution_problem_get_bytes(NULL, NULL, NULL, NULL));
  INVALID(papilio_convolution_problem_estimate(NULL, NULL, NULL));
  INVALID(papilio_convolve(NULL, NULL, PAPILIO_FULL, &size, 1));
  INVALID(papilio_overlap_save_flush(NULL));
  INVALID(papilio_overlap_save_finish(NULL));
  INVALID(papilio_overlap_save_get_available(NULL, &size));
  INVALID(papilio_overlap_save_pull(NULL, NULL, 0, &size));
}

static void problems(const papilio_device* device) {
  papilio_convolution_problem problem = papilio_convolution_problem_init();
  papilio_convolution_problem got = papilio_convolution_problem_init();
  papilio_convolution* convolution = NULL;
  int64_t signals = 0, kernels = 0, results = 0;
  size_t bytes[3], length = 0;
  char text[40];
  OK(papilio_convolution_problem_parse("corr:f32:20x30*3:kernel=3x5*3:same:complex:in=i16:out=f16", &problem));
  EXPECT(problem.operation == PAPILIO_CORRELATE && problem.field == PAPILIO_COMPLEX && problem.mode == PAPILIO_SAME);
  EXPECT(problem.rank == 2 && problem.lengths[1] == 30 && problem.kernel_lengths[0] == 3);
  EXPECT(problem.batch == 3 && problem.kernels == 3);
  EXPECT(problem.in_storage == PAPILIO_STORE_I16 && problem.out_storage == PAPILIO_STORE_F16);
  EXPECT_STATUS(papilio_convolution_problem_parse("conv:f32:8", &got), PAPILIO_INVALID_TOKEN);
  OK(papilio_convolution_create(device, &problem, &convolution));
  OK(papilio_convolution_get_problem(convolution, &got));
  EXPECT(got.operation == problem.operation && got.lengths[0] == 20 && got.kernels == 3);
  OK(papilio_convolution_get_elements(convolution, &signals, &kernels, &results));
  EXPECT(signals == 1800 && kernels == 45 && results == 1800);
  OK(papilio_convolution_get_bytes(convolution, &bytes[0], &bytes[1], &bytes[2]));
  EXPECT(bytes[0] == 1800 * 4 && bytes[1] == 45 * 8 && bytes[2] == 1800 * 4);
  OK(papilio_convolution_describe(convolution, text, sizeof(text), &length));
  EXPECT(strlen(text) == sizeof(text) - 1 && length > sizeof(text));
  papilio_convolution_destroy(convolution);

  problem.rank = 4; /* with lengths of 0 */
  INVALID(papilio_convolution_create(device, &problem, &convolution));
  EXPECT(convolution == NULL);
  problem.rank = PAPILIO_MAX_RANK + 1;
  INVALID(papilio_convolution_create(device, &problem, &convolution));
  problem.rank = 1;
  problem.mode = (papilio_convolution_mode)9;
  INVALID(papilio_convolution_create(device, &problem, &convolution));
  problem.mode = PAPILIO_FULL;
  problem.kernels = 2; /* of 3 signals */
  INVALID(papilio_convolution_create(device, &problem, &convolution));
  problem.kernels = 1;
  problem.out_storage = PAPILIO_STORE_U8;
  INVALID(papilio_convolution_create(device, &problem, &convolution));
  EXPECT_STATUS(papilio_convolution_create_from_token(device, "conv:f32:2^27:kernel=2", &convolution),
                PAPILIO_UNSUPPORTED);
}

/* Two interleaved channels, summed into one with weights 1 and 10, in place; gaps between results are unchanged. */
static void layouts(const papilio_device* device) {
  float memory[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const float kernel[2] = {1, 10}, right[8] = {21, 2, 43, 4, 65, 6, 87, 8};
  papilio_convolution_problem problem = papilio_convolution_problem_init();
  papilio_convolution_problem got = papilio_convolution_problem_init();
  papilio_convolution* convolution = NULL;
  papilio_filter* filter = NULL;
  size_t in_bytes = 0, out_bytes = 0;
  problem.rank = 1;
  problem.lengths[0] = 4;
  problem.kernel_lengths[0] = 1;
  problem.batch = problem.kernels = 1;
  problem.in_channels = 2;
  problem.placement = PAPILIO_IN_PLACE;
  problem.in.strides[0] = 1;
  problem.in.strides[1] = 2;
  problem.out.strides[0] = 8;
  problem.out.strides[1] = 2;
  OK(papilio_convolution_create(device, &problem, &convolution));
  OK(papilio_convolution_get_problem(convolution, &got));
  EXPECT(got.in_channels == 2 && got.out_channels == 1 && got.in.strides[1] == 2 && got.placement == PAPILIO_IN_PLACE);
  OK(papilio_convolution_get_bytes(convolution, &in_bytes, NULL, &out_bytes));
  EXPECT(in_bytes == sizeof(memory) && out_bytes == sizeof(memory));
  OK(papilio_filter_create(convolution, kernel, sizeof(kernel), &filter));
  papilio_host_operands host = papilio_host_operands_init(NULL, 0, memory, sizeof(memory));
  OK(papilio_convolution_execute_host(convolution, filter, &host, NULL));
  for (int i = 0; i < 8; ++i) EXPECT(near(memory[i], right[i]));
  papilio_filter_destroy(filter);
  papilio_convolution_destroy(convolution);

  problem.in.layout = PAPILIO_PLANAR; /* real numbers */
  INVALID(papilio_convolution_create(device, &problem, &convolution));
  problem.in.layout = (papilio_complex_layout)7;
  INVALID(papilio_convolution_create(device, &problem, &convolution));
  problem.in.layout = PAPILIO_INTERLEAVED;
  problem.skipped[0] = 1;
  INVALID(papilio_convolution_create(device, &problem, &convolution));
}

/* {1, 2, 3, 4} and {1, 0, -1}: on the host, and on the device. */
static void executions(const papilio_device* device) {
  const float signal[4] = {1, 2, 3, 4}, kernel[3] = {1, 0, -1}, right[6] = {1, 2, 2, 2, -3, -4};
  float out[6];
  papilio_convolution *convolution = NULL, *other = NULL;
  papilio_filter *filter = NULL, *none = NULL;
  papilio_stream* stream = NULL;
  papilio_operands operands = papilio_operands_init(NULL, NULL);
  papilio_buffer *from = NULL, *to = NULL, *scratch = NULL;
  papilio_timing timing = {-1, -1, -1};
  size_t scratch_bytes = 0;
  OK(papilio_convolution_create_from_token(device, "conv:f32:4:kernel=3", &convolution));
  OK(papilio_convolution_create_from_token(device, "conv:f32:5:kernel=3", &other));
  INVALID(papilio_filter_create(convolution, kernel, 8, &none));
  EXPECT(none == NULL);
  OK(papilio_filter_create(convolution, kernel, sizeof(kernel), &filter));
  for (int run = 0; run < 3; ++run) {
    memset(out, 255, sizeof(out)); /* NaN */
    papilio_host_operands host = papilio_host_operands_init(signal, sizeof(signal), out, sizeof(out));
    OK(papilio_convolution_execute_host(convolution, filter, &host, run == 0 ? &timing : NULL));
    for (int i = 0; i < 6; ++i) EXPECT(near(out[i], right[i]));
  }
  EXPECT(timing.upload >= 0 && timing.kernels >= 0 && timing.download >= 0);
  papilio_host_operands wrong = papilio_host_operands_init(signal, sizeof(signal), out, 20);
  INVALID(papilio_convolution_execute_host(convolution, filter, &wrong, NULL));
  wrong = papilio_host_operands_init(NULL, sizeof(signal), out, sizeof(out));
  INVALID(papilio_convolution_execute_host(convolution, filter, &wrong, NULL));
  wrong = papilio_host_operands_init(signal, sizeof(signal), out, sizeof(out));
  wrong.load_bytes = 4;
  INVALID(papilio_convolution_execute_host(convolution, filter, &wrong, NULL));
  wrong = papilio_host_operands_init(out, sizeof(signal), out, sizeof(out)); /* overlapping */
  INVALID(papilio_convolution_execute_host(convolution, filter, &wrong, NULL));
  wrong = papilio_host_operands_init(signal, 20, out, 28);
  INVALID(papilio_convolution_execute_host(other, filter, &wrong, NULL)); /* another convolution's filter */

  OK(papilio_convolution_get_scratch_bytes(convolution, &scratch_bytes));
  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(signal), &from));
  OK(papilio_buffer_create(device, sizeof(out), &to));
  OK(papilio_stream_upload(stream, from, 0, signal, sizeof(signal)));
  INVALID(papilio_convolution_execute(convolution, filter, stream, &operands)); /* no buffers */
  operands.in = from;
  operands.out = from;
  INVALID(papilio_convolution_execute(convolution, filter, stream, &operands));
  operands.out = to;
  operands.in_imaginary = to;
  INVALID(papilio_convolution_execute(convolution, filter, stream, &operands));
  operands.in_imaginary = NULL;
  if (scratch_bytes > 0) {
    OK(papilio_buffer_create(device, scratch_bytes, &scratch));
    operands.scratch = scratch;
  }
  memset(out, 255, sizeof(out));
  OK(papilio_stream_upload(stream, to, 0, out, sizeof(out)));
  OK(papilio_convolution_execute(convolution, filter, stream, &operands));
  papilio_filter_destroy(filter); /* enqueued work keeps it alive */
  papilio_convolution_destroy(convolution);
  OK(papilio_stream_download(stream, to, 0, out, sizeof(out)));
  for (int i = 0; i < 6; ++i) EXPECT(near(out[i], right[i]));
  papilio_convolution_destroy(other);
  papilio_buffer_destroy(scratch);
  papilio_buffer_destroy(to);
  papilio_buffer_destroy(from);
  papilio_stream_destroy(stream);
}

/* 16-bit samples, with a window passed as data and a scale passed as a parameter. */
static void callbacks_and_storages(const papilio_device* device) {
  const int16_t signal[4] = {1, 2, 3, 4};
  const float kernel[3] = {1, 0, -1}, window[4] = {1, 2, 1, 2}, right[6] = {0.5F, 2, 1, 2, -1.5F, -4};
  float out[6];
  papilio_convolution* convolution = NULL;
  papilio_filter* filter = NULL;
  papilio_convolution_problem problem = papilio_convolution_problem_init();
  const papilio_parameter half = {"HALF", 0.5};
  static const char* load =
      "PAPILIO_FUNCTION papilio_real papilio_load(papilio_real x, papilio_index i, papilio_data w) { return x * w[i]; "
      "}";
  static const char* store =
      "PAPILIO_FUNCTION papilio_real papilio_store(papilio_real x, papilio_index i, papilio_data w) { return x * HALF; "
      "}";
  papilio_callbacks callbacks = papilio_callbacks_init();
  callbacks.load = load;
  callbacks.store = store;
  callbacks.parameters = &half;
  callbacks.parameter_count = 1;
  OK(papilio_convolution_problem_parse("conv:f32:4:kernel=3:in=i16", &problem));
  INVALID(papilio_convolution_create_with_callbacks(device, &problem, NULL, &convolution));
  OK(papilio_convolution_create_with_callbacks(device, &problem, &callbacks, &convolution));
  OK(papilio_filter_create(convolution, kernel, sizeof(kernel), &filter));
  papilio_host_operands host = papilio_host_operands_init(signal, sizeof(signal), out, sizeof(out));
  host.load_data = window;
  host.load_bytes = sizeof(window);
  OK(papilio_convolution_execute_host(convolution, filter, &host, NULL));
  for (int i = 0; i < 6; ++i) EXPECT(near(out[i], right[i]));
  host.load_bytes = 15;
  INVALID(papilio_convolution_execute_host(convolution, filter, &host, NULL));
  papilio_filter_destroy(filter);
  papilio_convolution_destroy(convolution);
}

static void streams(const papilio_device* device) {
  enum { N = 1000, K = 5 };
  float signal[N], kernel[K] = {1, 2, 3, 4, 5}, out[N + K];
  papilio_overlap_save_options how = papilio_overlap_save_options_init();
  papilio_overlap_save* stream = NULL;
  size_t done = 0, count = 0;
  int64_t block = 0;
  how.operation = PAPILIO_CORRELATE;
  how.kernel.length = K;
  INVALID(papilio_overlap_save_create(device, &how, &stream));
  how.kernel.values = kernel;
  how.kernel.length = 0;
  INVALID(papilio_overlap_save_create(device, &how, &stream));
  how.kernel.length = K;
  how.block = -1;
  INVALID(papilio_overlap_save_create(device, &how, &stream));
  how.block = 64;
  OK(papilio_overlap_save_create(device, &how, &stream));
  OK(papilio_overlap_save_get_block(stream, &block));
  EXPECT(block >= 64);
  INVALID(papilio_overlap_save_get_block(stream, NULL));
  for (int i = 0; i < N; ++i) signal[i] = (float)((i * 7) % 13) - 6;
  for (size_t at = 0; at < N; at += 125) OK(papilio_overlap_save_push(stream, signal + at, 125));
  OK(papilio_overlap_save_pull(stream, out, 10, &count));
  EXPECT(count == 10);
  OK(papilio_overlap_save_flush(stream));
  OK(papilio_overlap_save_get_available(stream, &count));
  EXPECT(count == N - 10);
  OK(papilio_overlap_save_finish(stream));
  OK(papilio_overlap_save_pull(stream, out + 10, N + K - 10, &done));
  EXPECT(done == N + K - 1 - 10);
  for (int k = 0; k < N + K - 1; ++k) {
    double sum = 0;
    for (int j = 0; j < K; ++j) {
      const int i = k - (K - 1) + j; /* y[0] belongs to k = -(K-1) */
      if (i >= 0 && i < N) sum += (double)signal[i] * kernel[j];
    }
    EXPECT(near(out[k], sum));
  }
  INVALID(papilio_overlap_save_push(stream, NULL, 1));
  OK(papilio_overlap_save_push(stream, NULL, 0));
  papilio_overlap_save_destroy(stream);
}

/* Tokens, defaults and sizes, without a convolution. */
static void values_of_problems(const papilio_device* device) {
  papilio_convolution_problem problem = papilio_convolution_problem_init();
  papilio_estimate estimate = papilio_estimate_init();
  int64_t signals = 0, kernels = 0, results = 0;
  size_t bytes[3], length = 0;
  char token[64];
  problem.rank = 2;
  problem.lengths[0] = 20;
  problem.lengths[1] = 30;
  problem.kernel_lengths[0] = problem.kernel_lengths[1] = 3;
  problem.mode = PAPILIO_SAME;
  problem.in_channels = 2;
  OK(papilio_convolution_problem_to_token(&problem, token, sizeof(token), &length));
  EXPECT(strcmp(token, "conv:f32:20x30:kernel=3x3:same:channels=2x1") == 0 && length == strlen(token));
  OK(papilio_convolution_problem_get_elements(&problem, &signals, &kernels, &results));
  EXPECT(signals == 2 * 600 && kernels == 2 * 9 && results == 600);
  OK(papilio_convolution_problem_get_bytes(&problem, &bytes[0], &bytes[1], &bytes[2]));
  EXPECT(bytes[0] == 4 * 1200 && bytes[1] == 4 * 18 && bytes[2] == 4 * 600);
  OK(papilio_convolution_problem_normalise(&problem));
  EXPECT(problem.batch == 1 && problem.kernels == 1 && problem.out_channels == 1);
  EXPECT(problem.in.distance == 1200 && problem.in.strides[0] == 600 && problem.in.strides[1] == 30);
  EXPECT(problem.in.strides[2] == 1 && problem.kernel.strides[0] == 18 && problem.kernel.strides[3] == 1);
  OK(papilio_convolution_problem_to_token(&problem, token, sizeof(token), NULL));
  EXPECT(strcmp(token, "conv:f32:20x30:kernel=3x3:same:channels=2x1") == 0);
  OK(papilio_convolution_problem_estimate(&problem, device, &estimate));
  EXPECT(estimate.launches >= 1 && estimate.seconds > 0);
  problem.struct_size = 8;
  INVALID(papilio_convolution_problem_normalise(&problem));
  EXPECT(strstr(papilio_get_last_error(), "papilio_convolution_problem_init()") != NULL);
}

static void convolve_and_correlate(void) {
  const float signal[4] = {1, 2, 3, 4}, kernel[2] = {1, 10}, pairs[4] = {0, 1, 0, 1};
  const papilio_values x = {PAPILIO_F32, PAPILIO_REAL, signal, 4}, h = {PAPILIO_F32, PAPILIO_REAL, kernel, 2};
  const papilio_values i = {PAPILIO_F32, PAPILIO_COMPLEX, pairs, 2};
  float out[6] = {0};
  OK(papilio_convolve(&x, &h, PAPILIO_FULL, out, 5));
  EXPECT(near(out[0], 1) && near(out[1], 12) && near(out[3], 34) && near(out[4], 40));
  OK(papilio_correlate(&x, &h, PAPILIO_VALID, out, 3));
  EXPECT(near(out[0], 21) && near(out[2], 43));
  OK(papilio_convolve(&i, &i, PAPILIO_FULL, out, 3)); /* i*i is -1 */
  EXPECT(near(out[0], -1) && near(out[1], 0) && near(out[2], -2) && near(out[4], -1));
  INVALID(papilio_convolve(&x, &h, PAPILIO_FULL, out, 4));
  INVALID(papilio_convolve(&x, &i, PAPILIO_FULL, out, 6));
  INVALID(papilio_convolve(&x, &h, (papilio_convolution_mode)4, out, 5));
  INVALID(papilio_convolve(&x, &h, PAPILIO_FULL, NULL, 5));
}

void convolutions(const papilio_device* device) {
  values_of_problems(device);
  convolve_and_correlate();
  problems(device);
  layouts(device);
  executions(device);
  if (callbacks_run()) callbacks_and_storages(device);
  streams(device);
}
