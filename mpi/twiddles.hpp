// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The twiddle product between the two passes of a six-step transform, as a store callback of the first pass; and all
// tables that callbacks read.
#pragma once

#include <papilio/callbacks.hpp>
#include <papilio/device.hpp>

#include "program.hpp"

namespace papilio::mpi {

/// The callback; its data are the table.
Callbacks callbacks_of(const Twiddles& twiddles);

/// exp(-+2 pi i j k / n) for all k below `rows` and the strip's columns j, row-major, real and imaginary parts in turn:
/// each computed in long double and rounded once. Real is float or double.
template <typename Real>
std::vector<Real> table_of(const Twiddles& twiddles);

/// The phases of the strip's elements, row-major, likewise.
template <typename Real>
std::vector<Real> table_of(const Phases& phases, const Strip& strip);

/// What a pass's callbacks read, on the device.
struct Tables {
  Buffer load;
  Buffer store;
};
Tables upload_tables(const Device& device, const Stream& stream, const Pass& pass, Precision precision);

}  // namespace papilio::mpi
