/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Ragged batches in C, transforms of many lengths by one plan: papilio/ragged.hpp, which has the definitions.
 * docs/ragged.md has an example. What papilio/papilio.h says about names, structs, errors and handles holds here too.
 */
#ifndef PAPILIO_RAGGED_H
#define PAPILIO_RAGGED_H

#include <papilio/papilio.h>

#ifdef __cplusplus
#define PAPILIO_ZERO \
  {}
extern "C" {
#else
#define PAPILIO_ZERO \
  { 0 }
#endif

/** Which transforms. The limits are those of papilio/ragged_problem.hpp. The arrays are read by create functions only.
 */
typedef struct papilio_ragged_problem {
  size_t struct_size;
  papilio_kind kind; /**< PAPILIO_C2C, PAPILIO_R2C or PAPILIO_C2R */
  papilio_precision precision;
  papilio_direction direction; /**< of PAPILIO_C2C */
  papilio_scale scale;         /**< by the length of each transform */
  int64_t count;               /**< lengths */
  const int64_t* lengths;
  const int64_t* in_offsets;  /**< where each transform begins in a field, in elements; null: packed */
  const int64_t* out_offsets; /**< likewise */
  int64_t batch;              /**< fields of these lengths; 0 means 1 */
  int64_t in_distance;        /**< from one field to the next, in elements; 0: packed */
  int64_t out_distance;
  int64_t in_stride; /**< from one element of a transform to the next; 0 means 1. With more, give offsets */
  int64_t out_stride;
} papilio_ragged_problem;

static inline papilio_ragged_problem papilio_ragged_problem_init(void) {
  papilio_ragged_problem problem = PAPILIO_ZERO;
  problem.struct_size = sizeof(problem);
  return problem;
}

typedef struct papilio_ragged papilio_ragged;

/** Compiles the kernels. Keeps the device alive. */
PAPILIO_API papilio_status papilio_ragged_create(const papilio_device* device, const papilio_ragged_problem* problem,
                                                 papilio_ragged** ragged);
/** The same for a token, such as "r2c:f32:ragged=20..2576/4,2576..20/4*32". */
PAPILIO_API papilio_status papilio_ragged_create_from_token(const papilio_device* device, const char* token,
                                                            papilio_ragged** ragged);
/** The same transforms at other places: `in_offsets` and `out_offsets` have an int32_t for each length in device
 * memory; null where those of `ragged` stay. They are read behind earlier commands of the stream; executions wait for
 * that. Results must not overlap; offsets outside the extents of `ragged` are moved to the nearest one inside. Fails
 * for buffers that are too small, on a captured stream, and if long lengths have plans. */
PAPILIO_API papilio_status papilio_ragged_create_at(const papilio_ragged* ragged, const papilio_stream* stream,
                                                    const papilio_buffer* in_offsets, const papilio_buffer* out_offsets,
                                                    papilio_ragged** at);
/** ragged may be null. */
PAPILIO_API void papilio_ragged_destroy(papilio_ragged* ragged);
/** The elements of all fields on either side, real or complex numbers; either pointer may be null. */
PAPILIO_API papilio_status papilio_ragged_get_elements(const papilio_ragged* ragged, int64_t* inputs, int64_t* outputs);
/** The launches of an execution, at most 8, without those of plans for lengths beyond a work-group. */
PAPILIO_API papilio_status papilio_ragged_get_launches(const papilio_ragged* ragged, int* launches);
/** Transforms host memory and returns when the result is there. timing may be null. */
PAPILIO_API papilio_status papilio_ragged_execute_host(const papilio_ragged* ragged, const void* in, void* out,
                                                       papilio_timing* timing);
/** Enqueues the transforms of device memory and returns at once. */
PAPILIO_API papilio_status papilio_ragged_execute(const papilio_ragged* ragged, const papilio_stream* stream,
                                                  const papilio_buffer* in, const papilio_buffer* out);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_ZERO

#endif
