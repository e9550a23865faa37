// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The whole spectrum of a real array from its non-redundant half.
#pragma once

#include "call.hpp"

namespace papilio::python {

enum class ConjugateHalf { no, yes };

/// `out` is complex and has the transform's half: indices 0..n/2 of the last one of `call.axes`. Writes the rest, which
/// is X[-k] = conj(X[k]) along all transformed axes; then, where told so, conjugates everything. May be called without
/// the GIL.
void complete_spectrum(const FftCall& call, const ArrayOperand& out, ConjugateHalf conjugate);
/// Conjugates an array of complex numbers.
void conjugate_array(const ArrayOperand& out);

}  // namespace papilio::python
