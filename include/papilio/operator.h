/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Spectral operators in C: papilio/operator.hpp, which has the definitions: a forward transform, a product with a
 * spectrum H, and an inverse transform that divides by the number of points. What papilio/papilio.h says about names,
 * structs, errors, handles and threads holds here too. docs/operators.md has an example.
 */
#ifndef PAPILIO_OPERATOR_H
#define PAPILIO_OPERATOR_H

#include <papilio/convolution.h>

#ifdef __cplusplus
#define PAPILIO_ZERO \
  {}
extern "C" {
#else
#define PAPILIO_ZERO \
  { 0 }
#endif

/** Packed arrays, all axes of which are transformed. */
typedef struct papilio_operator_problem {
  size_t struct_size;
  papilio_precision precision;
  papilio_field field; /**< of the arrays */
  int axes;            /**< 1 to 3 */
  int64_t lengths[3];  /**< outermost first; those behind the axes are 0 */
  int64_t batch;       /**< arrays, one after the other; 0 means 1 */
} papilio_operator_problem;

static inline papilio_operator_problem papilio_operator_problem_init(void) {
  papilio_operator_problem problem = PAPILIO_ZERO;
  problem.struct_size = sizeof(problem);
  return problem;
}

typedef struct papilio_operator papilio_operator;

/** Makes an operator of a formula of the frequency's numbers, "i*kx" or "exp(-k^2/200)", in the grammar of
 * papilio::Spectrum::formula(). Keeps the device alive. Returns PAPILIO_INVALID_ARGUMENT for a formula that is not
 * understood or has values that are not finite; papilio_get_last_error() names the column, or the frequency. */
PAPILIO_API papilio_status papilio_operator_create(const papilio_device* device,
                                                   const papilio_operator_problem* problem, const char* formula,
                                                   papilio_operator** created);
/** The same for a spectrum as numbers: pairs of real and imaginary part for each frequency, in the order of the
 * transform of one array, frequencies 0 to n-1 along each axis, of real arrays 0 to n/2 along the last one. They are
 * copied. */
PAPILIO_API papilio_status papilio_operator_create_from_spectrum(const papilio_device* device,
                                                                 const papilio_operator_problem* problem,
                                                                 const double* spectrum, papilio_operator** created);
/** op may be null. */
PAPILIO_API void papilio_operator_destroy(papilio_operator* op);
/** Applies the operator to host memory, numbers of the problem's precision, of complex arrays in pairs, and returns
 * when the result is there. `in` and `out` do not overlap; `timing` may be null. */
PAPILIO_API papilio_status papilio_operator_execute_host(const papilio_operator* op, const void* in, void* out,
                                                         papilio_timing* timing);
/** Enqueues the same on device memory and returns at once. */
PAPILIO_API papilio_status papilio_operator_execute(const papilio_operator* op, const papilio_stream* stream,
                                                    const papilio_buffer* in, const papilio_buffer* out);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_ZERO

#endif
