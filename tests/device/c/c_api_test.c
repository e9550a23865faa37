/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API from C. Exit code 0: as it should be; 1: not; 77: no device, skipped. */
#include <papilio/papilio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

static void version_of_the_library(void) {
  char headers[32];
  snprintf(headers, sizeof(headers), "%d.%d.%d", PAPILIO_VERSION_MAJOR, PAPILIO_VERSION_MINOR, PAPILIO_VERSION_PATCH);
  EXPECT(strcmp(papilio_get_version(), headers) == 0);
  EXPECT(PAPILIO_VERSION == PAPILIO_VERSION_MAJOR * 10000 + PAPILIO_VERSION_MINOR * 100 + PAPILIO_VERSION_PATCH);
}

static void null_destructions(void) {
  papilio_device_destroy(NULL);
  papilio_plan_destroy(NULL);
  papilio_stream_destroy(NULL);
  papilio_buffer_destroy(NULL);
  papilio_event_destroy(NULL);
}

static void null_arguments(void) {
  papilio_device* device = NULL;
  papilio_plan* plan = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer* buffer = NULL;
  papilio_event* event = NULL;
  papilio_device_info info = papilio_device_info_init();
  papilio_problem problem = papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, 64, 1);
  papilio_estimate estimate = papilio_estimate_init();
  float x[2] = {0, 0};
  double y[2] = {0, 0};
  size_t size = 0;
  INVALID(papilio_fft_f32(1, NULL, x, PAPILIO_NORM_DEFAULT));
  INVALID(papilio_fft_f64(1, y, NULL, PAPILIO_NORM_DEFAULT));
  INVALID(papilio_ifft_f32(1, x, NULL, PAPILIO_NORM_DEFAULT));
  INVALID(papilio_ifft_f64(1, NULL, y, PAPILIO_NORM_DEFAULT));
  INVALID(papilio_rfft_f32(1, NULL, x, PAPILIO_NORM_DEFAULT));
  INVALID(papilio_irfft_f64(1, y, NULL, PAPILIO_NORM_DEFAULT));
  INVALID(papilio_dct_f32(1, NULL, x, 2, PAPILIO_NORM_DEFAULT));
  INVALID(papilio_idst_f64(1, y, NULL, 2, PAPILIO_NORM_DEFAULT));
  INVALID(papilio_device_get_count(NULL));
  INVALID(papilio_device_get_info_at(0, NULL));
  INVALID(papilio_device_get_info_at(SIZE_MAX, &info));
  INVALID(papilio_problem_to_token(NULL, NULL, 0, &size));
  INVALID(papilio_problem_to_token(&problem, NULL, 1, &size));
  INVALID(papilio_problem_normalise(NULL));
  INVALID(papilio_problem_get_elements(NULL, NULL, NULL));
  INVALID(papilio_problem_get_bytes(NULL, NULL, NULL));
  INVALID(papilio_problem_estimate(&problem, NULL, &estimate));
  INVALID(papilio_device_open(NULL, &device));
  INVALID(papilio_device_open("auto", NULL));
  INVALID(papilio_device_get_info(NULL, &info));
  INVALID(papilio_problem_parse(NULL, &problem));
  INVALID(papilio_problem_parse("c2c:f32:64", NULL));
  INVALID(papilio_plan_create(NULL, &problem, &plan));
  INVALID(papilio_plan_create_from_token(NULL, "c2c:f32:64", &plan));
  INVALID(papilio_plan_get_problem(NULL, &problem));
  INVALID(papilio_plan_get_elements(NULL, NULL, NULL));
  INVALID(papilio_plan_get_scratch_bytes(NULL, &size));
  INVALID(papilio_plan_describe(NULL, NULL, 0, &size));
  INVALID(papilio_plan_execute_f32(NULL, x, x, NULL));
  INVALID(papilio_plan_execute_f64(NULL, y, y, NULL));
  INVALID(papilio_plan_get_batch_limits(NULL, NULL, NULL));
  INVALID(papilio_plan_execute_host(NULL, NULL, NULL));
  INVALID(papilio_plan_execute(NULL, NULL, NULL, NULL, NULL));
  INVALID(papilio_plan_execute_pointers(NULL, NULL, x, x, NULL));
  INVALID(papilio_buffer_create(NULL, 8, &buffer));
  INVALID(papilio_buffer_get_size(NULL, &size));
  INVALID(papilio_stream_create(NULL, &stream));
  INVALID(papilio_stream_upload(NULL, NULL, 0, x, sizeof(x)));
  INVALID(papilio_stream_download(NULL, NULL, 0, x, sizeof(x)));
  INVALID(papilio_stream_upload_async(NULL, NULL, 0, x, sizeof(x)));
  INVALID(papilio_stream_download_async(NULL, NULL, 0, x, sizeof(x)));
  INVALID(papilio_stream_synchronize(NULL));
  INVALID(papilio_stream_record(NULL, &event));
  INVALID(papilio_stream_wait(NULL, NULL));
  INVALID(papilio_event_wait(NULL));
  INVALID(papilio_event_get_seconds_since(NULL, NULL, NULL));
  EXPECT(papilio_device_wrap_opencl(NULL, NULL, &device) != PAPILIO_OK); /* no_device without OpenCL */
  INVALID(papilio_stream_wrap_opencl(NULL, NULL, &stream));
  INVALID(papilio_buffer_wrap_opencl(NULL, NULL, &buffer));
  EXPECT(papilio_device_wrap_cuda(NULL, &device) != PAPILIO_OK); /* no_device without CUDA */
  INVALID(papilio_device_wrap_cuda(NULL, NULL));
  INVALID(papilio_stream_wrap_cuda(NULL, NULL, &stream));
  INVALID(papilio_buffer_wrap_cuda(NULL, NULL, 16, &buffer));
}

