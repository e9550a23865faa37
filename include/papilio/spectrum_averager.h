/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Spectra that accumulate, in C: papilio/spectrum_averager.hpp, which has the definitions. What papilio/papilio.h says
 * about names, structs, errors, threads and handles holds here too.
 */
#ifndef PAPILIO_SPECTRUM_AVERAGER_H
#define PAPILIO_SPECTRUM_AVERAGER_H

#include <papilio/convolution.h>

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

/** Units of x squared per Hz, or units of x squared. */
typedef enum papilio_spectrum_scaling PAPILIO_INT {
  PAPILIO_SCALING_DENSITY = 0,
  PAPILIO_SCALING_SPECTRUM = 1
} papilio_spectrum_scaling;

/** Averaged numbers that can be read. */
typedef enum papilio_averaged_spectrum PAPILIO_INT {
  PAPILIO_AVERAGED_POWER = 0,        /**< real, of the first signal */
  PAPILIO_AVERAGED_PEAK = 1,         /**< real; of one signal only */
  PAPILIO_AVERAGED_SECOND_POWER = 2, /**< real, of the second signal */
  PAPILIO_AVERAGED_CROSS = 3         /**< pairs, of two signals */
} papilio_averaged_spectrum;

/** As papilio::SpectrumAveragerOptions has them. */
typedef struct papilio_spectrum_averager_options {
  size_t struct_size;
  papilio_precision precision; /**< of the arithmetic and of the spectra */
  papilio_field field;         /**< of samples: PAPILIO_REAL or PAPILIO_COMPLEX */
  papilio_storage storage;     /**< of samples; PAPILIO_STORE_NATIVE: as the precision says */
  int64_t length;              /**< samples of a segment, 1 to 2^27 */
  int64_t hop;                 /**< 1 to the length; 0: half of it */
  int64_t transform;           /**< at least the length; 0: the length */
  const double* window;        /**< `length` numbers, which are copied; null: the periodic Hann window */
  double rate;                 /**< of samples, in Hz */
  papilio_spectrum_scaling scaling;
  papilio_detrend detrend; /**< what each segment loses before the window */
  int signals;             /**< 1, or 2 that are pushed together */
} papilio_spectrum_averager_options;

/** Densities of one signal at 1 Hz without the mean of each segment; the length is missing. */
static inline papilio_spectrum_averager_options papilio_spectrum_averager_options_init(void) {
  papilio_spectrum_averager_options options = PAPILIO_ZERO;
  options.struct_size = sizeof(options);
  options.rate = 1;
  options.detrend = PAPILIO_DETREND_MEAN;
  options.signals = 1;
  return options;
}

/** One thread at a time. */
typedef struct papilio_spectrum_averager papilio_spectrum_averager;

/** Keeps the device alive, and compiles the kernels. */
PAPILIO_API papilio_status papilio_spectrum_averager_create(const papilio_device* device,
                                                            const papilio_spectrum_averager_options* options,
                                                            papilio_spectrum_averager** averager);
/** averager may be null. */
PAPILIO_API void papilio_spectrum_averager_destroy(papilio_spectrum_averager* averager);
/** The segments that are complete, and numbers of a spectrum; either pointer may be null. */
PAPILIO_API papilio_status papilio_spectrum_averager_get_shape(const papilio_spectrum_averager* averager,
                                                               int64_t* segments, int64_t* bins);
/** The next samples, real ones or pairs, as they are stored, `count` of each signal; `second` is null for one. */
PAPILIO_API papilio_status papilio_spectrum_averager_push(papilio_spectrum_averager* averager, const void* samples,
                                                          const void* second, int64_t count);
/** The same in device memory: enqueues on the stream and returns at once. */
PAPILIO_API papilio_status papilio_spectrum_averager_push_on_stream(papilio_spectrum_averager* averager,
                                                                    const papilio_stream* stream,
                                                                    const papilio_buffer* samples,
                                                                    const papilio_buffer* second, int64_t count);
/** Writes a result of the segments so far: `bins` numbers. */
PAPILIO_API papilio_status papilio_spectrum_averager_read(papilio_spectrum_averager* averager,
                                                          papilio_averaged_spectrum which, void* spectrum);
/** The same to device memory: enqueues on the stream and returns at once. */
PAPILIO_API papilio_status papilio_spectrum_averager_read_on_stream(papilio_spectrum_averager* averager,
                                                                    const papilio_stream* stream,
                                                                    papilio_averaged_spectrum which,
                                                                    const papilio_buffer* spectrum);
/** Begins another signal. */
PAPILIO_API papilio_status papilio_spectrum_averager_reset(papilio_spectrum_averager* averager);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_INT
#undef PAPILIO_ZERO

#endif
