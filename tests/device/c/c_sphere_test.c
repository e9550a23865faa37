/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of plane waves in a sphere, from C. */
#include <math.h>
#include <papilio/sphere.h>
#include <string.h>

#include "expect.h"

void sphere_null_arguments(void) {
  papilio_sphere* sphere = NULL;
  papilio_sphere_problem problem = papilio_sphere_problem_init();
  float number = 0;
  papilio_sphere_destroy(NULL);
  INVALID(papilio_sphere_create(NULL, &problem, &sphere));
  INVALID(papilio_sphere_backward_host(NULL, &number, &number, NULL));
  INVALID(papilio_sphere_forward_host(NULL, &number, &number, NULL));
  INVALID(papilio_sphere_backward(NULL, NULL, NULL, NULL));
  INVALID(papilio_sphere_forward(NULL, NULL, NULL, NULL));
}

enum { nx = 4, ny = 3, nz = 5, box_points = nx * ny * nz, wave_count = 3 };

void plane_waves(const papilio_device* device) {
  static const int32_t wave_triplets[3 * wave_count] = {0, 1, 4, -1, 0, 2, 2, -1, 0};
  static const float c[2 * wave_count] = {1, 2, -0.5F, 0.25F, 3, 0};
  papilio_sphere_problem problem = papilio_sphere_problem_init();
  papilio_sphere* sphere = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer *packed = NULL, *dense = NULL;
  papilio_timing timing = {-1, -1, -1};
  float space[2 * box_points], again[2 * box_points], back[2 * wave_count];
  problem.box[0] = nx;
  problem.box[1] = ny;
  problem.box[2] = nz;
  problem.scale = PAPILIO_SCALE_INVERSE_N;
  INVALID(papilio_sphere_create(device, &problem, &sphere)); /* no coefficients */
  problem.triplets = wave_triplets;
  problem.count = (int64_t)1 << 40;
  INVALID(papilio_sphere_create(device, &problem, &sphere));
  problem.count = wave_count;
  problem.struct_size = 1;
  INVALID(papilio_sphere_create(device, &problem, &sphere));
  problem.struct_size = sizeof(problem);
  INVALID(papilio_sphere_create(device, NULL, &sphere));
  INVALID(papilio_sphere_create(device, &problem, NULL));
  problem.precision = PAPILIO_F64X2;
  EXPECT_STATUS(papilio_sphere_create(device, &problem, &sphere), PAPILIO_UNSUPPORTED);
  problem.precision = PAPILIO_F32;
  OK(papilio_sphere_create(device, &problem, &sphere));
  OK(papilio_sphere_backward_host(sphere, c, space, &timing));
  EXPECT(timing.kernels >= 0);
  for (int i = 0; i < box_points; ++i) {
    double re = 0, im = 0;
    for (int g = 0; g < wave_count; ++g) {
      const double turns = (double)(i % nx * wave_triplets[3 * g]) / nx +
                           (double)(i / nx % ny * wave_triplets[3 * g + 1]) / ny +
                           (double)(i / (nx * ny) * wave_triplets[3 * g + 2]) / nz;
      const double phase = 2 * 3.14159265358979323846 * turns;
      re += c[2 * g] * cos(phase) - c[2 * g + 1] * sin(phase);
      im += c[2 * g] * sin(phase) + c[2 * g + 1] * cos(phase);
    }
    EXPECT(fabs(space[2 * i] - re) < 1e-5 && fabs(space[2 * i + 1] - im) < 1e-5);
  }
  OK(papilio_sphere_forward_host(sphere, space, back, NULL));
  for (int i = 0; i < 2 * wave_count; ++i) EXPECT(fabs(back[i] - c[i]) < 1e-5);

  OK(papilio_stream_create(device, &stream));
  OK(papilio_buffer_create(device, sizeof(c), &packed));
  OK(papilio_buffer_create(device, sizeof(space), &dense));
  OK(papilio_stream_upload(stream, packed, 0, c, sizeof(c)));
  OK(papilio_sphere_backward(sphere, stream, packed, dense));
  OK(papilio_stream_download(stream, dense, 0, again, sizeof(again)));
  EXPECT(memcmp(again, space, sizeof(space)) == 0);
  OK(papilio_sphere_forward(sphere, stream, dense, packed));
  OK(papilio_stream_download(stream, packed, 0, again, sizeof(c)));
  EXPECT(memcmp(again, back, sizeof(back)) == 0);
  INVALID(papilio_sphere_backward(sphere, stream, dense, packed)); /* too small */
  papilio_buffer_destroy(packed);
  papilio_buffer_destroy(dense);
  papilio_stream_destroy(stream);
  papilio_sphere_destroy(sphere);
}
