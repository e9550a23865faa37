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
#define PAPILIO_INT : int
extern "C" {
#else
#define PAPILIO_INT
#endif

typedef enum papilio_twiddles PAPILIO_INT {
  PAPILIO_TWIDDLES_COMPUTED = 0, /**< sine and cosine by polynomials, where they are needed */
  PAPILIO_TWIDDLES_TABLE = 1     /**< read from a table of all roots of unity */
} papilio_twiddles;
typedef enum papilio_exchange PAPILIO_INT {
  PAPILIO_EXCHANGE_GLOBAL = 0, /**< each stage is a kernel of its own */
  PAPILIO_EXCHANGE_LOCAL = 1   /**< the last stages, as many as local memory holds, are one kernel */
} papilio_exchange;

typedef struct papilio_radix248_request {
  int64_t length; /**< of each transform: a power of two from 2 on */
  int64_t batch;  /**< transforms, packed */
  papilio_precision precision;
  papilio_twiddles twiddles;
  papilio_exchange exchange;
} papilio_radix248_request;

/** Transforms host memory: length * batch complex numbers from `in` to `out`, which do not overlap. The device is named
 * as papilio_device_open() does; it and what was compiled last stay open until papilio_radix248_close(). `text`, ended
 * with 0 and cut to `capacity` bytes, says what computed it ("8x8x8x8: twiddles read, exchange local", a comma between
 * kernels), or, for another result than PAPILIO_OK, what failed. */
PAPILIO_API papilio_status papilio_radix248_execute(const char* device, const papilio_radix248_request* request,
                                                    const void* in, void* out, char* text, size_t capacity);
/** Gives everything back. */
PAPILIO_API void papilio_radix248_close(void);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_INT

#endif
