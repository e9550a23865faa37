/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Plane waves in a sphere in C: papilio/sphere.hpp, which has the definitions. What papilio/papilio.h says about names,
 * structs, errors and handles holds here too, but one thread at a time may use a papilio_sphere, on one stream at a
 * time.
 */
#ifndef PAPILIO_SPHERE_H
#define PAPILIO_SPHERE_H

#include <papilio/papilio.h>

#ifdef __cplusplus
#define PAPILIO_ZERO \
  {}
extern "C" {
#else
#define PAPILIO_ZERO \
  { 0 }
#endif

/** Which coefficients a box has. The limits are those of papilio/sphere.hpp. */
typedef struct papilio_sphere_problem {
  size_t struct_size;
  papilio_precision precision;
  int64_t box[3];          /**< nx, ny, nz: x is contiguous in space */
  int64_t count;           /**< coefficients */
  const int32_t* triplets; /**< gx, gy, gz of each; read by papilio_sphere_create only */
  int64_t batch;           /**< bands; 0 means 1 */
  papilio_scale scale;     /**< of forward; n is nx*ny*nz */
} papilio_sphere_problem;

static inline papilio_sphere_problem papilio_sphere_problem_init(void) {
  papilio_sphere_problem problem = PAPILIO_ZERO;
  problem.struct_size = sizeof(problem);
  return problem;
}

typedef struct papilio_sphere papilio_sphere;

/** Compiles the kernels of both directions. Keeps the device alive. */
PAPILIO_API papilio_status papilio_sphere_create(const papilio_device* device, const papilio_sphere_problem* problem,
                                                 papilio_sphere** sphere);
/** sphere may be null. */
PAPILIO_API void papilio_sphere_destroy(papilio_sphere* sphere);
/** From coefficients to space, both in host memory: batch * count and batch * nx*ny*nz complex numbers. Returns when
 * the result is there. timing may be null. */
PAPILIO_API papilio_status papilio_sphere_backward_host(const papilio_sphere* sphere, const void* coefficients,
                                                        void* space, papilio_timing* timing);
/** From space to coefficients. */
PAPILIO_API papilio_status papilio_sphere_forward_host(const papilio_sphere* sphere, const void* space,
                                                       void* coefficients, papilio_timing* timing);
/** Enqueue the transform of device memory and return at once. */
PAPILIO_API papilio_status papilio_sphere_backward(const papilio_sphere* sphere, const papilio_stream* stream,
                                                   const papilio_buffer* coefficients, const papilio_buffer* space);
PAPILIO_API papilio_status papilio_sphere_forward(const papilio_sphere* sphere, const papilio_stream* stream,
                                                  const papilio_buffer* space, const papilio_buffer* coefficients);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_ZERO

#endif