static void null_arguments_with_device(const papilio_device* device) {
  papilio_plan* plan = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer* buffer = NULL;
  float x[128] = {0};
  INVALID(papilio_device_get_info(device, NULL));
  INVALID(papilio_plan_create(device, NULL, &plan));
  INVALID(papilio_plan_create_from_token(device, NULL, &plan));
  INVALID(papilio_plan_create_from_token(device, "c2c:f32:64", NULL));
  INVALID(papilio_buffer_create(device, 8, NULL));
  INVALID(papilio_stream_create(device, NULL));
  INVALID(papilio_stream_wrap_opencl(device, NULL, &stream));
  INVALID(papilio_buffer_wrap_opencl(device, NULL, &buffer));
  INVALID(papilio_stream_wrap_cuda(device, NULL, NULL));
  INVALID(papilio_buffer_wrap_cuda(device, NULL, 16, &buffer));
  OK(papilio_plan_create_from_token(device, "c2c:f32:64", &plan));
  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, 512, &buffer));
  INVALID(papilio_plan_get_problem(plan, NULL));
  INVALID(papilio_plan_get_scratch_bytes(plan, NULL));
  INVALID(papilio_plan_describe(plan, NULL, 1, NULL));
  INVALID(papilio_plan_execute_f32(plan, NULL, x, NULL));
  INVALID(papilio_plan_execute_f32(plan, x, NULL, NULL));
  INVALID(papilio_plan_execute(plan, NULL, buffer, buffer, NULL));
  INVALID(papilio_plan_execute(plan, stream, NULL, buffer, NULL));
  INVALID(papilio_plan_execute(plan, stream, buffer, NULL, NULL));
  INVALID(papilio_buffer_get_size(buffer, NULL));
  INVALID(papilio_stream_upload(stream, NULL, 0, x, 8));
  INVALID(papilio_stream_upload(stream, buffer, 0, NULL, 8));
  INVALID(papilio_stream_download(stream, NULL, 0, x, 8));
  INVALID(papilio_stream_download(stream, buffer, 0, NULL, 8));
  papilio_buffer_destroy(buffer);
  papilio_stream_destroy(stream);
  papilio_plan_destroy(plan);
}

static void plan_from_a_struct(const papilio_device* device) {
  enum { N = 12, BATCH = 3, DISTANCE = 14, IN = DISTANCE * (BATCH - 1) + N };
  papilio_plan* plan = NULL;
  papilio_problem problem = papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, N, 1);
  float in[2 * IN] = {0}, out[2 * N * BATCH];
  double wrong[2 * IN] = {0};
  papilio_timing timing = {-1, -1, -1};
  int64_t inputs = 0, outputs = 0;
  problem.batch = BATCH;
  problem.in_distance = DISTANCE;
  problem.scale = PAPILIO_SCALE_INVERSE_N;
  OK(papilio_plan_create(device, &problem, &plan));
  OK(papilio_plan_get_elements(plan, &inputs, &outputs));
  EXPECT(inputs == IN && outputs == N * BATCH);
  for (int b = 0; b < BATCH; ++b) in[2 * b * DISTANCE] = (float)(N * (b + 1));
  OK(papilio_plan_execute_f32(plan, in, out, &timing));
  for (int i = 0; i < N * BATCH; ++i) {
    const int array = i / N;
    EXPECT(near(out[2 * i], array + 1) && near(out[2 * i + 1], 0));
  }
  EXPECT(timing.upload >= 0 && timing.kernels >= 0 && timing.download >= 0);
  INVALID(papilio_plan_execute_f32(plan, in, in, NULL));       /* one array, out of place */
  INVALID(papilio_plan_execute_f64(plan, wrong, wrong, NULL)); /* the other precision */
  EXPECT(strstr(papilio_get_last_error(), "papilio_plan_execute_host()") != NULL);
  EXPECT(strstr(papilio_get_last_error(), "std::") == NULL);
  OK(papilio_plan_get_problem(plan, &problem));
  EXPECT(problem.rank == 1 && problem.lengths[0] == N && problem.batch == BATCH && problem.out_distance == N);
  papilio_plan_destroy(plan);
}

