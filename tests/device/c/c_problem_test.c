/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * One-liners, problems without plans, batches of their own, asynchronous copies and events, from C. */
#include <papilio/papilio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

void one_liners(void) {
  float x[6] = {1, 0, 2, 0, 4, 0};
  float half[4] = {0};
  float y[4] = {1, 2, 3, 4};
  EXPECT_STATUS(papilio_fft_f32(-1, x, x, PAPILIO_NORM_DEFAULT), PAPILIO_INVALID_ARGUMENT);
  EXPECT_STATUS(papilio_fft_f32(INT64_MAX, x, x, PAPILIO_NORM_DEFAULT), PAPILIO_UNSUPPORTED);
  EXPECT_STATUS(papilio_fft_f32(3, x, x, (papilio_norm)4), PAPILIO_INVALID_ARGUMENT);
  EXPECT_STATUS(papilio_dct_f32(4, y, y, 5, PAPILIO_NORM_DEFAULT), PAPILIO_INVALID_ARGUMENT);
  int64_t length = 0;
  OK(papilio_next_fast_len(1000000000000037, PAPILIO_C2C, &length));
  EXPECT(length == 1000010753280000);
  OK(papilio_prev_fast_len(1000000000000000 - 1, PAPILIO_R2C, &length));
  EXPECT(length == 996451875000000);
  INVALID(papilio_next_fast_len(INT64_MAX, PAPILIO_C2C, &length));
  INVALID(papilio_prev_fast_len(0, PAPILIO_C2C, &length));
  INVALID(papilio_next_fast_len(8, (papilio_kind)12, &length));
  INVALID(papilio_next_fast_len(8, PAPILIO_C2C, NULL));
  OK(papilio_fft_f32(0, NULL, NULL, PAPILIO_NORM_DEFAULT));
  OK(papilio_fft_f32(3, x, x, PAPILIO_NORM_DEFAULT)); /* in place */
  EXPECT(near(x[0], 7) && near(x[1], 0));
  EXPECT(near(x[2], -2) && near(x[3], 1.7320508)); /* 1 + 2w + 4w^2 with w = exp(-2*pi*i/3) */
  OK(papilio_ifft_f32(3, x, x, PAPILIO_NORM_BACKWARD));
  EXPECT(near(x[0], 1) && near(x[2], 2) && near(x[4], 4) && near(x[5], 0));
  OK(papilio_fft_f32(3, x, x, PAPILIO_NORM_FORWARD));
  EXPECT(near(x[0], 7.0 / 3));

  for (int i = 0; i < 3; ++i) x[i] = (float)(1 << i); /* three real samples */
  OK(papilio_rfft_f32(3, x, half, PAPILIO_NORM_DEFAULT));
  EXPECT(near(half[0], 7) && near(half[2], -2) && near(half[3], 1.7320508));
  OK(papilio_irfft_f32(3, half, x, PAPILIO_NORM_DEFAULT));
  EXPECT(near(x[0], 1) && near(x[1], 2) && near(x[2], 4));
  OK(papilio_dct_f32(4, y, half, 2, PAPILIO_NORM_DEFAULT)); /* X[0] is twice the sum */
  EXPECT(near(half[0], 20) && near(half[2], 0));
  OK(papilio_idct_f32(4, half, y, 2, PAPILIO_NORM_DEFAULT));
  for (int i = 0; i < 4; ++i) EXPECT(near(y[i], i + 1));
  OK(papilio_dst_f32(4, y, half, 3, PAPILIO_NORM_ORTHO));
  OK(papilio_idst_f32(4, half, y, 3, PAPILIO_NORM_ORTHO));
  for (int i = 0; i < 4; ++i) EXPECT(near(y[i], i + 1));
}

