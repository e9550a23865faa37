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
/// True if n has codelets and convolution algorithms need not be tried: a GPU with enough registers for every radix is
/// faster without them.
bool codelets_suffice(std::int64_t n, const DeviceCaps& caps);

/// The constraints and costs of factorising a length into stages.
struct StageRules {
  int lanes = 1;
  /// Strategy::butterflies: stages are at least `lanes` wide, and ragged ones cost extra.
  bool along_butterflies = false;
  int max_radix = 16;
  double stage_traffic = 6;  ///< loads, stores and shuffles of one stage, in vector operations per point
};

/// The cheapest sequence of radices for a DFT of n points, and its cost in vector operations per point; no radices if
/// there is no such sequence.
struct Factorisation {
  std::vector<int> radices;
  double operations = 0;
};
Factorisation factorise(std::int64_t n, const StageRules& rules);
/// The cost of these radices; infinite if a stage breaks the rules.
double operations_of(const std::vector<int>& radices, const StageRules& rules);

/// The work of one pass over a batch. It takes the larger of arithmetic and memory time, plus the cost of a launch.
struct PassWork {
  std::int64_t tiles = 1;      ///< independent pieces of work
  std::int64_t points = 1;     ///< complex points of all transforms together
  double operations = 0;       ///< vector operations per point
  std::int64_t bytes = 0;      ///< global memory read and written
  std::int64_t footprint = 0;  ///< bytes that one work-group accesses repeatedly
  bool scattered = false;      ///< true if the input or the output is not contiguous
  int lanes = 1;
};
double seconds_of(const PassWork& work, const DeviceCaps& caps);

int element_bytes(Precision precision);
int lanes_of(Precision precision, const DeviceCaps& caps);

}  // namespace papilio::plan
