// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Random programs of the IR that no kernel resembles: loads, stores, conditions and loops in any order, with addresses
// that coincide only at run time. An emitter that moves or combines accesses must compute what the IR says.
#pragma once

#include <cstdint>
#include <functional>

#include "ir/ir.hpp"

namespace papilio::test {

inline constexpr int random_share = 32;  ///< numbers of each buffer per work-item

/// One input and one output, f32 or f64, which may be the same memory. Numbers stay between -1 and 1 for such input.
/// `storage`: what both hold in memory.
ir::Module random_program(unsigned seed, ir::ScalarKind element, int threads, Storage storage = Storage::native);
/// The same by choices that somebody else makes, such as a fuzzer: `next` gives any numbers.
ir::Module random_program(std::function<std::uint32_t()> next, ir::ScalarKind element, int threads, Storage storage);

}  // namespace papilio::test
