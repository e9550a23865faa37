/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * libpapilio_radix248: forward FFTs with radix 8 as often as it divides the length and then 4 or 2, with twiddles and
 * memories as they are asked for, by the kernels of `papilio study`. For comparing choices, not for speed.
 *
 * Results are unscaled, in natural order. No function may be called by two threads at once.
 */
#ifndef PAPILIO_RADIX248_H
#define PAPILIO_RADIX248_H

#include <papilio/papilio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct papilio_radix248_request {
  int64_t length; /**< of each transform: a power of two from 2 on */
  int64_t batch;  /**< transforms, packed */
  papilio_precision precision;
  int table; /**< 1: twiddles are read from a table of all roots of unity; 0: computed by polynomials where they are
                needed */
  int local; /**< 1: the last stages, as many as local memory holds, are one kernel; 0: each stage is a kernel of its
                own */
} papilio_radix248_request;

/** Transforms host memory: length * batch complex numbers from `in` to `out`, which do not overlap. The device is named
 * as papilio_device_open() does; it and what was compiled last stay open until papilio_radix248_close(). `text`, ended
 * with 0 and cut to `capacity` bytes, at least 1, says what computed it ("8x8x8x8: twiddles read, exchange local", a
 * comma between kernels), or, for another result than PAPILIO_OK, what failed. */
PAPILIO_API papilio_status papilio_radix248_execute(const char* device, const papilio_radix248_request* request,
                                                    const void* in, void* out, char* text, size_t capacity);
/** Gives everything back. */
PAPILIO_API void papilio_radix248_close(void);

#ifdef __cplusplus
}
#endif
#endif
