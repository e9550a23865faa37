/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of distributed transforms: papilio/mpi.hpp says what they are, what is collective and what fails how.
 * Link with libpapilio-mpi and MPI.
 *
 * Every rank gives its own box; which other ranks own what is exchanged. Data of a rank are row-major and without gaps.
 * All functions that take a communicator, papilio_mpi_plan_execute() and papilio_mpi_plan_destroy() are collective.
 */
#ifndef PAPILIO_MPI_H
#define PAPILIO_MPI_H

#include <mpi.h>
#include <papilio/status.h>
#include <papilio/wisdom.h>
#include <stddef.h>
#include <stdint.h>

#include <papilio/export.hpp>

#ifdef __cplusplus
extern "C" {
#endif

/** A prepared distributed transform, papilio::mpi::Plan. */
typedef struct papilio_mpi_plan papilio_mpi_plan;

/** Axes of an array at most. */
#define PAPILIO_MPI_MAX_AXES 8

/** Indices begin[a] .. end[a]-1 along axis a, the outermost axis first; entries beyond the array's axes are not read. A
 * rank without elements has begin[0] == end[0]. */
typedef struct papilio_mpi_box {
  int64_t begin[PAPILIO_MPI_MAX_AXES];
  int64_t end[PAPILIO_MPI_MAX_AXES];
} papilio_mpi_box;

/** Times of one execution on this rank, and what it sent; papilio::mpi::ExecutionTimes. Seconds and bytes. */
typedef struct papilio_mpi_timing {
  double seconds;
  double passes;
  double copies;
  double exchange;
  int64_t sent_bytes;
  int64_t received_bytes;
} papilio_mpi_timing;

/** Slab number `rank` of `ranks`, along an axis of an array of `axes` axes. Sets *box. */
PAPILIO_API papilio_status papilio_mpi_box_slab(int axes, const int64_t* lengths, int ranks, int rank, int axis,
                                                papilio_mpi_box* box);

/** token: the problem of the whole array, "c2c:f32:256x256x256". device: "auto", "opencl", "cuda:0". The boxes are in
 * indices of the problem's input and output; the output of r2c has n/2+1 elements along the halved axis. Sets *plan to
 * null if it fails, which it does on every rank. */
PAPILIO_API papilio_status papilio_mpi_plan_create(MPI_Comm comm, const char* device, const char* token,
                                                   const papilio_mpi_box* in, const papilio_mpi_box* out,
                                                   papilio_mpi_plan** plan);
/** The same with an effort: MEASURE and EXHAUSTIVE run whole transforms of several choices and keep the fastest one as
 * wisdom (papilio::mpi::Options::effort). */
PAPILIO_API papilio_status papilio_mpi_plan_create_with_effort(MPI_Comm comm, const char* device, const char* token,
                                                               const papilio_mpi_box* in, const papilio_mpi_box* out,
                                                               papilio_effort effort, papilio_mpi_plan** plan);

/** Whose memory executions work in, beside their arrays; papilio::mpi::WorkOwner. */
typedef enum papilio_mpi_work_owner {
  PAPILIO_MPI_WORK_OF_PLAN = 0,  /**< the plan allocates it when it is made */
  PAPILIO_MPI_WORK_OF_CALLER = 1 /**< the caller gives it to papilio_mpi_plan_execute_with_work() */
} papilio_mpi_work_owner;

/** Work memory of one execution: at least the bytes of papilio_mpi_plan_get_work_bytes(), beginning at multiples of 16,
 * and apart from input and output. What is not needed may be null. */
typedef struct papilio_mpi_work {
  void* host;
  size_t host_bytes;
  void* device; /**< a device pointer of CUDA */
  size_t device_bytes;
} papilio_mpi_work;

/** How to plan; papilio::mpi::Options. All zero: as papilio_mpi_plan_create() does. */
typedef struct papilio_mpi_options {
  papilio_effort effort;
  int chunks;                  /**< of each exchange; 0: the plan chooses */
  const char* axis_order;      /**< "fixed", "any", or axes such as "0,2,1"; null: fixed */
  const char* choice;          /**< as papilio_mpi_plan_describe() prints it; null: the plan chooses */
  papilio_mpi_work_owner work; /**< whose memory executions work in */
} papilio_mpi_options;

/** The same with options, which may be null and need not outlive the call; the same ones on all ranks. */
PAPILIO_API papilio_status papilio_mpi_plan_create_with_options(MPI_Comm comm, const char* device, const char* token,
                                                                const papilio_mpi_box* in, const papilio_mpi_box* out,
                                                                const papilio_mpi_options* options,
                                                                papilio_mpi_plan** plan);
/** plan may be null. */
PAPILIO_API void papilio_mpi_plan_destroy(papilio_mpi_plan* plan);

/** Bytes of this rank's input and output, of all arrays of the batch. Either pointer may be null. */
PAPILIO_API papilio_status papilio_mpi_plan_get_bytes(const papilio_mpi_plan* plan, size_t* input, size_t* output);
/** Bytes that each execution of this rank takes from the caller, on the host and on the device; 0 and 0 for a plan with
 * memory of its own. Either pointer may be null. */
PAPILIO_API papilio_status papilio_mpi_plan_get_work_bytes(const papilio_mpi_plan* plan, size_t* host, size_t* device);
/** The plan as an S-expression, cut to `capacity` bytes with the 0 at its end; *length is its length without it. Both
 * text and length may be null. */
PAPILIO_API papilio_status papilio_mpi_plan_describe(const papilio_mpi_plan* plan, char* text, size_t capacity,
                                                     size_t* length);

/** Transforms host memory; what that needs has been allocated with the plan. In place, in is null and `out` has as many
 * bytes as the larger of the two. timing may be null. */
PAPILIO_API papilio_status papilio_mpi_plan_execute(const papilio_mpi_plan* plan, const void* in, void* out,
                                                    papilio_mpi_timing* timing);
/** The same with work memory of the caller's, for a plan of PAPILIO_MPI_WORK_OF_CALLER. Its contents do not matter, and
 * are undefined afterwards. work may be null where this rank needs none. */
PAPILIO_API papilio_status papilio_mpi_plan_execute_with_work(const papilio_mpi_plan* plan, const void* in, void* out,
                                                              const papilio_mpi_work* work, papilio_mpi_timing* timing);

/** One line about the last call of this header that failed on this thread. Never null; at most 1023 bytes. */
PAPILIO_API const char* papilio_mpi_get_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
