// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runs PTX on the host: all threads of a cluster, one after another, from barrier to barrier. It supports only what
// src/emit writes, and reports errors that a device would not detect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::test {

/// Memory bound to one parameter. Two entries with one address are the same buffer (in place).
struct PtxBuffer {
  std::byte* data = nullptr;
  std::int64_t bytes = 0;
};

struct PtxLaunch {
  std::vector<PtxBuffer> buffers;     ///< the leading parameters
  std::vector<std::int64_t> scalars;  ///< the remaining parameters
  std::int64_t shared_bytes = 0;      ///< size of papilio_shared, if the text declares it
  std::int64_t first_block = 0;       ///< multiple of the cluster size, as is the number of blocks
  std::int64_t blocks = 1;
};

struct PtxReport {
  /// Accesses out of bounds or misaligned; reads of undefined registers and shared memory; races in shared memory;
  /// barriers that not all threads reach; buffers that are written although they are also read through the non-coherent
  /// cache; endless loops. For clusters also: accesses to shared memory between arrive and wait, and writes to blocks
  /// that may not be running. Each has its line; only the first of each kind per line, at most 20.
  std::vector<std::string> faults;
  std::int64_t instructions = 0;  ///< of all threads
  std::int64_t barriers = 0;      ///< passed by blocks and clusters
  [[nodiscard]] bool ok() const { return faults.empty(); }
};

/// Throws Error(internal) for text that is not PTX, or not of the kind that src/emit writes: an unknown instruction, a
/// register that is undeclared or of another type. A faulting access is skipped (loads return 0) and the run continues.
PtxReport run_ptx(std::string_view text, const PtxLaunch& launch);

}  // namespace papilio::test