static void in_place(const papilio_device* device) {
  papilio_plan* plan = NULL;
  float x[24] = {1}, y[24];
  OK(papilio_plan_create_from_token(device, "c2c:f32:12:inplace", &plan));
  OK(papilio_plan_execute_f32(plan, x, x, NULL));
  EXPECT(near(x[0], 1) && near(x[22], 1) && near(x[23], 0));
  INVALID(papilio_plan_execute_f32(plan, x, y, NULL));
  papilio_plan_destroy(plan);
}

static void problems_refused(const papilio_device* device) {
  papilio_plan* plan = (papilio_plan*)&failures; /* a failure resets it */
  papilio_problem problem = papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, 0, 1);
  INVALID(papilio_plan_create(device, &problem, &plan));
  EXPECT(plan == NULL);
  problem.lengths[0] = 64;
  problem.rank = 0;
  INVALID(papilio_plan_create(device, &problem, &plan));
  problem.rank = PAPILIO_MAX_RANK + 1;
  INVALID(papilio_plan_create(device, &problem, &plan));
  problem.rank = 1;
  problem.batch = -1;
  INVALID(papilio_plan_create(device, &problem, &plan));
  problem.batch = 1;
  problem.scale = (papilio_scale)3;
  INVALID(papilio_plan_create(device, &problem, &plan));
  EXPECT_STATUS(papilio_plan_create_from_token(device, "c2c:f32:64:sideways", &plan), PAPILIO_INVALID_TOKEN);
  EXPECT_STATUS(papilio_plan_create_from_token(device, "c2c:f32:2^28", &plan), PAPILIO_UNSUPPORTED);
}

static void streams_and_scratch(const papilio_device* device) {
  enum { N = 65536, BYTES = 8 * N };
  papilio_plan* plan = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer *data = NULL, *scratch = NULL, *small = NULL;
  float* x = calloc(2 * N, sizeof(float));
  size_t scratch_bytes = 0, size = 0;
  OK(papilio_plan_create_from_token(device, "c2c:f32:65536:inplace", &plan));
  OK(papilio_plan_get_scratch_bytes(plan, &scratch_bytes));
  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, BYTES, &data));
  OK(papilio_buffer_create(device, BYTES - 1, &small));
  OK(papilio_buffer_create(device, scratch_bytes, &scratch));
  OK(papilio_buffer_get_size(data, &size));
  EXPECT(size == BYTES);
  x[2] = 1; /* element 1 */
  OK(papilio_stream_upload(stream, data, 0, x, BYTES));
  OK(papilio_plan_execute(plan, stream, data, data, scratch));
  OK(papilio_stream_synchronize(stream));
  OK(papilio_stream_download(stream, data, 0, x, BYTES));
  EXPECT(near(x[0], 1) && near(x[1], 0));
  EXPECT(near(x[N / 2], 0) && near(x[N / 2 + 1], -1)); /* bin n/4 is exp(-i*pi/2): the sign of forward */
  OK(papilio_plan_execute(plan, stream, data, data, NULL));
  OK(papilio_stream_download(stream, data, BYTES - 8, x, 8));
  EXPECT(near(x[0] / N, 1)); /* forward twice: n times the reversed signal */
  INVALID(papilio_stream_download(stream, data, BYTES, x, 8));
  INVALID(papilio_plan_execute(plan, stream, small, small, NULL));
  INVALID(papilio_plan_execute(plan, stream, data, scratch, NULL));
  papilio_plan_destroy(plan);
  papilio_buffer_destroy(small);
  papilio_buffer_destroy(scratch);
  papilio_buffer_destroy(data);
  papilio_stream_destroy(stream);
  free(x);
}

