/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Polyphase filter banks in C: papilio/channelizer.hpp, which has the definitions. What papilio/papilio.h says about
 * names, structs, errors, threads and handles holds here too.
 */
#ifndef PAPILIO_CHANNELIZER_H
#define PAPILIO_CHANNELIZER_H

#include <papilio/convolution.h>

#ifdef __cplusplus
#define PAPILIO_ZERO \
  {}
extern "C" {
#else
#define PAPILIO_ZERO \
  { 0 }
#endif

/** As papilio::ChannelizerOptions has them. */
typedef struct papilio_channelizer_options {
  size_t struct_size;
  papilio_precision precision; /**< of the arithmetic and of the channels */
  papilio_field field;         /**< of samples: PAPILIO_REAL or PAPILIO_COMPLEX */
  papilio_storage storage;     /**< of samples; PAPILIO_STORE_NATIVE: as the precision says */
  int64_t channels;            /**< 2 to 2^27 */
  int64_t hop;                 /**< 1 to the channels; 0: the channels */
  const double* taps;          /**< tap_count numbers, which are copied; null: as papilio::ChannelizerOptions has it */
  int64_t tap_count;
} papilio_channelizer_options;

static inline papilio_channelizer_options papilio_channelizer_options_init(void) {
  papilio_channelizer_options options = PAPILIO_ZERO;
  options.struct_size = sizeof(options);
  return options;
}

/** One thread at a time. */
typedef struct papilio_channelizer papilio_channelizer;

/** Keeps the device alive, and compiles the kernels. */
PAPILIO_API papilio_status papilio_channelizer_create(const papilio_device* device,
                                                      const papilio_channelizer_options* options,
                                                      papilio_channelizer** channelizer);
/** channelizer may be null. */
PAPILIO_API void papilio_channelizer_destroy(papilio_channelizer* channelizer);
/** The number of frames that the next `samples` samples complete, and of pairs of a frame; either pointer may be
 * null. */
PAPILIO_API papilio_status papilio_channelizer_get_shape(const papilio_channelizer* channelizer, int64_t samples,
                                                         int64_t* frames, int64_t* bins);
/** The next samples, real ones or pairs, as they are stored. Writes frames * bins pairs, with the numbers of
 * papilio_channelizer_get_shape(); `results` may be null if that is none. */
PAPILIO_API papilio_status papilio_channelizer_push(papilio_channelizer* channelizer, const void* samples,
                                                    int64_t count, void* results);
/** The same in device memory: enqueues on the stream and returns at once. */
PAPILIO_API papilio_status papilio_channelizer_push_on_stream(papilio_channelizer* channelizer,
                                                              const papilio_stream* stream,
                                                              const papilio_buffer* samples, int64_t count,
                                                              const papilio_buffer* results);
/** Begins another signal. */
PAPILIO_API papilio_status papilio_channelizer_reset(papilio_channelizer* channelizer);
/** The taps of papilio::channel_filter(): channels * taps_per_channel numbers. */
PAPILIO_API papilio_status papilio_channel_filter(int64_t channels, int64_t taps_per_channel, double beta,
                                                  double* taps);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_ZERO

#endif
