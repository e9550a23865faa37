// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A kernel's PTX against its IR. The IR says what is computed, so that both agree to the bit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/interpreter.hpp"

namespace papilio::test {

/// A Runner (interpreted_plan.hpp): interprets the kernel, and runs its PTX for an old and a current device (clusters:
/// the latter) on copies of the same memory. Faults are those of all of them, and the first byte of each buffer where a
/// copy is different at the end.
std::vector<std::string> run_as_ptx_too(const ir::Module& module, std::span<const ir::Binding> buffers,
                                        std::span<const std::int64_t> scalars, std::int64_t groups);

}  // namespace papilio::test
