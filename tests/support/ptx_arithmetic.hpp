// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Results of all arithmetic instructions.
#pragma once

#include <array>
#include <cstdint>

#include "support/ptx_program.hpp"

namespace papilio::test::ptx {

/// Arguments and result are register contents: the type's bits, the others 0.
std::uint64_t compute(const Instruction& instruction, const std::array<std::uint64_t, 3>& args);

}  // namespace papilio::test::ptx
