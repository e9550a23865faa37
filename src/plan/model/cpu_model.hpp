// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CpuModel: every constant by which plans for CPUs are estimated and searched. Those of stages are fitted to the times
// of some 200 kernels on two cores of an AMD EPYC through PoCL (docs/lab/pocl.md, "The stages' constants", "512-bit
// vectors", "Splits"), those of memory to 1,400 ("Rows of passes"), those of whole transforms to 640 once more ("Whole
// transforms on Zen 4"); the others were chosen by reasoning and a few measurements ("What was tried, and its effect",
// "Known weaknesses").
#pragma once

#include <cstdint>

namespace papilio::plan {

struct CpuModel {
  /// Operations of vectors for each point of a stage.
  struct Stages {
    double traffic;         ///< loads, stores and shuffles
    double twiddle;         ///< for each twiddle
    int comfortable_radix;  ///< larger codelets spill: their values and twiddles do not fit 32 vector registers
    double spilled;         ///< factor of a codelet that spills,
    double spilled_once;    ///< and of one that is executed for one vector only, without a loop
  };
  Stages butterflies{.traffic = 2, .twiddle = 7, .comfortable_radix = 8, .spilled = 1.5, .spilled_once = 1.15};
  Stages columns{.traffic = 6, .twiddle = 5, .comfortable_radix = 15, .spilled = 1.3, .spilled_once = 1.3};
  /// Columns whose vectors take two registers, or one of 512 bits. The first stage, which reads memory, has room for
  /// fewer.
  Stages wide_columns{.traffic = 6, .twiddle = 5, .comfortable_radix = 8, .spilled = 1.5, .spilled_once = 1.5};
  int comfortable_first = 4;
  double spilled_in_first_pass = 1.7;  ///< in place of `spilled`: columns of the first of several passes,
  double spilled_last = 1.1;           ///< and the last stage, which has no twiddles, of wide columns elsewhere
  double large_prime = 2.2;            ///< factor of a prime above 31 alone, beside Rader's algorithm,
  double large_prime_stage = 1.6;      ///< and of one among other stages, beside Bluestein's ("Primes in loops")
  /// Columns of an array or of a pass whose tile has more bytes than this: there large codelets are slower ("Long
  /// columns").
  std::int64_t long_tile = 256 * 1024;
  Stages long_columns{.traffic = 6, .twiddle = 5, .comfortable_radix = 9, .spilled = 1.6, .spilled_once = 1.6};

  /// Operations of vectors, for each point.
  struct {
    double single_stage = 6;     ///< a transform of one point: loads and stores
    double scattered_store = 6;  ///< for each lane of a vector that is stored lane by lane, and loaded as a whole later
    double scattered_store_setup = 2;
    double turned = 1;         ///< a first stage that is turned in registers: for each round of shuffles,
    double odd_shuffles = 4;   ///< and for each vector but the first that an odd factor of its radix leaves
    double part_store = 2;     ///< for each part but the first of a vector that is stored in parts
    double turned_block = 1;   ///< a side of columns that is turned in registers,
    double split_lines = 2;    ///< if its transforms do not fill cache lines
    double ragged_load = 2.5;  ///< for each lane that is loaded on its own: a load and a shuffle
    double ragged_store = 2;
    double ragged_rows = 0.5;  ///< the same for columns of a strided batch, of which only the last vector is ragged
    double far_block = 12;     ///< blocks turned in registers whose rows are `page` bytes apart or further
    double further_block = 4;  ///< and for each doubling beyond, if a tile's rows are one line
    double page = 4096;
    double store_reach = 16384;  ///< bytes between the stores of two lanes at which they take twice as long: they meet
                                 ///< in few sets of the caches
    double pass_twiddle = 12;
    double long_butterflies = 1.2;  ///< numbers that vectors of 512 bits compute in the time of vectors of 256,
    double long_columns = 1.1;      ///< and across columns
    double paired_columns = 16;     ///< conjugate pairs of a pass: a twiddle, the step, and vectors that are reversed
    double wide_pairs = 4;          ///< more for conjugate pairs in f64, along butterflies
    double filter = 12;             ///< the rest of a convolution besides its two DFTs: load, multiply, store
    double bluestein = 24;
    double rader = 60;  ///< gathers and scatters go element by element
  } work;

