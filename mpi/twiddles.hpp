// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The twiddle product between the two passes of a six-step transform, as a store callback of the first pass.
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

/// The table on the device, in the precision.
Buffer upload_table(const Device& device, const Stream& stream, const Twiddles& twiddles, Precision precision);

}  // namespace papilio::mpi
