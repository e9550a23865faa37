/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * What the tests in C expect; a failure is a line on stderr and one more in `failures`. */
#ifndef PAPILIO_TESTS_DEVICE_C_EXPECT_H
#define PAPILIO_TESTS_DEVICE_C_EXPECT_H

#include <papilio/papilio.h>

extern int failures;

void expect(int condition, const char* what, const char* file, int line);
/* The call gives `status` and, where that is a failure, says why in one line. */
void expect_status(papilio_status got, papilio_status wanted, const char* call, const char* file, int line);
/* x - y is small, for values of about 1 to 100. */
int near(double x, double y);

/* Kernels of callbacks run: the fake GPU of the tests runs Papilio's own PTX alone, and not what NVRTC makes of CUDA
 * C++. */
int callbacks_run(void);

#define EXPECT(condition) expect(condition, #condition, __FILE__, __LINE__)
#define EXPECT_STATUS(call, status) expect_status(call, status, #call, __FILE__, __LINE__)
#define OK(call) EXPECT_STATUS(call, PAPILIO_OK)
#define INVALID(call) EXPECT_STATUS(call, PAPILIO_INVALID_ARGUMENT)

/* Of c_cuda_test.c. */
void own_cuda_objects(void);
/* Of c_problem_test.c. */
void one_liners(void);
void problem_values(void);
void batches_and_estimates(const papilio_device* device);
void events(const papilio_device* device);
/* Of c_callbacks_test.c. */
void callback_data_on_the_host(const papilio_device* device);
/* Of c_convolution_test.c. */
void convolution_null_arguments(void);
void convolutions(const papilio_device* device);
/* Of c_stft_test.c. */
void channelizer_null_arguments(void);
void spectrum_averager_null_arguments(void);
void features_null_arguments(void);
void stft_null_arguments(void);
void channels(const papilio_device* device);
void averaged_spectra(const papilio_device* device);
void frame_features(const papilio_device* device);
void short_time_transforms(const papilio_device* device);
/* In c_nufft_test.c. */
void nufft_null_arguments(void);
void nonuniform_transforms(const papilio_device* device);
/* In c_ragged_test.c. */
void ragged_null_arguments(void);
void ragged_batches(const papilio_device* device);
/* In c_sphere_test.c. */
void sphere_null_arguments(void);
void plane_waves(const papilio_device* device);
/* In c_operator_test.c. */
void operator_null_arguments(void);
void spectral_operators(const papilio_device* device);
/* In c_fork_test.c; opens the device that the text selects. */
void forked_children(const char* selector);

#endif
