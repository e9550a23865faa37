/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Spectral convolutions in C: papilio/spectral_convolution.hpp, which has the definitions. The layer of a Fourier
 * neural operator multiplies the transforms of its channels by a matrix at each of the lowest frequencies. What
 * papilio/papilio.h says about names, structs, errors, handles and threads holds here too. docs/operators.md has an
 * example.
 */
#ifndef PAPILIO_SPECTRAL_CONVOLUTION_H
#define PAPILIO_SPECTRAL_CONVOLUTION_H

#include <papilio/convolution.h>

#ifdef __cplusplus
#define PAPILIO_ZERO \
  {}
extern "C" {
#else
#define PAPILIO_ZERO \
  { 0 }
#endif

/** Packed arrays, all axes of which are transformed: x is [batch][in_channels][lengths...], y is
 * [batch][out_channels][lengths...], and the weights are [in_channels][out_channels][modes...]. */
typedef struct papilio_spectral_convolution_problem {
  size_t struct_size;
  papilio_precision precision; /**< PAPILIO_F32 or PAPILIO_F64 */
  papilio_field field;         /**< of x and y; weights are complex */
  int axes;                    /**< 1 to 3 */
  int64_t lengths[3];          /**< outermost first; those behind the axes are 0 */
  int64_t modes[3];            /**< frequencies that are kept: of real arrays 0 to m-1 along the last axis, and along
                                * others those of papilio_problem_keep_modes(); those behind the axes are 0 */
  int64_t in_channels;         /**< 0 means 1, as for the next two */
  int64_t out_channels;
  int64_t batch;
} papilio_spectral_convolution_problem;

static inline papilio_spectral_convolution_problem papilio_spectral_convolution_problem_init(void) {
  papilio_spectral_convolution_problem problem = PAPILIO_ZERO;
  problem.struct_size = sizeof(problem);
  return problem;
}

/** The numbers of x, y and the weights: real or complex ones of x and y, complex ones of the weights. Any pointer may
 * be null. */
PAPILIO_API papilio_status papilio_spectral_convolution_problem_get_elements(
    const papilio_spectral_convolution_problem* problem, int64_t* in, int64_t* out, int64_t* weights);

typedef struct papilio_spectral_convolution papilio_spectral_convolution;

/** Plans, compiles and uploads the weights, numbers of the problem's precision in pairs, which are copied. Keeps the
 * device alive. */
PAPILIO_API papilio_status papilio_spectral_convolution_create(const papilio_device* device,
                                                               const papilio_spectral_convolution_problem* problem,
                                                               const void* weights,
                                                               papilio_spectral_convolution** created);
/** The same convolution with other weights. Nothing is planned or compiled. */
PAPILIO_API papilio_status papilio_spectral_convolution_create_with_weights(
    const papilio_spectral_convolution* convolution, const void* weights, papilio_spectral_convolution** created);
/** convolution may be null. */
PAPILIO_API void papilio_spectral_convolution_destroy(papilio_spectral_convolution* convolution);
/** Executes on host memory, numbers of the problem's precision, of complex arrays in pairs, and returns when the result
 * is there. `in` and `out` do not overlap; `timing` may be null. */
PAPILIO_API papilio_status papilio_spectral_convolution_execute_host(const papilio_spectral_convolution* convolution,
                                                                     const void* in, void* out, papilio_timing* timing);
/** Enqueues the same on device memory and returns at once. The modes are in temporary memory, so the stream must not be
 * captured. */
PAPILIO_API papilio_status papilio_spectral_convolution_execute(const papilio_spectral_convolution* convolution,
                                                                const papilio_stream* stream, const papilio_buffer* in,
                                                                const papilio_buffer* out);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_ZERO

#endif
