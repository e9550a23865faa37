// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The twiddle product between the two passes of a six-step transform, as a callback of the one along columns, and its
// table.
#pragma once

#include <papilio/callbacks.hpp>
#include <papilio/device.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/program/program.hpp"

namespace papilio::mpi {

/// The store callback papilio_store; its data are the table.
std::string callback_of(const TwiddleTable& twiddles);

/// exp(-+2 pi i j k / n) for all k below `rows` and the strip's columns j, row-major, real and imaginary parts in turn:
/// each computed in long double and rounded once. Real is float or double.
template <typename Real>
std::vector<Real> table_of(const TwiddleTable& twiddles);

/// The table of a pass's twiddles on the device; none for a pass without.
Buffer upload_table(const Device& device, const Stream& stream, const Pass& pass, Precision precision);

}  // namespace papilio::mpi