/* Means of an axis and scales of single ones, to a token and back. */
static void problem_means_and_scales(void) {
  papilio_problem problem = papilio_problem_init();
  papilio_problem parsed = papilio_problem_init();
  char token[100];
  size_t length = 0;
  problem.kind = PAPILIO_R2C;
  problem.rank = 2;
  problem.lengths[0] = 4;
  problem.lengths[1] = 6;
  problem.detrend = PAPILIO_DETREND_MEAN;
  problem.detrend_other_axis = 1;
  problem.axis_scales[0] = PAPILIO_SCALE_INVERSE_N;
  OK(papilio_problem_to_token(&problem, token, sizeof(token), &length));
  EXPECT(strcmp(token, "r2c:f32:4x6:scale=1/n@0:detrend=mean@0") == 0);
  OK(papilio_problem_parse(token, &parsed));
  EXPECT(parsed.detrend == PAPILIO_DETREND_MEAN && parsed.detrend_other_axis == 1);
  EXPECT(parsed.axis_scales[0] == PAPILIO_SCALE_INVERSE_N && parsed.axis_scales[1] == PAPILIO_SCALE_NONE);
  problem.scale = PAPILIO_SCALE_INVERSE_N;
  INVALID(papilio_problem_to_token(&problem, token, sizeof(token), &length));
  problem.scale = PAPILIO_SCALE_NONE;
  problem.axis_scales[0] = (papilio_scale)7;
  INVALID(papilio_problem_to_token(&problem, token, sizeof(token), &length));
  problem.axis_scales[0] = PAPILIO_SCALE_NONE;
  problem.detrend = (papilio_detrend)2;
  INVALID(papilio_problem_to_token(&problem, token, sizeof(token), &length));
}

/* What needs no device: tokens, defaults, sizes. */
void problem_values(void) {
  papilio_problem problem = papilio_problem_init();
  char token[64], cut[8];
  size_t length = 0, in_bytes = 0, out_bytes = 0;
  int64_t inputs = 0, outputs = 0;
  problem.kind = PAPILIO_R2C;
  problem.rank = 2;
  problem.lengths[0] = 30;
  problem.lengths[1] = 40;
  OK(papilio_problem_to_token(&problem, token, sizeof(token), &length));
  EXPECT(strcmp(token, "r2c:f32:30x40") == 0 && length == strlen(token));
  OK(papilio_problem_to_token(&problem, cut, sizeof(cut), &length));
  EXPECT(strcmp(cut, "r2c:f32") == 0 && length == 13);
  OK(papilio_problem_get_elements(&problem, &inputs, &outputs));
  EXPECT(inputs == 30 * 40 && outputs == 30 * 21);
  OK(papilio_problem_get_bytes(&problem, &in_bytes, &out_bytes));
  EXPECT(in_bytes == 30 * 40 * 4 && out_bytes == 30 * 21 * 8);
  problem.norm = PAPILIO_NORM_ORTHO;
  OK(papilio_problem_normalise(&problem));
  EXPECT(problem.batch == 1 && problem.in_distance == 1200 && problem.out_distance == 630 && problem.factor == 1);
  EXPECT(problem.in_strides[0] == 40 && problem.in_strides[1] == 1 && problem.out_strides[0] == 21);
  EXPECT(problem.scale == PAPILIO_SCALE_INVERSE_SQRT_N && problem.norm == PAPILIO_NORM_DEFAULT);
  OK(papilio_problem_to_token(&problem, token, sizeof(token), NULL));
  EXPECT(strcmp(token, "r2c:f32:30x40:scale=1/sqrt(n)") == 0);
  problem.norm = PAPILIO_NORM_ORTHO; /* and the scale */
  INVALID(papilio_problem_normalise(&problem));
  problem = papilio_problem_init_1d(PAPILIO_C2R, PAPILIO_F32, 64, 3);
  problem.norm = PAPILIO_NORM_BACKWARD;
  OK(papilio_problem_to_token(&problem, token, sizeof(token), NULL));
  EXPECT(strcmp(token, "c2r:f32:64*3:scale=1/n") == 0);
  problem.placement = PAPILIO_IN_PLACE;
  OK(papilio_problem_get_bytes(&problem, &in_bytes, &out_bytes));
  EXPECT(in_bytes == 3 * 33 * 8 && out_bytes == in_bytes);
  problem.struct_size = 0;
  INVALID(papilio_problem_get_bytes(&problem, &in_bytes, &out_bytes));
  INVALID(papilio_problem_parse("c2c:f32:64", &problem));
  EXPECT(strstr(papilio_get_last_error(), "papilio_problem_init()") != NULL);
  problem_means_and_scales();
}

