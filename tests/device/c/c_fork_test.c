/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API in a child of fork() whose parent has used the device: every call that needs a driver fails at once. */
#define _POSIX_C_SOURCE 200809L
#include <papilio/convolution.h>
#include <papilio/stft.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/wait.h>
#include <unistd.h>

enum { points = 64, max_seconds = 60 };

/* Objects of the parent, each of which has been used. */
struct used {
  papilio_device* device;
  papilio_plan* plan;
  papilio_stream* stream;
  papilio_buffer* buffer;
  papilio_event* event;
  papilio_convolution* convolution;
  papilio_filter* filter;
  papilio_stft* stft;
  float in[2 * points], out[2 * points], spectra[16 * points];
};

/* The error names fork() and the remedy. */
#define REFUSED(call)                                           \
  do {                                                          \
    EXPECT_STATUS(call, PAPILIO_DEVICE_FAILED);                 \
    EXPECT(strstr(papilio_get_last_error(), "fork()") != NULL); \
    EXPECT(strstr(papilio_get_last_error(), "exec()") != NULL); \
  } while (0)

static void use(struct used* all, const char* selector) {
  papilio_stft_options options = papilio_stft_options_init();
  options.length = 8;
  options.hop = 4;
  OK(papilio_device_open(selector, &all->device));
  OK(papilio_plan_create_from_token(all->device, "c2c:f32:64", &all->plan));
  OK(papilio_plan_execute_f32(all->plan, all->in, all->out, NULL));
  OK(papilio_fft_f32(points, all->in, all->out, PAPILIO_NORM_DEFAULT));
  OK(papilio_stream_create(all->device, &all->stream));
  OK(papilio_buffer_create(all->device, sizeof(all->in), &all->buffer));
  OK(papilio_stream_upload(all->stream, all->buffer, 0, all->in, sizeof(all->in)));
  OK(papilio_stream_record(all->stream, &all->event));
  OK(papilio_stream_synchronize(all->stream));
  OK(papilio_convolution_create_from_token(all->device, "conv:f32:16:kernel=3", &all->convolution));
  OK(papilio_filter_create(all->convolution, all->in, 3 * sizeof(float), &all->filter));
  OK(papilio_stft_create(all->device, &options, &all->stft));
  OK(papilio_stft_forward(all->stft, all->in, points, 1, all->spectra));
}

static void are_refused(struct used* all) {
  papilio_problem problem = papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, 128, 1);
  papilio_device_info info = papilio_device_info_init();
  papilio_device* device = NULL;
  papilio_plan* plan = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer* buffer = NULL;
  papilio_event* event = NULL;
  papilio_convolution* convolution = NULL;
  papilio_filter* filter = NULL;
  size_t count = 0;
  REFUSED(papilio_device_get_count(&count));
  REFUSED(papilio_device_open("auto", &device));
  REFUSED(papilio_plan_create(all->device, &problem, &plan));
  REFUSED(papilio_plan_create_verified(all->device, &problem, &plan));
  REFUSED(papilio_plan_execute_f32(all->plan, all->in, all->out, NULL));
  REFUSED(papilio_plan_execute(all->plan, all->stream, all->buffer, all->buffer, NULL));
  REFUSED(papilio_fft_f32(points, all->in, all->out, PAPILIO_NORM_DEFAULT));
  REFUSED(papilio_stream_create(all->device, &stream));
  REFUSED(papilio_buffer_create(all->device, 64, &buffer));
  REFUSED(papilio_stream_upload(all->stream, all->buffer, 0, all->in, sizeof(all->in)));
  REFUSED(papilio_stream_download(all->stream, all->buffer, 0, all->out, sizeof(all->out)));
  REFUSED(papilio_stream_upload_async(all->stream, all->buffer, 0, all->in, sizeof(all->in)));
  REFUSED(papilio_stream_download_async(all->stream, all->buffer, 0, all->out, sizeof(all->out)));
  REFUSED(papilio_stream_synchronize(all->stream));
  REFUSED(papilio_stream_record(all->stream, &event));
  REFUSED(papilio_stream_wait(all->stream, all->event));
  REFUSED(papilio_event_wait(all->event));
  REFUSED(papilio_convolution_create_from_token(all->device, "conv:f32:32:kernel=3", &convolution));
  REFUSED(papilio_filter_create(all->convolution, all->in, 3 * sizeof(float), &filter));
  REFUSED(papilio_stft_forward(all->stft, all->in, points, 1, all->spectra));
  OK(papilio_device_get_info(all->device, &info)); /* values are still there */
}

static void destroy(struct used* all) {
  papilio_stft_destroy(all->stft);
  papilio_filter_destroy(all->filter);
  papilio_convolution_destroy(all->convolution);
  papilio_event_destroy(all->event);
  papilio_buffer_destroy(all->buffer);
  papilio_stream_destroy(all->stream);
  papilio_plan_destroy(all->plan);
  papilio_device_destroy(all->device);
}

void forked_children(const char* selector) {
  struct used all = {0};
  int status = -1;
  use(&all, selector);
  const pid_t child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    alarm(max_seconds);
    failures = 0;
    are_refused(&all);
    destroy(&all);
    exit(failures == 0 ? 0 : 1); /* with what the library does at its end */
  }
  EXPECT(waitpid(child, &status, 0) == child);
  EXPECT(WIFEXITED(status)); /* else it has waited for ever */
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  OK(papilio_plan_execute_f32(all.plan, all.in, all.out, NULL)); /* the parent goes on */
  destroy(&all);
}
#else
void forked_children(const char* selector) { (void)selector; }
#endif
