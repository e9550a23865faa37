/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The problems of the C API; <papilio/papilio.h> includes it, and documents what holds for all of its headers.
 */
#ifndef PAPILIO_PROBLEM_H
#define PAPILIO_PROBLEM_H

#include <papilio/status.h>
#include <stddef.h>
#include <stdint.h>

#include <papilio/export.hpp>

/* In C++ every int is a value of these types, as in C, so that a wrong one can be refused. */
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

/** papilio/problem.hpp defines them. */
typedef enum papilio_kind PAPILIO_INT {
  PAPILIO_C2C = 0,
  PAPILIO_R2C = 1,
  PAPILIO_C2R = 2,
  PAPILIO_DCT1 = 3,
  PAPILIO_DCT2 = 4,
  PAPILIO_DCT3 = 5,
  PAPILIO_DCT4 = 6,
  PAPILIO_DST1 = 7,
  PAPILIO_DST2 = 8,
  PAPILIO_DST3 = 9,
  PAPILIO_DST4 = 10,
  PAPILIO_DHT = 11
} papilio_kind;
/** Precision of the arithmetic; papilio_storage is the type in memory. */
typedef enum papilio_precision PAPILIO_INT {
  PAPILIO_F32 = 0,
  PAPILIO_F64 = 1,
  PAPILIO_F32X2 = 2, /* sums of two floats, for transforms only; see Precision in papilio/problem.hpp */
  PAPILIO_F64X2 = 3
} papilio_precision;
/** The exponent's sign: forward exp(-2*pi*i*j*k/n), inverse exp(+2*pi*i*j*k/n). */
typedef enum papilio_direction PAPILIO_INT { PAPILIO_FORWARD = 0, PAPILIO_INVERSE = 1 } papilio_direction;
/** The place of the result: memory of its own, or the input's. */
typedef enum papilio_placement PAPILIO_INT { PAPILIO_OUT_OF_PLACE = 0, PAPILIO_IN_PLACE = 1 } papilio_placement;
/** The factor applied to every output, in either direction: 1, 1/n or 1/sqrt(n), where n is the product of the
 *  transformed lengths. Of real-to-real kinds it is that of 2n, but 2(n-1) for dct1, 2(n+1) for dst1 and n for dht:
 * then 1/n makes an inverse, and 1/sqrt(n) makes the transform orthonormal. */
typedef enum papilio_scale PAPILIO_INT {
  PAPILIO_SCALE_NONE = 0,
  PAPILIO_SCALE_INVERSE_N = 1,
  PAPILIO_SCALE_INVERSE_SQRT_N = 2
} papilio_scale;

/** Which direction divides, by the names of NumPy and SciPy: the inverse by n, both by sqrt(n), the forward one by n.
 */
typedef enum papilio_norm PAPILIO_INT {
  PAPILIO_NORM_DEFAULT = 0, /**< of one-liners: backward; of papilio_problem: as its `scale` says */
  PAPILIO_NORM_BACKWARD = 1,
  PAPILIO_NORM_ORTHO = 2,
  PAPILIO_NORM_FORWARD = 3
} papilio_norm;

/** The types of numbers in memory, papilio::Storage. Integers can only be read. */
typedef enum papilio_storage PAPILIO_INT {
  PAPILIO_STORE_NATIVE = 0, /**< as the precision */
  PAPILIO_STORE_F16 = 1,
  PAPILIO_STORE_BF16 = 2,
  PAPILIO_STORE_F32 = 3,
  PAPILIO_STORE_F64 = 4,
  PAPILIO_STORE_I8 = 5,
  PAPILIO_STORE_U8 = 6,
  PAPILIO_STORE_I16 = 7,
  PAPILIO_STORE_U16 = 8
} papilio_storage;
/** Where the parts of complex numbers are, papilio::ComplexLayout. */
typedef enum papilio_complex_layout PAPILIO_INT { PAPILIO_INTERLEAVED = 0, PAPILIO_PLANAR = 1 } papilio_complex_layout;
/** The array of a side with ranges, papilio::Packing: whole, or without the elements in them. */
typedef enum papilio_packing PAPILIO_INT { PAPILIO_WHOLE = 0, PAPILIO_COMPACT = 1 } papilio_packing;

