// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Lengths behind the real-to-real kinds; of other kinds, n itself.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>

namespace papilio {

/// Points of the complex DFT that a transform of n points takes (kernel/trig.hpp).
std::int64_t dft_length(Kind kind, std::int64_t n);
/// What a transform of n points and its inverse multiply by.
std::int64_t logical_length(Kind kind, std::int64_t n);

}  // namespace papilio
