// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The IR's executable definition: runs work-groups of a program on the host, one statement at a time for all
// work-items, and reports errors that a device would not notice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace papilio::ir {

/// Memory bound to one global buffer parameter, in the parameter's own element type. Two bindings may alias (in place).
struct Binding {
  std::byte* data = nullptr;
  std::int64_t elements = 0;  ///< scalars
};

struct InterpreterReport {
  /// Out-of-bounds accesses, misaligned accesses, reads of uninitialised shared memory, shared-memory races (with the
  /// array, the element and both work-items), barriers not reached by all, integer overflow, negative div operands.
  /// At most 20 are kept.
  std::vector<std::string> faults;
  std::int64_t loads = 0;   ///< global scalars read
  std::int64_t stores = 0;  ///< global scalars written
  std::int64_t barriers = 0;
  std::int64_t flops = 0;  ///< lanes counted, fma as two
  [[nodiscard]] bool ok() const { return faults.empty(); }
};

/// Runs groups [first_group, first_group + groups). `buffers` in the order of module.buffers, `scalars` of
/// module.scalars. A faulting access is skipped (loads give NaN or 0) and the run goes on. Clusters are run whole: both
/// are multiples of module.cluster.
InterpreterReport interpret(const Module& module, std::span<const Binding> buffers,
                            std::span<const std::int64_t> scalars, std::int64_t first_group, std::int64_t groups);

}  // namespace papilio::ir