/** Windows of the input, papilio::WindowFunction; problem.hpp has their formulas. */
typedef enum papilio_window_kind PAPILIO_INT {
  PAPILIO_WINDOW_NONE = 0,
  PAPILIO_WINDOW_HANN = 1,
  PAPILIO_WINDOW_HAMMING = 2,
  PAPILIO_WINDOW_BLACKMAN = 3,
  PAPILIO_WINDOW_KAISER = 4
} papilio_window_kind;
/** Periodic windows are for spectra, symmetric ones for filters: their last factor equals the first one. */
typedef enum papilio_window_form PAPILIO_INT {
  PAPILIO_WINDOW_PERIODIC = 0,
  PAPILIO_WINDOW_SYMMETRIC = 1
} papilio_window_form;

/** The real number that is stored for each complex result z, papilio::OutputMap: Re z, Im z, |z|, |z|^2, the angle in
 *  (-pi, pi], 20 log10 |z|, ln |z|. */
typedef enum papilio_output_map PAPILIO_INT {
  PAPILIO_MAP_NONE = 0,
  PAPILIO_MAP_REAL = 1,
  PAPILIO_MAP_IMAGINARY = 2,
  PAPILIO_MAP_MAGNITUDE = 3,
  PAPILIO_MAP_POWER = 4,
  PAPILIO_MAP_PHASE = 5,
  PAPILIO_MAP_DECIBEL = 6,
  PAPILIO_MAP_LOG = 7
} papilio_output_map;

/** The trend that is subtracted from the input along one axis, papilio::Detrend. */
typedef enum papilio_detrend PAPILIO_INT { PAPILIO_DETREND_NONE = 0, PAPILIO_DETREND_MEAN = 1 } papilio_detrend;

/** Largest number of axes of an array. */
enum { PAPILIO_MAX_RANK = 8 };

/** Indices begin .. end-1 of an axis; both 0: none. */
typedef struct papilio_range {
  int64_t begin;
  int64_t end;
} papilio_range;

/** A window: the input is multiplied by factors that depend on the index along one axis. */
typedef struct papilio_window {
  papilio_window_kind kind;
  papilio_window_form form;
  double beta;    /**< parameter of kaiser, 0 to 1000 */
  int other_axis; /**< 0: the last transformed axis; otherwise the number of the axis, counted from 1 */
} papilio_window;

/** A batch of arrays of which some axes are transformed. Element (i0, i1, ...) of array b is read at
 *  in[b*in_distance + i0*in_strides[0] + i1*in_strides[1] + ...] and written likewise. Strides and distances count
 *  elements of their side, real or complex. In place, the rows of real numbers of r2c and c2r are padded to 2(n/2+1),
 * and an inverse of several axes overwrites that padding. 0 means the default: packed, row-major, every axis
 * transformed, forward, a batch of 1, factor 1. */
typedef struct papilio_problem {
  size_t struct_size;
  papilio_kind kind;
  papilio_precision precision;
  int rank;                          /**< number of lengths, 1..PAPILIO_MAX_RANK */
  int64_t lengths[PAPILIO_MAX_RANK]; /**< of the array (of its real side), outermost first; transformed ones 1..2^27 */
  int skipped[PAPILIO_MAX_RANK];     /**< not 0: this axis is not transformed */
  int64_t batch;                     /**< arrays; 0 means 1 */
  int64_t in_distance;               /**< elements from one array to the next; 0: packed */
  int64_t out_distance;              /**< the same; equal to in_distance in place */
  int64_t in_strides[PAPILIO_MAX_RANK]; /**< of each axis, or all 0: packed */
  int64_t out_strides[PAPILIO_MAX_RANK];
  papilio_direction direction; /**< of c2c; of r2c PAPILIO_FORWARD (0), of c2r PAPILIO_INVERSE */
  papilio_placement placement;
  papilio_norm norm; /**< another way to give the scale: not PAPILIO_NORM_DEFAULT, then `scale` is 0 */
  papilio_scale scale;
  double factor; /**< multiplies every output besides `scale`; 0 means 1, and -0.0 means 0 */
  papilio_storage in_storage;
  papilio_storage out_storage;
  papilio_complex_layout in_layout; /**< of a complex side */
  papilio_complex_layout out_layout;
  int64_t in_offset; /**< elements before the first array */
  int64_t out_offset;
  papilio_range zero_ranges[PAPILIO_MAX_RANK]; /**< per axis of the input: elements that count as 0 and are not read */
  papilio_range skip_ranges[PAPILIO_MAX_RANK]; /**< per axis of the output: elements that are not written */
  papilio_storage scratch_storage; /**< of what passes store for each other: f16 or bf16 for f32, f32 for f64 */
  papilio_packing in_packing;     /**< compact: the input has no room for zero_ranges; strides are those without them */
  papilio_packing out_packing;    /**< compact: the output has no room for skip_ranges */
  papilio_window window;          /**< of the input; not along the halved axis of c2r */
  int in_shift[PAPILIO_MAX_RANK]; /**< not 0: index n/2 of this axis of the input is the origin, as ifftshift reads */
  int out_shift[PAPILIO_MAX_RANK]; /**< not 0: index n/2 of this axis of the output is the origin, as fftshift writes */
  papilio_output_map out_map;      /**< of c2c and r2c, out of place; the output then holds real numbers */
  papilio_scale axis_scales[PAPILIO_MAX_RANK]; /**< of single axes, where n is the axis's length; then `scale` is 0 */
  papilio_detrend detrend;                     /**< of the input, before its window */
  int detrend_other_axis; /**< 0: the last transformed axis; otherwise the number of the axis, counted from 1 */
} papilio_problem;

