/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Features of overlapping frames in C: papilio/features.hpp, which has the definitions. What papilio/papilio.h says
 * about names, structs, errors, threads and handles holds here too.
 */
#ifndef PAPILIO_FEATURES_H
#define PAPILIO_FEATURES_H

#include <papilio/stft.h>

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

/** How mels follow from Hz. */
typedef enum papilio_mel_scale PAPILIO_INT { PAPILIO_MEL_SLANEY = 0, PAPILIO_MEL_HTK = 1 } papilio_mel_scale;

/** The height of a filter: 2 / width in Hz, or 1. */
typedef enum papilio_mel_norm PAPILIO_INT { PAPILIO_MEL_AREA = 0, PAPILIO_MEL_PEAK = 1 } papilio_mel_norm;

/** The logarithm of a power: none, ln, log10, 10 log10. */
typedef enum papilio_feature_level PAPILIO_INT {
  PAPILIO_LEVEL_POWER = 0,
  PAPILIO_LEVEL_NATURAL = 1,
  PAPILIO_LEVEL_LOG10 = 2,
  PAPILIO_LEVEL_DECIBEL = 3
} papilio_feature_level;

/** As papilio::FeatureOptions has them. */
typedef struct papilio_feature_options {
  size_t struct_size;
  papilio_stft_options frames; /**< of samples that are PAPILIO_REAL; its precision is that of the features */
  double rate;                 /**< of samples, in Hz */
  int64_t filters;             /**< mel filters; 0: the bins are the features */
  papilio_mel_scale scale;
  papilio_mel_norm norm;
  double low;  /**< the lowest frequency of the filters, in Hz */
  double high; /**< the highest; 0: rate/2 */
  papilio_feature_level level;
  double floor;         /**< powers below it count as it */
  double factor;        /**< of the logarithm */
  double offset;        /**< added to it */
  double range;         /**< distance of the least level from the largest of the signal; 0: no limit */
  int64_t coefficients; /**< cepstral ones; 0: none */
} papilio_feature_options;

/** Powers of the bins of a signal of 16 kHz, with a floor of 1e-10 and a factor of 1; frames.length is missing. */
static inline papilio_feature_options papilio_feature_options_init(void) {
  papilio_feature_options options = PAPILIO_ZERO;
  options.struct_size = sizeof(options);
  options.frames = papilio_stft_options_init();
  options.rate = 16000;
  options.floor = 1e-10;
  options.factor = 1;
  return options;
}

/** The features of OpenAI's Whisper, in 80 or 128 filters. */
static inline papilio_feature_options papilio_feature_options_init_whisper(int64_t filters) {
  papilio_feature_options options = papilio_feature_options_init();
  options.frames.length = 400;
  options.frames.hop = 160;
  options.frames.padding = PAPILIO_STFT_REFLECT;
  options.filters = filters;
  options.level = PAPILIO_LEVEL_LOG10;
  options.factor = 0.25;
  options.offset = 1;
  options.range = 2;
  return options;
}

/** Immutable; any number of threads may use one. */
typedef struct papilio_features papilio_features;

/** Keeps the device alive. Kernels are compiled at the first call. */
PAPILIO_API papilio_status papilio_features_create(const papilio_device* device, const papilio_feature_options* options,
                                                   papilio_features** features);
/** features may be null. */
PAPILIO_API void papilio_features_destroy(papilio_features* features);
/** The number of full frames of a signal of `samples` samples, and of numbers of a frame; either pointer may be
 * null. */
PAPILIO_API papilio_status papilio_features_get_shape(const papilio_features* features, int64_t samples,
                                                      int64_t* frames, int64_t* size);
/** `batch` signals of `samples` real numbers each, one after the other; batch * frames * size numbers. */
PAPILIO_API papilio_status papilio_features_compute(const papilio_features* features, const void* signals,
                                                    int64_t samples, int64_t batch, void* results);
/** The same in device memory: enqueues on the stream and returns at once. Work memory is allocated and released in
 * stream order. */
PAPILIO_API papilio_status papilio_features_compute_on_stream(const papilio_features* features,
                                                              const papilio_stream* stream,
                                                              const papilio_buffer* signals, int64_t samples,
                                                              int64_t batch, const papilio_buffer* results);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_INT
#undef PAPILIO_ZERO

#endif
