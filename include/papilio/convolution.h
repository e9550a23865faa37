/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Convolutions and correlations in C: papilio/convolution.hpp and papilio/overlap_save.hpp. What papilio/papilio.h says
 * about names, structs, errors, threads and handles holds here too.
 *
 * Signals, kernels and results are real numbers, pairs or planes, in memory as their layouts say: by default packed and
 * row-major. Kernels have the problem's precision, signals and results the problem's storage. Input and output must not
 * overlap; in place they are one memory.
 */
#ifndef PAPILIO_CONVOLUTION_H
#define PAPILIO_CONVOLUTION_H

#include <papilio/papilio.h>

#ifdef __cplusplus
#define PAPILIO_INT : int
#define PAPILIO_ZERO \
  {}
extern "C" {
#else
#define PAPILIO_INT
#define PAPILIO_ZERO \
  { 0 }
#endif

/* ---- Problems ---- */

/** convolve: y[k] = sum_j x[j] h[k-j]. correlate: y[k] = sum_j x[j+k] conj(h[j]). */
typedef enum papilio_operation PAPILIO_INT { PAPILIO_CONVOLVE = 0, PAPILIO_CORRELATE = 1 } papilio_operation;
/** The numbers of signals, kernels and results. */
typedef enum papilio_field PAPILIO_INT { PAPILIO_REAL = 0, PAPILIO_COMPLEX = 1 } papilio_field;
/** The number of results for L points of the signal and K of the kernel: L+K-1, L, L-K+1 (K <= L) and L; see
 * papilio/convolution_problem.hpp. */
typedef enum papilio_convolution_mode PAPILIO_INT {
  PAPILIO_FULL = 0,
  PAPILIO_SAME = 1,
  PAPILIO_VALID = 2,
  PAPILIO_CIRCULAR = 3
} papilio_convolution_mode;

/** Dimensions of arrays: two of channels, and the lengths. */
enum { PAPILIO_MAX_DIMENSIONS = PAPILIO_MAX_RANK + 2 };

/** The layout of arrays in memory, in elements; all 0: packed. The dimensions are the channels, if the problem has any
 * (for kernels those of the results, then those of the signals), and the lengths. */
typedef struct papilio_array_layout {
  int64_t strides[PAPILIO_MAX_DIMENSIONS]; /**< of each dimension, outermost first */
  int64_t distance;                        /**< from one array of the batch, all its channels, to the next */
  int64_t offset;                          /**< elements before the first array */
  papilio_complex_layout layout;           /**< of complex numbers */
} papilio_array_layout;

/** A batch of signals, and one kernel for all of them or one for each. 0 means the default. Along an axis that is not
 * convolved a kernel has length 1, and is shared, or the length of the signal. With channels a signal is in_channels
 * arrays, a result is out_channels arrays, a kernel has an array for each pair of them, and a channel of the result is
 * the sum over those of the signal. */
typedef struct papilio_convolution_problem {
  size_t struct_size;
  papilio_operation operation;
  papilio_precision precision;
  papilio_field field;
  papilio_convolution_mode mode;
  int rank;                                 /**< number of lengths, 1..PAPILIO_MAX_RANK */
  int64_t lengths[PAPILIO_MAX_RANK];        /**< of a signal, outermost first */
  int64_t kernel_lengths[PAPILIO_MAX_RANK]; /**< of a kernel */
  int skipped[PAPILIO_MAX_RANK];            /**< not 0: this axis is not convolved; 1 to 3 are */
  int64_t batch;                            /**< signals; 0 means 1 */
  int64_t kernels;                          /**< 1, or batch; 0 means 1 */
  int64_t in_channels;                      /**< of a signal; 0 means 1 */
  int64_t out_channels;                     /**< of a result; 0 means 1 */
  papilio_placement placement;              /**< in place: all signals are read before the first result is written */
  papilio_storage in_storage;               /**< of signals */
  papilio_storage out_storage;              /**< of results */
  papilio_array_layout in;                  /**< of signals */
  papilio_array_layout out;                 /**< of results */
  papilio_array_layout kernel;              /**< of kernels, as papilio_filter_create() takes them */
} papilio_convolution_problem;

static inline papilio_convolution_problem papilio_convolution_problem_init(void) {
  papilio_convolution_problem problem = PAPILIO_ZERO;
  problem.struct_size = sizeof(problem);
  return problem;
}

/** From a token such as "conv:f32:4096*512:kernel=129:same" (papilio/convolution_problem.hpp has the grammar);
 * normalised. */
PAPILIO_API papilio_status papilio_convolution_problem_parse(const char* token, papilio_convolution_problem* problem);
/** The canonical token; token, capacity and length as in papilio_problem_to_token(). */
PAPILIO_API papilio_status papilio_convolution_problem_to_token(const papilio_convolution_problem* problem, char* token,
                                                                size_t capacity, size_t* length);
/** Checks the problem and fills in what its defaults mean: batch, kernels, channels, strides and distances. */
PAPILIO_API papilio_status papilio_convolution_problem_normalise(papilio_convolution_problem* problem);
/** Elements, real or complex, that buffers of signals, kernels and results hold, gaps included. Any pointer may be
 * null. */
PAPILIO_API papilio_status papilio_convolution_problem_get_elements(const papilio_convolution_problem* problem,
                                                                    int64_t* signals, int64_t* kernels,
                                                                    int64_t* results);
/** The bytes that these elements take; in place, signals and results take those of the larger side. Any pointer may be
 * null. */
PAPILIO_API papilio_status papilio_convolution_problem_get_bytes(const papilio_convolution_problem* problem,
                                                                 size_t* signals, size_t* kernels, size_t* results);
/** As papilio_problem_estimate(); the preparation of filters is not included. */
PAPILIO_API papilio_status papilio_convolution_problem_estimate(const papilio_convolution_problem* problem,
                                                                const papilio_device* device,
                                                                papilio_estimate* estimate);

/* ---- One-liners ---- */

/** `length` real numbers, or pairs, of a precision. */
typedef struct papilio_values {
  papilio_precision precision;
  papilio_field field;
  const void* values;
  int64_t length;
} papilio_values;

/** The convolution of a signal and a kernel of one type, each of any length, on the device "auto", and their
 * correlation, as papilio::convolve() and papilio::correlate(). `results` has room for `capacity` elements, at least as
 * many as the mode says. */
PAPILIO_API papilio_status papilio_convolve(const papilio_values* signal, const papilio_values* kernel,
                                            papilio_convolution_mode mode, void* results, int64_t capacity);
PAPILIO_API papilio_status papilio_correlate(const papilio_values* signal, const papilio_values* kernel,
                                             papilio_convolution_mode mode, void* results, int64_t capacity);

/* ---- Convolutions ---- */

/** A prepared convolution, papilio::Convolution. Immutable; any number of threads may use one. */
typedef struct papilio_convolution papilio_convolution;
/** The kernels of a convolution, prepared on its device: their spectra. */
typedef struct papilio_filter papilio_filter;

/** Plans, compiles (or loads from the cache) and uploads tables. The convolution keeps its device alive. */
PAPILIO_API papilio_status papilio_convolution_create(const papilio_device* device,
                                                      const papilio_convolution_problem* problem,
                                                      papilio_convolution** convolution);
PAPILIO_API papilio_status papilio_convolution_create_from_token(const papilio_device* device, const char* token,
                                                                 papilio_convolution** convolution);
/** `load` is applied to the signals' numbers as they are read, `store` to the results' before they are written. */
PAPILIO_API papilio_status papilio_convolution_create_with_callbacks(const papilio_device* device,
                                                                     const papilio_convolution_problem* problem,
                                                                     const papilio_callbacks* callbacks,
                                                                     papilio_convolution** convolution);
/** convolution may be null. Its filters stay valid. */
PAPILIO_API void papilio_convolution_destroy(papilio_convolution* convolution);

/** The problem of a convolution, normalised. */
PAPILIO_API papilio_status papilio_convolution_get_problem(const papilio_convolution* convolution,
                                                           papilio_convolution_problem* problem);
/** As papilio_convolution_problem_get_elements() and papilio_convolution_problem_get_bytes(). */
PAPILIO_API papilio_status papilio_convolution_get_elements(const papilio_convolution* convolution, int64_t* signals,
                                                            int64_t* kernels, int64_t* results);
PAPILIO_API papilio_status papilio_convolution_get_bytes(const papilio_convolution* convolution, size_t* signals,
                                                         size_t* kernels, size_t* results);
/** Bytes of scratch that one execution needs. */
PAPILIO_API papilio_status papilio_convolution_get_scratch_bytes(const papilio_convolution* convolution, size_t* bytes);
/** As papilio_plan_describe(). */
PAPILIO_API papilio_status papilio_convolution_describe(const papilio_convolution* convolution, char* text,
                                                        size_t capacity, size_t* length);

/** Prepares kernels, once for any number of executions; `bytes` is what papilio_convolution_get_bytes() tells. Returns
 * when the spectra are in device memory. */
PAPILIO_API papilio_status papilio_filter_create(const papilio_convolution* convolution, const void* kernels,
                                                 size_t bytes, papilio_filter** filter);
/** filter may be null. */
PAPILIO_API void papilio_filter_destroy(papilio_filter* filter);

/** Enqueues and returns at once. The filter must have been made from this convolution. The operands are those of
 * papilio_plan_execute_operands(). */
PAPILIO_API papilio_status papilio_convolution_execute(const papilio_convolution* convolution,
                                                       const papilio_filter* filter, const papilio_stream* stream,
                                                       const papilio_operands* operands);
/** Convolves host memory, of the sizes that papilio_convolution_get_bytes() tells, and returns when the result is
 * there. timing may be null. */
PAPILIO_API papilio_status papilio_convolution_execute_host(const papilio_convolution* convolution,
                                                            const papilio_filter* filter,
                                                            const papilio_host_operands* operands,
                                                            papilio_timing* timing);

/* ---- Signals of unlimited length ---- */

/** papilio::OverlapSave: samples are pushed in, results pulled out. The results are those of PAPILIO_FULL. They are
 * computed in blocks: up to block-1 samples wait until others fill the block, or papilio_overlap_save_flush() is
 * called. Unlike other handles it must be used by one thread at a time. */
typedef struct papilio_overlap_save papilio_overlap_save;

/** A stream's operation and its kernel. */
typedef struct papilio_overlap_save_options {
  size_t struct_size;
  papilio_operation operation;
  papilio_values kernel; /**< at least one value */
  int64_t block;         /**< approximate results per block, at most 2^27; 0: a fast size */
} papilio_overlap_save_options;

static inline papilio_overlap_save_options papilio_overlap_save_options_init(void) {
  papilio_overlap_save_options options = PAPILIO_ZERO;
  options.struct_size = sizeof(options);
  return options;
}

/** Copies the kernel, and keeps the device alive. */
PAPILIO_API papilio_status papilio_overlap_save_create(const papilio_device* device,
                                                       const papilio_overlap_save_options* options,
                                                       papilio_overlap_save** stream);
/** stream may be null. */
PAPILIO_API void papilio_overlap_save_destroy(papilio_overlap_save* stream);
/** Results per block. */
PAPILIO_API papilio_status papilio_overlap_save_get_block(const papilio_overlap_save* stream, int64_t* block);
/** Takes `count` samples of the kernel's type (a pair counts once) and computes the blocks that they fill. */
PAPILIO_API papilio_status papilio_overlap_save_push(papilio_overlap_save* stream, const void* samples, size_t count);
/** Computes the results of all samples pushed so far. The signal goes on. */
PAPILIO_API papilio_status papilio_overlap_save_flush(papilio_overlap_save* stream);
/** Does the same and computes the K-1 results after the last sample, which are zeros for a signal without samples. The
 * next push begins another signal. */
PAPILIO_API papilio_status papilio_overlap_save_finish(papilio_overlap_save* stream);
/** Results that can be pulled. */
PAPILIO_API papilio_status papilio_overlap_save_get_available(const papilio_overlap_save* stream, size_t* count);
/** Moves as many of them to `results` as are available and fit, and sets *count to their number. capacity and *count
 * are in results, real numbers or pairs, not bytes. results may be null when capacity is 0. */
PAPILIO_API papilio_status papilio_overlap_save_pull(papilio_overlap_save* stream, void* results, size_t capacity,
                                                     size_t* count);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_INT
#undef PAPILIO_ZERO

#endif
