// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DFT lengths of the real-to-real kinds; for the other kinds, n itself.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>

namespace papilio {

/// Points of the complex DFT that computes a transform of n points (kernel/elements/trig.hpp).
std::int64_t dft_length(Kind kind, std::int64_t n);
/// Real numbers of the signal whose DFT, by its half spectrum, gives a real-to-real transform of n points; 0: types 4,
/// which have no such signal.
std::int64_t signal_length(Kind kind, std::int64_t n);
/// The factor by which a transform of n points followed by its inverse scales the data.
std::int64_t logical_length(Kind kind, std::int64_t n);

}  // namespace papilio
