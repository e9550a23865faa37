/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Convolutions and correlations in C: papilio/convolution.hpp and papilio/overlap_save.hpp. What papilio/papilio.h says
 * of errors, threads and handles holds here too.
 *
 * Signals, kernels and results are real numbers, pairs or planes, and lie as their layouts say: packed and row-major,
 * unless told otherwise. Kernels are of the problem's precision, signals and results as the problem stores them. Input
 * and output do not overlap, but in place are one memory.
 */
#ifndef PAPILIO_CONVOLUTION_H
#define PAPILIO_CONVOLUTION_H

#include <papilio/papilio.h>

#ifdef __cplusplus
#define PAPILIO_INT : int
extern "C" {
#else
#define PAPILIO_INT
#endif

/* ---- Problems ---- */

/** convolve: y[k] = sum_j x[j] h[k-j]. correlate: y[k] = sum_j x[j+k] conj(h[j]). */
typedef enum papilio_operation PAPILIO_INT { PAPILIO_CONVOLVE = 0, PAPILIO_CORRELATE = 1 } papilio_operation;
typedef enum papilio_field PAPILIO_INT { PAPILIO_REAL = 0, PAPILIO_COMPLEX = 1 } papilio_field;
/** Of L points of the signal and K of the kernel: L+K-1, L, L-K+1 (K <= L) and L results;
 * papilio/convolution_problem.hpp. */
typedef enum papilio_convolution_mode PAPILIO_INT {
  PAPILIO_FULL = 0,
  PAPILIO_SAME = 1,
  PAPILIO_VALID = 2,
  PAPILIO_CIRCULAR = 3
} papilio_convolution_mode;

/** Dimensions of arrays: two of channels, and the lengths. */
enum { PAPILIO_MAX_DIMENSIONS = PAPILIO_MAX_RANK + 2 };

/** How arrays lie in memory, in elements; all 0: packed. Dimensions are the channels, where the problem has some (of
 * kernels those of the results, then those of the signals), and the lengths. */
typedef struct papilio_array_layout {
  int64_t strides[PAPILIO_MAX_DIMENSIONS]; /**< of each dimension, outermost first */
  int64_t distance;                        /**< from one array of the batch, all its channels, to the next */
  int64_t offset;                          /**< elements before the first array */
  papilio_complex_layout layout;           /**< of complex numbers */
} papilio_array_layout;

/** A batch of signals, and one kernel for all of them or one for each. 0 of an enumeration is the default. Along axes
 * that are not convolved a kernel is 1 long, shared, or as long as the signal. With channels a signal is in_channels
 * arrays, a result out_channels, a kernel an array for each two of them, and a channel of the result is the sum over
 * those of the signal. */
typedef struct papilio_convolution_problem {
  papilio_operation operation;
  papilio_precision precision;
  papilio_field field;
  papilio_convolution_mode mode;
  int rank;                                 /**< how many lengths count, 1..PAPILIO_MAX_RANK */
  int64_t lengths[PAPILIO_MAX_RANK];        /**< of a signal, outermost first */
  int64_t kernel_lengths[PAPILIO_MAX_RANK]; /**< of a kernel */
  int skipped[PAPILIO_MAX_RANK];            /**< not 0: this axis is not convolved; 1 to 3 are */
  int64_t batch;                            /**< signals, at least 1 */
  int64_t kernels;                          /**< 1, or batch */
  int64_t in_channels;                      /**< of a signal; 0 means 1 */
  int64_t out_channels;                     /**< of a result; 0 means 1 */
  papilio_placement placement;              /**< in place: all signals are read before the first result is written */
  papilio_storage in_storage;               /**< of signals */
  papilio_storage out_storage;              /**< of results */
  papilio_array_layout in;                  /**< of signals */
  papilio_array_layout out;                 /**< of results */
  papilio_array_layout kernel;              /**< of kernels, as papilio_filter_create() takes them */
} papilio_convolution_problem;

/** From a token such as "conv:f32:4096*512:kernel=129:same"; docs/api.md has the grammar. */
PAPILIO_API papilio_status papilio_convolution_problem_parse(const char* token, papilio_convolution_problem* problem);

/* ---- Convolutions ---- */

typedef struct papilio_convolution papilio_convolution;
/** The kernels of a convolution, made ready on its device. */
typedef struct papilio_filter papilio_filter;

/** Plans, compiles (or loads from the cache) and uploads tables. The convolution keeps its device alive. */
PAPILIO_API papilio_status papilio_convolution_create(const papilio_device* device,
                                                      const papilio_convolution_problem* problem,
                                                      papilio_convolution** convolution);
PAPILIO_API papilio_status papilio_convolution_create_from_token(const papilio_device* device, const char* token,
                                                                 papilio_convolution** convolution);
/** `load` has the signals' numbers as they are read, `store` the results' as they are about to be written. */
PAPILIO_API papilio_status papilio_convolution_create_with_callbacks(const papilio_device* device,
                                                                     const papilio_convolution_problem* problem,
                                                                     const papilio_callbacks* callbacks,
                                                                     papilio_convolution** convolution);
/** convolution may be null. Its filters stay what they are. */
PAPILIO_API void papilio_convolution_destroy(papilio_convolution* convolution);

/** What the convolution was made for. */
PAPILIO_API papilio_status papilio_convolution_get_problem(const papilio_convolution* convolution,
                                                           papilio_convolution_problem* problem);
/** Elements, real or complex, that buffers of signals, kernels and results hold, gaps included. Any pointer may be
 * null. */
PAPILIO_API papilio_status papilio_convolution_elements(const papilio_convolution* convolution, int64_t* signals,
                                                        int64_t* kernels, int64_t* results);
/** The bytes that they take; in place, signals and results those of the larger. Any pointer may be null. */
PAPILIO_API papilio_status papilio_convolution_bytes(const papilio_convolution* convolution, size_t* signals,
                                                     size_t* kernels, size_t* results);
/** Bytes of scratch that one execution needs. */
PAPILIO_API papilio_status papilio_convolution_scratch_bytes(const papilio_convolution* convolution, size_t* bytes);
/** As papilio_plan_describe(). */
PAPILIO_API papilio_status papilio_convolution_describe(const papilio_convolution* convolution, char* text,
                                                        size_t capacity, size_t* length);

/** Makes kernels ready: `bytes` as papilio_convolution_bytes() says. Done once for any number of executions; returns
 * when the spectra are in device memory. */
PAPILIO_API papilio_status papilio_filter_create(const papilio_convolution* convolution, const void* kernels,
                                                 size_t bytes, papilio_filter** filter);
/** filter may be null. */
PAPILIO_API void papilio_filter_destroy(papilio_filter* filter);

/** Enqueues and returns at once. The filter is one that this convolution made. Of the operands in and out are needed,
 * in place the same; scratch and imaginary parts as in papilio_plan_execute(). */
PAPILIO_API papilio_status papilio_convolution_execute(const papilio_convolution* convolution,
                                                       const papilio_filter* filter, const papilio_stream* stream,
                                                       const papilio_operands* operands);
/** Host memory of the sizes that papilio_convolution_bytes() says; returns when the result is there. In place, in is
 * out, or null with in_bytes 0. timing may be null. */
PAPILIO_API papilio_status papilio_convolution_execute_host(const papilio_convolution* convolution,
                                                            const papilio_filter* filter,
                                                            const papilio_host_operands* operands,
                                                            papilio_timing* timing);

/* ---- Signals without end ---- */

/** papilio::OverlapSave: pushes samples in, pulls results out. The results are those of PAPILIO_FULL; up to block-1
 * samples wait until others fill the block, or papilio_overlap_save_flush() is called. Unlike other handles it is used
 * by one thread at a time. */
typedef struct papilio_overlap_save papilio_overlap_save;

/** A kernel of `length` values, real numbers or pairs of `precision`. */
typedef struct papilio_streamed_kernel {
  papilio_operation operation;
  papilio_precision precision;
  papilio_field field;
  const void* values;
  int64_t length; /**< elements */
  int64_t block;  /**< about as many results at a time; 0 takes what is fast */
} papilio_streamed_kernel;

/** Copies the values, and keeps the device as long as the stream lives. Refused: a kernel of no values, a block that is
 * negative or more than 2^27. */
PAPILIO_API papilio_status papilio_overlap_save_create(const papilio_device* device,
                                                       const papilio_streamed_kernel* kernel,
                                                       papilio_overlap_save** stream);
/** stream may be null. */
PAPILIO_API void papilio_overlap_save_destroy(papilio_overlap_save* stream);
/** Takes `count` samples, of the kernel's type (a pair counts once); computes whatever blocks they fill. */
PAPILIO_API papilio_status papilio_overlap_save_push(papilio_overlap_save* stream, const void* samples, size_t count);
/** Computes the results of all samples pushed so far. The signal goes on. */
PAPILIO_API papilio_status papilio_overlap_save_flush(papilio_overlap_save* stream);
/** The same, and the results behind the last sample. The next push begins another signal. */
PAPILIO_API papilio_status papilio_overlap_save_finish(papilio_overlap_save* stream);
/** Results that are there. */
PAPILIO_API papilio_status papilio_overlap_save_available(const papilio_overlap_save* stream, size_t* count);
/** Moves as many of them to `results` as there are and fit; *count says how many. `capacity` and *count are results,
 * real numbers or pairs of the precision, not bytes. results may be null when capacity is 0. */
PAPILIO_API papilio_status papilio_overlap_save_pull(papilio_overlap_save* stream, void* results, size_t capacity,
                                                     size_t* count);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_INT

#endif