  struct {
    // Fitted to 1,400 shapes of 1-D kernels, passes over rows and convolutions ("Rows of passes").
    double operations = 9e9;          ///< of vectors, per second of one core
    double beyond_fast_memory = 2.5;  ///< slowdown if a work-group's data exceed the core's own cache
    double beyond_half = 1.035;       ///< and if they exceed half of it
    double bandwidth = 40e9;          ///< bytes per second of memory, and of the cache that the cores share:
    double cache_bandwidth = 78e9;
    int line = 64;            ///< bytes of a cache line
    double scattered = 1.75;  ///< slowdown of memory if a tile's sides consist of rows of one line at most,
    double long_rows = 1.15;  ///< and of longer ones
    double streamed = 0.55;   ///< of that, if the kernel has one stage: it steps along as many rows as its radix, which
                              ///< the processor recognises and prefetches
    double shared_set = 0.03;            ///< what each further row in one set of a cache adds to these,
    double max_shared = 2;               ///< and all of them at most
    std::int64_t set_reach = 64 * 1024;  ///< rows as far apart share a set: a cache of 1 MiB with 16 ways
    double turned_rows = 1.9;            ///< slowdown of whole transforms that are turned in registers
    /// Slowdown along butterflies in f32, if the first stage's vectors lie on two lines each; the processor prefetches
    /// shorter transforms than `min_split`, in bytes.
    double split_streams = 1.8;
    std::int64_t min_split = 2000;
    double passes_of_primes = 1.25;  ///< slowdown of passes with large primes: one kernel is less at memory's mercy
    double scratch = 1.3;            ///< slowdown of passes through scratch in the place of one in place
    double overlap = 0.2;            ///< share of the shorter of arithmetic and memory that the longer does not hide
    double launch = 5e-6;
    double real_as_complex = 0.8;  ///< convolutions of real signals in one kernel, with twice the arithmetic, must
                                   ///< take less than this: they were measured at 0.9 to 1.3 of the time
  } time;

  /// Code grows with the radix times the lanes, and compile time with the code: "Compile time" of PoCL.
  struct {
    int largest_butterflies_radix = 16;
    std::int64_t min_long_butterflies = 1000;  ///< shorter transforms than this lose with vectors of 512 bits, unless
                                               ///< every stage is one vector
    int largest_convolution_radix = 16;        ///< a convolution has every stage twice
    int largest_chirp_radix = 8;  ///< the passes of a long convolution: larger ones are slower, and take longer to
                                  ///< compile (docs/adr/0111)
    /// Lengths to here use codelets of primes where there are any, and no convolution: its errors are up to 1.8 times
    /// those of sums (docs/accuracy.md), and the time that it would save is short beside a launch.
    std::int64_t exact_codelets = 1024;
    /// The same for codelets of primes above 31, in f64, for work that takes this share of a launch's time at most; of
    /// more work they take up to 2.5 times as long as a convolution.
    double large_codelets = 0.6;
    /// Convolutions of f32 numbers that are computed in f64: lengths for which other libraries use sums. It costs from
    /// nothing to 0.9 of the time ("Convolutions in double precision").
    struct {
      std::int64_t longest = 4096;
      std::int64_t largest_prime = 200;
      std::int64_t largest_prime_of_real = 340;  ///< their sums are half as long, beside a convolution of all points
    } wide_convolutions;
    double wide_pairs = 0.05;                ///< of a launch's time: what conjugate pairs in f64 may cost
    std::int64_t spare_local_memory = 1024;  ///< padding of arrays
  } search;
};

inline constexpr CpuModel cpu_model{};

}  // namespace papilio::plan
