// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compares a kernel's PTX with its IR. The IR defines every operation, so both must agree to the bit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/interpreter.hpp"

namespace papilio::test {

/// A Runner (interpreted_plan.hpp): interprets the kernel, and runs its PTX for an old and a current device (clusters:
/// only the current one) on copies of the same memory. Returns the faults of all runs, and for each buffer the first
/// byte at which a copy differs at the end; NaNs are equal, whatever their bits.
std::vector<std::string> run_as_ptx_too(const ir::Module& module, std::span<const ir::Binding> buffers,
                                        std::span<const std::int64_t> scalars, std::int64_t groups);

}  // namespace papilio::test
