// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CpuModel: every constant by which plans for CPUs are estimated and searched. They were chosen by reasoning and a few
// measurements on two cores of an AMD EPYC through PoCL, and are not fitted: docs/lab/pocl.md, "What was tried, and
// its effect" and "Known weaknesses".
#pragma once

#include <cstdint>

namespace papilio::plan {

struct CpuModel {
  /// Operations of vectors, for each point.
  struct {
    double stage_traffic = 6;  ///< loads, stores and shuffles of one stage
    double twiddle = 5;
    int comfortable_radix = 16;  ///< larger codelets spill, because their values do not fit 32 vector registers:
    double spilled = 1.3;
    double scattered_store = 6;  ///< for each lane of a vector that is stored lane by lane, and loaded as a whole later
    double scattered_store_setup = 2;
    double turned = 6;         ///< a first stage that is turned in registers
    double ragged_load = 2.5;  ///< for each lane that is loaded on its own: a load and a shuffle
    double ragged_store = 2;
    double pass_twiddle = 12;
    double filter = 12;  ///< the rest of a convolution besides its two DFTs: load, multiply, store
    double bluestein = 24;
    double rader = 60;  ///< gathers and scatters go element by element
  } work;

  struct {
    double operations = 5e9;          ///< per second of one core: about 1.5 vector operations per cycle at 3.5 GHz
    double beyond_fast_memory = 2.5;  ///< slowdown if a work-group's data exceed the core's own cache
    double bandwidth = 10e9;          ///< bytes per second of memory, and of the cache that the cores share:
    double cache_bandwidth = 30e9;
    double scattered = 1.6;  ///< slowdown of memory if a side is not contiguous
    double overlap = 0.3;    ///< share of the shorter of arithmetic and memory that the longer does not hide
    double launch = 5e-6;
    double real_as_complex = 0.8;  ///< convolutions of real signals in one kernel, with twice the arithmetic, must
                                   ///< take less than this: they were measured at 0.9 to 1.3 of the time
  } time;

  /// Code grows with the radix times the lanes, and compile time with the code: "Compile time" of PoCL.
  struct {
    int largest_butterflies_radix = 16;
    int largest_convolution_radix = 16;  ///< a convolution has every stage twice
    /// Lengths to here use codelets of primes where there are any, and no convolution: its errors are up to 1.8 times
    /// those of sums (docs/accuracy.md), and the time that it would save is short beside a launch.
    std::int64_t exact_codelets = 1024;
    std::int64_t spare_local_memory = 1024;  ///< padding of arrays
  } search;
};

inline constexpr CpuModel cpu_model{};

}  // namespace papilio::plan
