/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Short-time Fourier transforms in C: papilio/stft.hpp, which has the definitions. What papilio/papilio.h says about
 * names, structs, errors, threads and handles holds here too.
 */
#ifndef PAPILIO_STFT_H
#define PAPILIO_STFT_H

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

/** Samples around the signal: length/2 zeros on either side, length/2 reflected samples on either side, or none. */
typedef enum papilio_stft_padding PAPILIO_INT {
  PAPILIO_STFT_ZEROS = 0,
  PAPILIO_STFT_REFLECT = 1,
  PAPILIO_STFT_NO_PADDING = 2
} papilio_stft_padding;

/** The factor of the spectra: 1, 1/sqrt(length), 1/|sum w|, 1/sqrt(sum w^2). */
typedef enum papilio_stft_scaling PAPILIO_INT {
  PAPILIO_STFT_UNSCALED = 0,
  PAPILIO_STFT_UNITARY = 1,
  PAPILIO_STFT_MAGNITUDE = 2,
  PAPILIO_STFT_PSD = 3
} papilio_stft_scaling;

/** The last frame, where the padded signal ends before it does: filled with zeros, or left out. */
typedef enum papilio_stft_last_frame PAPILIO_INT {
  PAPILIO_STFT_FILLED = 0,
  PAPILIO_STFT_LEFT_OUT = 1
} papilio_stft_last_frame;

/** How a signal is cut into frames, and what the spectra are. */
typedef struct papilio_stft_options {
  size_t struct_size;
  papilio_precision precision; /**< of samples and spectra */
  papilio_field field;         /**< of samples: PAPILIO_REAL or PAPILIO_COMPLEX */
  int64_t length;              /**< of a frame, 1 to 2^27 */
  int64_t hop;                 /**< from one frame to the next, at least 1; 0: length/4 */
  const double* window;        /**< `length` numbers, which are copied; null: the periodic Hann window */
  papilio_stft_padding padding;
  papilio_stft_scaling scaling;
  papilio_stft_last_frame last_frame; /**< features leave it out in any case */
} papilio_stft_options;

static inline papilio_stft_options papilio_stft_options_init(void) {
  papilio_stft_options options = PAPILIO_ZERO;
  options.struct_size = sizeof(options);
  return options;
}

/** Immutable; any number of threads may use one. */
typedef struct papilio_stft papilio_stft;

/** Keeps the device alive. Kernels are compiled at the first call of each function that needs them. */
PAPILIO_API papilio_status papilio_stft_create(const papilio_device* device, const papilio_stft_options* options,
                                               papilio_stft** stft);
/** stft may be null. */
PAPILIO_API void papilio_stft_destroy(papilio_stft* stft);
/** The number of frames of a signal of `samples` samples, and of bins of a frame; either pointer may be null. */
PAPILIO_API papilio_status papilio_stft_get_shape(const papilio_stft* stft, int64_t samples, int64_t* frames,
                                                  int64_t* bins);
/** `batch` signals of `samples` numbers each, one after the other, real ones or pairs; batch * frames * bins pairs. */
PAPILIO_API papilio_status papilio_stft_forward(const papilio_stft* stft, const void* signals, int64_t samples,
                                                int64_t batch, void* spectra);
/** Computes |X|^2 in the same way: batch * frames * bins real numbers. */
PAPILIO_API papilio_status papilio_stft_power(const papilio_stft* stft, const void* signals, int64_t samples,
                                              int64_t batch, void* power);
/** Computes the inverse. Returns PAPILIO_INVALID_ARGUMENT if no window covers a sample, which papilio_get_last_error()
 * names. */
PAPILIO_API papilio_status papilio_stft_inverse(const papilio_stft* stft, const void* spectra, int64_t samples,
                                                int64_t batch, void* signals);

/** The same in device memory: enqueues on the stream and returns at once. Device memory for padded signals, and for all
 * frames of the inverse, is allocated and released in stream order. */
PAPILIO_API papilio_status papilio_stft_forward_on_stream(const papilio_stft* stft, const papilio_stream* stream,
                                                          const papilio_buffer* signals, int64_t samples, int64_t batch,
                                                          const papilio_buffer* spectra);
PAPILIO_API papilio_status papilio_stft_power_on_stream(const papilio_stft* stft, const papilio_stream* stream,
                                                        const papilio_buffer* signals, int64_t samples, int64_t batch,
                                                        const papilio_buffer* power);
PAPILIO_API papilio_status papilio_stft_inverse_on_stream(const papilio_stft* stft, const papilio_stream* stream,
                                                          const papilio_buffer* spectra, int64_t samples, int64_t batch,
                                                          const papilio_buffer* signals);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_INT
#undef PAPILIO_ZERO

#endif
