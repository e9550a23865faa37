// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The cost model: estimates that rank plans of one problem on one device. Constants are measured (docs/performance.md).
#pragma once

#include <cstdint>
#include <vector>

#include "core/device_caps.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// Real operations of the codelet of this radix (fused multiply-adds count once), complex twiddles not included.
double codelet_operations(int radix);

/// Largest prime that has a codelet of its own; lengths with larger prime factors need Rader or Bluestein.
inline constexpr int largest_codelet_prime = 31;
bool has_codelets(std::int64_t n);
/// And convolutions are no rivals: a GPU with registers for every radix does the length faster without.
bool codelets_suffice(std::int64_t n, const DeviceCaps& caps);

/// What a factorisation of a length into stages must respect.
struct StageRules {
  int lanes = 1;
  bool along_butterflies = false;  ///< Strategy::butterflies: stages at least `lanes` wide, raggedness costs
  int max_radix = 16;
  double stage_traffic = 6;  ///< loads, stores and shuffles of one stage, in vector operations per point
};

/// The cheapest sequence of radices for a DFT of n points, and its cost in vector operations per point; empty radices
/// when there is none.
struct Factorisation {
  std::vector<int> radices;
  double operations = 0;
};
Factorisation factorise(std::int64_t n, const StageRules& rules);

/// Seconds of one pass over a batch: the larger of arithmetic and memory, plus what a launch costs.
struct PassWork {
  std::int64_t tiles = 1;      ///< independent pieces
  std::int64_t points = 1;     ///< complex points of all transforms together
  double operations = 0;       ///< vector operations per point
  std::int64_t bytes = 0;      ///< global memory read and written
  std::int64_t footprint = 0;  ///< bytes touched over and over by one work-group
  bool scattered = false;      ///< some side of the memory traffic is not contiguous
  int lanes = 1;
};
double seconds_of(const PassWork& work, const DeviceCaps& caps);

int element_bytes(Precision precision);
int lanes_of(Precision precision, const DeviceCaps& caps);

}  // namespace papilio::plan