static inline papilio_problem papilio_problem_init(void) {
  papilio_problem problem = PAPILIO_ZERO;
  problem.struct_size = sizeof(problem);
  return problem;
}

/** One packed transform of one axis, out of place and unscaled; change the fields as needed. */
static inline papilio_problem papilio_problem_init_1d(papilio_kind kind, papilio_precision precision, int64_t length,
                                                      int64_t batch) {
  papilio_problem problem = papilio_problem_init();
  problem.kind = kind;
  problem.precision = precision;
  problem.rank = 1;
  problem.lengths[0] = length;
  problem.batch = batch;
  problem.direction = kind == PAPILIO_C2R ? PAPILIO_INVERSE : PAPILIO_FORWARD;
  return problem;
}

/** Makes a normalised problem from a token such as "c2c:f32:4096*512:inverse:scale=1/n" (docs/tokens.md has the
 *  grammar). PAPILIO_UNSUPPORTED for chirp z-transforms, band= and spiral=, which papilio_problem has no fields for:
 *  papilio_plan_create_from_token() makes their plans. */
PAPILIO_API papilio_status papilio_problem_parse(const char* token, papilio_problem* problem);
/** Writes the canonical token, ended with 0 and cut to `capacity` bytes. *length is that of the whole token without the
 * 0; it may be null, and token may be null when capacity is 0. */
PAPILIO_API papilio_status papilio_problem_to_token(const papilio_problem* problem, char* token, size_t capacity,
                                                    size_t* length);
/** Checks the problem and fills in what its defaults mean: batch, distances, strides, factor, and `scale` in place of
 *  `norm`. */
PAPILIO_API papilio_status papilio_problem_normalise(papilio_problem* problem);
/** Keeps the lowest frequencies along each axis, modes[0 .. rank-1] of them, in a compact packed array: the output of a
 *  forward transform, the input of an inverse one, whose other frequencies count as 0. m of n are the indices
 *  0 .. ceil(m/2)-1 and n-floor(m/2) .. n-1, and 0 .. m-1 along the halved axis; other axes keep all. This
 *  function and the next two replace the ranges, strides and distance of the side that they shorten. */
PAPILIO_API papilio_status papilio_problem_keep_modes(papilio_problem* problem, const int64_t* modes);
/** Makes the input a compact packed array of the first elements along each axis, counts[0 .. rank-1] of them; the
 * others count as 0. */
PAPILIO_API papilio_status papilio_problem_pad_input(papilio_problem* problem, const int64_t* counts);
/** Makes the output a compact packed array of the first results along each axis. */
PAPILIO_API papilio_status papilio_problem_crop_output(papilio_problem* problem, const int64_t* counts);
/** Elements that input and output hold, real or complex as their side is, up to the last one that is touched. Either
 *  pointer may be null. */
PAPILIO_API papilio_status papilio_problem_get_elements(const papilio_problem* problem, int64_t* input,
                                                        int64_t* output);
/** The bytes that they take; in place, both are those of the one buffer. Either pointer may be null. */
PAPILIO_API papilio_status papilio_problem_get_bytes(const papilio_problem* problem, size_t* input, size_t* output);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_INT
#undef PAPILIO_ZERO

#endif
