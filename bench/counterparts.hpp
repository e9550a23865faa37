// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems that a way of measuring needs besides the requested one: its inverse, and one transform of its batch.
#pragma once

#include <papilio/problem.hpp>

#include "bench/work.hpp"

namespace papilio::bench {

/// True if the arrays lie one after the other, each as the token says, so that there may be any number of them.
bool is_stackable(const Problem& problem);

/// The problem that turns the result of `problem` into its negated input: -1 times the inverse. The sign tells the
/// result of a round trip from an input that was left untouched. Throws Error(invalid_argument) if there is no such
/// problem: for c2r and inverse c2c, which are inverses themselves, pruned problems, integer input, and elements of the
/// input that share an address.
Problem negative_inverse_of(const Problem& problem);

/// One transform of the batch. Throws Error(invalid_argument) unless the arrays lie one after the other, each in one
/// piece.
Problem single_of(const Problem& problem);

/// The largest batch that is measured against single calls: each has its own memory.
inline constexpr std::int64_t max_calls = 1024;

/// `work`, measured in this way. Throws Error(invalid_argument) with the reason if that makes no sense.
Work measured_in(Work work, MeasurementMode mode);

}  // namespace papilio::bench
