// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems that a way of measuring needs besides the one that is asked for: its inverse, and one transform of its
// batch.
#pragma once

#include <papilio/problem.hpp>

#include "bench/work.hpp"

namespace papilio::bench {

/// One array behind the other, each as the token says: then there may be any number of them.
bool is_stackable(const Problem& problem);

/// From the result of `problem` back to its input with the sign changed: -1 times the inverse. With the sign, an input
/// that nobody has written is not taken for the result of a round trip. Throws Error(invalid_argument) where there is
/// none: for c2r and inverse c2c, which are inverses themselves, pruned problems, integer input, and elements of the
/// input that share an address.
Problem negative_inverse_of(const Problem& problem);

/// One transform of the batch. Throws Error(invalid_argument) where its arrays are not one behind the other, each in
/// one piece.
Problem single_of(const Problem& problem);

/// The largest batch that is measured against single calls: each has its own memory.
inline constexpr std::int64_t most_calls = 1024;

/// `work`, measured in this way. Throws Error(invalid_argument) with the reason where that makes no sense.
Work measured_in(Work work, Way way);

}  // namespace papilio::bench
