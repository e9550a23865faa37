// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A machine that runs PTX on the host: all threads of a cluster, one after the other, from barrier to barrier. It knows
// what src/emit writes and nothing else, and reports what a device would silently do wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::test {

/// Memory bound to one parameter. Two of the same address are one buffer (in place).
struct PtxBuffer {
  std::byte* data = nullptr;
  std::int64_t bytes = 0;
};

struct PtxLaunch {
  std::vector<PtxBuffer> buffers;     ///< the first parameters
  std::vector<std::int64_t> scalars;  ///< the others
  std::int64_t shared_bytes = 0;      ///< of papilio_shared, where the text declares it
  std::int64_t first_block = 0;       ///< this and the next one are multiples of the cluster
  std::int64_t blocks = 1;
};

struct PtxReport {
  /// Accesses out of bounds or not aligned to their size, reads of registers and shared memory that nobody has written,
  /// races in shared memory, barriers that not all threads reach, buffers written and read past the coherent caches,
  /// endless loops; of clusters: shared memory met between arrive and wait, other blocks written to that may not run.
  /// Each with the line; the first of each kind at each line, at most 20.
  std::vector<std::string> faults;
  std::int64_t instructions = 0;  ///< of all threads
  std::int64_t barriers = 0;      ///< that blocks and clusters passed
  [[nodiscard]] bool ok() const { return faults.empty(); }
};

/// Throws Error(internal) for text that is no PTX, or not such as src/emit writes: an unknown instruction, a register
/// that is not declared or of another type. A faulting access is skipped (loads give 0) and the run goes on.
PtxReport run_ptx(std::string_view text, const PtxLaunch& launch);

}  // namespace papilio::test
