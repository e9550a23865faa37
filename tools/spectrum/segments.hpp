// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The step between the overlapping segments of a signal.
#pragma once

#include <cstddef>

namespace papilio::tool {

/// Samples from a segment's beginning to the next one's: `overlap` is the part of the length, 0 <= overlap < 1, that
/// two have in common, rounded to whole samples, halves down as in SciPy. Throws Error(invalid_argument), which names
/// the `usual` overlap.
std::size_t step_of(double overlap, std::size_t length, double usual);

}  // namespace papilio::tool
