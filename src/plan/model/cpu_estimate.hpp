// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Estimates that rank the kernels of a CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "core/device_caps.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// The constraints of factorising a length into stages.
struct StageRules {
  int lanes = 1;
  /// Strategy::butterflies: stages are at least `lanes` wide, and ragged ones cost extra.
  bool along_butterflies = false;
  int max_radix = 16;
  int large_primes = 0;       ///< radices may also be primes from 37 to here
  bool wide = false;          ///< a vector takes two registers, or one of 512 bits
  bool first_pass = false;    ///< of several: columns whose results are turned
  bool long_columns = false;  ///< the tile exceeds CpuModel::long_tile
  bool streams = false;       ///< Strategy::butterflies: the first stage reads memory in order, no convolution's gather
};

/// The cheapest sequence of radices for a DFT of n points, and its cost in vector operations per point; no radices if
/// there is no such sequence.
struct Factorisation {
  std::vector<int> radices;
  double operations = 0;
};
Factorisation factorise(std::int64_t n, const StageRules& rules);
/// The `most` cheapest sequences, cheapest first.
std::vector<Factorisation> factorisations(std::int64_t n, const StageRules& rules, std::size_t most);
/// The cost of these radices; infinite if a stage breaks the rules.
double operations_of(const std::vector<int>& radices, const StageRules& rules);

/// The work of one pass over a batch.
struct PassWork {
  std::int64_t tiles = 1;      ///< independent pieces of work
  std::int64_t points = 1;     ///< complex points of all transforms together
  double operations = 0;       ///< vector operations per point
  std::int64_t bytes = 0;      ///< global memory read and written
  std::int64_t footprint = 0;  ///< bytes that one work-group accesses repeatedly
  double slowdown = 1;         ///< of memory, beside contiguous sides
  double lanes = 1;            ///< that are computed at a time
};
double seconds_of(const PassWork& work, const DeviceCaps& caps);

/// The rows that a tile of columns reads or writes: the elements of neighbouring columns.
struct TileRows {
  std::int64_t count = 1;
  std::int64_t bytes = 0;          ///< of a row
  std::int64_t read_distance = 0;  ///< from one row to the next; 0: left out
  std::int64_t write_distance = 0;
  bool one_stage = false;  ///< so the kernel steps along its rows
};
/// PassWork::slowdown of such a kernel.
double slowdown_of(const TileRows& rows);

int lanes_of(Precision precision, const DeviceCaps& caps);
/// Vectors of so many numbers are longer than 256 bits.
bool beyond_256_bits(Precision precision, int lanes);

}  // namespace papilio::plan
