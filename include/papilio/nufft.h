/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Non-uniform Fourier transforms in C: papilio/nufft.hpp, which has the definitions. docs/nufft.md has an example. What
 * papilio/papilio.h says about names, structs, errors and handles holds here too, but one thread at a time may use a
 * papilio_nufft, on one stream at a time.
 */
#ifndef PAPILIO_NUFFT_H
#define PAPILIO_NUFFT_H

#include <papilio/papilio.h>

#ifdef __cplusplus
#define PAPILIO_ZERO \
  {}
extern "C" {
#else
#define PAPILIO_ZERO \
  { 0 }
#endif

/** Which transform. The limits are those of papilio/nufft_problem.hpp. */
typedef struct papilio_nufft_problem {
  size_t struct_size;
  int type; /**< 1: from points to modes; 2: from modes to points; 3: from points to frequencies anywhere */
  papilio_precision precision;
  int axes;         /**< 1 to 3 */
  int64_t modes[3]; /**< of types 1 and 2, along each axis, outermost first; others are 0 */
  int64_t batch;    /**< transforms at the same points; 0 means 1 */
  double tolerance; /**< for the relative error in the l2 norm; 0 means 1e-6 */
  int sign;         /**< of the exponent, 1 or -1; 0 means that of the type: 1 for types 1 and 3, -1 for type 2 */
  int fft_order;    /**< not 0: mode 0 comes first along each axis; 0: the most negative one does */
} papilio_nufft_problem;

static inline papilio_nufft_problem papilio_nufft_problem_init(void) {
  papilio_nufft_problem problem = PAPILIO_ZERO;
  problem.struct_size = sizeof(problem);
  return problem;
}

/** An array of `count` numbers of the problem's precision for each axis: angles in radians, and for type 3 any finite
 * numbers. Arrays of other axes are null. */
typedef struct papilio_nufft_coordinates {
  size_t struct_size;
  int64_t count; /**< 0 to 2^31 - 2048 */
  const void* axes[3];
} papilio_nufft_coordinates;

static inline papilio_nufft_coordinates papilio_nufft_coordinates_init(void) {
  papilio_nufft_coordinates coordinates = PAPILIO_ZERO;
  coordinates.struct_size = sizeof(coordinates);
  return coordinates;
}

typedef struct papilio_nufft papilio_nufft;

/** Keeps the device alive. */
PAPILIO_API papilio_status papilio_nufft_create(const papilio_device* device, const papilio_nufft_problem* problem,
                                                papilio_nufft** nufft);
/** The same for a token, such as "nufft1:f32:256x256*32:eps=1e-5". */
PAPILIO_API papilio_status papilio_nufft_create_from_token(const papilio_device* device, const char* token,
                                                           papilio_nufft** nufft);
/** nufft may be null. */
PAPILIO_API void papilio_nufft_destroy(papilio_nufft* nufft);
/** Sets the points and compiles kernels. The arrays are copied, into the memory of those before: executions must have
 * finished. `frequencies` are those of type 3, and null for other types. Returns PAPILIO_INVALID_ARGUMENT for a number
 * that is not finite, which papilio_get_last_error() names; PAPILIO_UNSUPPORTED if points and frequencies of type 3
 * extend too far. After an error there are no points. */
PAPILIO_API papilio_status papilio_nufft_set_points(papilio_nufft* nufft, const papilio_nufft_coordinates* points,
                                                    const papilio_nufft_coordinates* frequencies);
/** Sets points of types 1 and 2 from device memory: the first `count` numbers of a buffer for each axis; buffers of
 * other axes are null. Earlier commands of the stream may write them, and execute this transform; all of them have
 * finished when the function returns.
 * Errors are those of papilio_nufft_set_points(), and PAPILIO_INVALID_ARGUMENT for a buffer that is too small. */
PAPILIO_API papilio_status papilio_nufft_set_points_on_device(papilio_nufft* nufft, const papilio_stream* stream,
                                                              int64_t count, const papilio_buffer* const axes[3]);
/** The complex numbers of all transforms on either side, once there are points; either pointer may be null. */
PAPILIO_API papilio_status papilio_nufft_get_elements(const papilio_nufft* nufft, int64_t* inputs, int64_t* outputs);
/** Transforms host memory, pairs of the problem's precision, one transform after the other, and returns when the result
 * is there. A side without elements may be null, and so may timing. */
PAPILIO_API papilio_status papilio_nufft_execute_host(const papilio_nufft* nufft, const void* in, void* out,
                                                      papilio_timing* timing);
/** Enqueues the transform of device memory and returns at once. */
PAPILIO_API papilio_status papilio_nufft_execute(const papilio_nufft* nufft, const papilio_stream* stream,
                                                 const papilio_buffer* in, const papilio_buffer* out);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_ZERO

#endif
