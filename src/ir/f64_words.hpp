// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers of f64 on devices that have none, as the two integers of 32 bits that they are in memory, the lower half
// first, for expand_pairs().
#pragma once

#include "ir/pair_arithmetic.hpp"

namespace papilio::ir {

/// The pair of floats for a number of f64 with the halves {high, low} of `words`, which are its lower and its upper
/// one. High is the nearest float, low the float nearest to the rest. Beyond the range of f32, high is 0 or infinite.
ExpandedPair pair_of_words(const ExpandedPair& words);
/// The halves of the number of f64 that is nearest to the sum of the pair, ties to even; the lower half is first. A
/// pair of a magnitude below 2^-126 becomes 0, and one that is not finite NaN.
ExpandedPair words_of_pair(const ExpandedPair& pair);

}  // namespace papilio::ir