/* Integer input, doubled by a callback with its own data; planar output in separate buffers. */
static void storages_planes_and_callbacks(const papilio_device* device) {
  static const char* text =
      "PAPILIO_FUNCTION papilio_real papilio_load(papilio_real x, papilio_index i, papilio_data user) {"
      " return x * user[0] * FACTOR; }";
  const papilio_parameter parameter = {"FACTOR", 0.5};
  papilio_callbacks callbacks = papilio_callbacks_init();
  papilio_callbacks nameless = papilio_callbacks_init();
  const int16_t samples[8] = {3, 3, 3, 3, 3, 3, 3, 3};
  const float data[1] = {4};
  float spectrum[10];
  float parts[2][5];
  size_t in_bytes = 0;
  size_t out_bytes = 0;
  papilio_plan* plan = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer* buffers[4] = {NULL, NULL, NULL, NULL};
  papilio_operands operands;
  papilio_host_operands host;
  papilio_problem problem = papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, 8, 1);
  int i = 0;
  callbacks.load = nameless.load = text;
  callbacks.parameters = &parameter;
  callbacks.parameter_count = nameless.parameter_count = 1;
  problem.kind = PAPILIO_R2C;
  problem.in_storage = PAPILIO_STORE_I16;
  OK(papilio_plan_create(device, &problem, &plan));
  OK(papilio_plan_get_bytes(plan, &in_bytes, &out_bytes));
  EXPECT(in_bytes == sizeof(samples) && out_bytes == sizeof(spectrum));
  host = papilio_host_operands_init(samples, in_bytes, spectrum, out_bytes);
  OK(papilio_plan_execute_host(plan, &host, NULL));
  EXPECT(near(spectrum[0], 24) && near(spectrum[1], 0) && near(spectrum[2], 0));
  host.in_bytes -= 2;
  INVALID(papilio_plan_execute_host(plan, &host, NULL));
  host = papilio_host_operands_init(NULL, in_bytes, spectrum, out_bytes);
  INVALID(papilio_plan_execute_host(plan, &host, NULL));
  papilio_plan_destroy(plan);

  problem.out_layout = PAPILIO_PLANAR;
  OK(papilio_plan_create(device, &problem, &plan));
  for (i = 0; i < 5; ++i) parts[0][i] = parts[1][i] = 9;
  host = papilio_host_operands_init(samples, in_bytes, parts[0], out_bytes / 2);
  host.out_imaginary = parts[1];
  OK(papilio_plan_execute_host(plan, &host, NULL));
  EXPECT(near(parts[0][0], 24) && near(parts[0][1], 0) && near(parts[1][0], 0));
  host.in_imaginary = samples;
  INVALID(papilio_plan_execute_host(plan, &host, NULL));
  papilio_plan_destroy(plan);
  problem.out_layout = PAPILIO_INTERLEAVED;

  problem.in_storage = PAPILIO_STORE_NATIVE;
  problem.kind = PAPILIO_DHT;
  problem.placement = PAPILIO_IN_PLACE;
  for (i = 0; i < 8; ++i) spectrum[i] = 3;
  OK(papilio_plan_create(device, &problem, &plan));
  host = papilio_host_operands_init(spectrum, 8 * sizeof(float), spectrum, 8 * sizeof(float));
  OK(papilio_plan_execute_host(plan, &host, NULL));
  EXPECT(near(spectrum[0], 24) && near(spectrum[1], 0));
  host = papilio_host_operands_init(NULL, 0, spectrum, 8 * sizeof(float));
  OK(papilio_plan_execute_host(plan, &host, NULL));
  EXPECT(near(spectrum[0], 24) && near(spectrum[7], 24));
  papilio_plan_destroy(plan);
  problem.in_storage = PAPILIO_STORE_I16;
  problem.kind = PAPILIO_R2C;
  problem.placement = PAPILIO_OUT_OF_PLACE;

  problem.out_layout = PAPILIO_PLANAR;
  OK(papilio_plan_create_with_callbacks(device, &problem, &callbacks, &plan));
  OK(papilio_stream_create(device, &stream));
  for (i = 0; i < 4; ++i) OK(papilio_buffer_create(device, i == 0 ? sizeof(samples) : sizeof(parts[0]), &buffers[i]));
  OK(papilio_stream_upload(stream, buffers[0], 0, samples, sizeof(samples)));
  OK(papilio_stream_upload(stream, buffers[3], 0, data, sizeof(data)));
  operands = papilio_operands_init(buffers[0], buffers[1]);
  operands.out_imaginary = buffers[2];
  operands.load_data = buffers[3];
  OK(papilio_plan_execute_operands(plan, stream, &operands));
  for (i = 0; i < 2; ++i) OK(papilio_stream_download(stream, buffers[1 + i], 0, parts[i], sizeof(parts[i])));
  EXPECT(near(parts[0][0], 48) && near(parts[0][3], 0) && near(parts[1][0], 0));
  operands.in_imaginary = buffers[3];
  INVALID(papilio_plan_execute_operands(plan, stream, &operands)); /* the input is real */
  INVALID(papilio_plan_execute_operands(plan, stream, NULL));
  for (i = 0; i < 4; ++i) papilio_buffer_destroy(buffers[i]);
  papilio_stream_destroy(stream);
  papilio_plan_destroy(plan);
  INVALID(papilio_plan_create_with_callbacks(device, &problem, &nameless, &plan));
  INVALID(papilio_plan_create_with_callbacks(device, &problem, NULL, &plan));
  problem.in_storage = (papilio_storage)77;
  INVALID(papilio_plan_create(device, &problem, &plan));
}