/* Another batch than the plan's, and the estimate of it. */
void batches_and_estimates(const papilio_device* device) {
  enum { N = 12, BATCH = 5, FEW = 2 };
  papilio_problem problem = papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, N, BATCH);
  papilio_estimate estimate = papilio_estimate_init();
  papilio_plan* plan = NULL;
  float in[2 * N * FEW] = {0}, out[2 * N * FEW];
  papilio_host_operands host = papilio_host_operands_init(in, sizeof(in), out, sizeof(out));
  int64_t least = 0, most = 0;
  size_t scratch_bytes = 1;
  in[0] = 1;
  in[2 * N] = 2;
  OK(papilio_problem_estimate(&problem, device, &estimate));
  EXPECT(estimate.launches >= 1 && estimate.seconds > 0 && estimate.read_bytes >= 8 * N * BATCH);
  OK(papilio_plan_create(device, &problem, &plan));
  OK(papilio_plan_get_scratch_bytes(plan, &scratch_bytes));
  EXPECT(scratch_bytes == estimate.scratch_bytes);
  OK(papilio_plan_get_batch_limits(plan, &least, &most));
  EXPECT(least == 1 && most >= BATCH);
  INVALID(papilio_plan_execute_host(plan, &host, NULL)); /* too small for the whole batch */
  host.batch = FEW;
  OK(papilio_plan_execute_host(plan, &host, NULL));
  for (int i = 0; i < N * FEW; ++i) {
    const int array = i / N;
    EXPECT(near(out[2 * i], array + 1) && near(out[2 * i + 1], 0));
  }
  host.struct_size += 1;
  INVALID(papilio_plan_execute_host(plan, &host, NULL));
  papilio_plan_destroy(plan);
}

/* Asynchronous copies on one stream, an execution on another, in step by an event. */
void events(const papilio_device* device) {
  enum { N = 4096, BYTES = 8 * N };
  papilio_plan* plan = NULL;
  papilio_stream *copies = NULL, *compute = NULL;
  papilio_buffer *in = NULL, *out = NULL;
  papilio_event *begin = NULL, *uploaded = NULL, *end = NULL;
  float* x = calloc(2 * N, sizeof(float));
  double seconds = -1;
  x[0] = 3;
  OK(papilio_plan_create_from_token(device, "c2c:f32:4096", &plan));
  OK(papilio_stream_create(device, &copies));
  OK(papilio_stream_create(device, &compute));
  OK(papilio_buffer_create(device, BYTES, &in));
  OK(papilio_buffer_create(device, BYTES, &out));
  OK(papilio_stream_record(compute, &begin));
  OK(papilio_stream_upload_async(copies, in, 0, x, BYTES));
  OK(papilio_stream_record(copies, &uploaded));
  OK(papilio_stream_wait(compute, uploaded));
  OK(papilio_plan_execute(plan, compute, in, out, NULL));
  OK(papilio_event_wait(uploaded)); /* the copy to the device is done with x */
  OK(papilio_stream_download_async(compute, out, 0, x, BYTES));
  OK(papilio_stream_record(compute, &end));
  OK(papilio_event_wait(end));
  for (int i = 0; i < N; ++i) EXPECT(near(x[2 * i], 3) && near(x[2 * i + 1], 0));
  OK(papilio_event_get_seconds_since(end, begin, &seconds));
  EXPECT(seconds >= 0);
  INVALID(papilio_event_get_seconds_since(end, NULL, &seconds));
  INVALID(papilio_event_get_seconds_since(end, begin, NULL));
  INVALID(papilio_stream_record(compute, NULL));
  INVALID(papilio_stream_wait(compute, NULL));
  papilio_event_destroy(begin);
  papilio_event_destroy(uploaded);
  papilio_event_destroy(end);
  papilio_buffer_destroy(in);
  papilio_buffer_destroy(out);
  papilio_stream_destroy(copies);
  papilio_stream_destroy(compute);
  papilio_plan_destroy(plan);
  free(x);
}