static void descriptions(const papilio_device* device) {
  papilio_plan* plan = NULL;
  papilio_device_info info = papilio_device_info_init();
  char text[4096], cut[8];
  size_t length = 0;
  OK(papilio_device_get_info(device, &info));
  EXPECT(info.name[0] != '\0' && info.id[0] != '\0' && info.compute_units > 0 && info.global_memory > 0);
  OK(papilio_plan_create_from_token(device, "c2c:f32:12:inplace", &plan));
  OK(papilio_plan_describe(plan, NULL, 0, &length));
  EXPECT(length > 20 && length < sizeof(text));
  OK(papilio_plan_describe(plan, text, sizeof(text), NULL));
  EXPECT(strlen(text) == length && strstr(text, "c2c:f32:12:inplace") != NULL);
  OK(papilio_plan_describe(plan, cut, sizeof(cut), &length));
  EXPECT(strlen(cut) == 7 && strncmp(cut, text, 7) == 0 && length == strlen(text));
  papilio_plan_destroy(plan);
}

static void too_much_memory(const papilio_device* device) {
  papilio_device_info info = papilio_device_info_init();
  papilio_buffer* buffer = NULL;
  OK(papilio_device_get_info(device, &info));
  EXPECT_STATUS(papilio_buffer_create(device, 2 * (size_t)info.global_memory, &buffer), PAPILIO_OUT_OF_MEMORY);
  EXPECT(buffer == NULL);
  OK(papilio_buffer_create(device, 64, &buffer));
  papilio_buffer_destroy(buffer);
}

int main(void) {
  const char* selected = getenv("PAPILIO_TEST_DEVICE");
  papilio_device* device = NULL;
  size_t count = 0;
  EXPECT(papilio_get_last_error()[0] == '\0');
  version_of_the_library();
  null_destructions();
  null_arguments();
  convolution_null_arguments();
  stft_null_arguments();
  channelizer_null_arguments();
  spectrum_averager_null_arguments();
  features_null_arguments();
  nufft_null_arguments();
  ragged_null_arguments();
  sphere_null_arguments();
  operator_null_arguments();
  problem_values();
  EXPECT_STATUS(papilio_device_open("cuda:99", &device), PAPILIO_NO_DEVICE);
  OK(papilio_device_get_count(&count));
  if (count == 0) {
    printf("c_api_test: skipped: %s\n", papilio_device_open("auto", &device) ? papilio_get_last_error() : "no device");
    return failures == 0 ? 77 : 1;
  }
  if (selected == NULL || selected[0] == '\0') selected = "auto";
  if (papilio_device_open(selected, &device) == PAPILIO_NO_DEVICE) {
    printf("c_api_test: skipped: %s\n", papilio_get_last_error());
    return failures == 0 ? 77 : 1;
  }
  EXPECT(device != NULL);
  if (device == NULL) return 1;
  null_arguments_with_device(device);
  one_liners();
  plan_from_a_struct(device);
  in_place(device);
  problems_refused(device);
  streams_and_scratch(device);
  batches_and_estimates(device);
  events(device);
  if (callbacks_run()) storages_planes_and_callbacks(device);
  if (callbacks_run()) callback_data_on_the_host(device);
  descriptions(device);
  too_much_memory(device);
  convolutions(device);
  short_time_transforms(device);
  channels(device);
  averaged_spectra(device);
  frame_features(device);
  nonuniform_transforms(device);
  ragged_batches(device);
  plane_waves(device);
  spectral_operators(device);
  own_cuda_objects();
  forked_children(selected);
  papilio_device_destroy(device);
  printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
