// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The twiddle product between the two passes of a six-step transform, as a callback of the one along columns; and all
// tables that callbacks read.
#pragma once

#include <papilio/callbacks.hpp>
#include <papilio/device.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "program.hpp"

namespace papilio::mpi {

/// The callback of that name, papilio_load or papilio_store; its data are the table.
std::string callback_of(const Twiddles& twiddles, std::string_view name);

/// exp(-+2 pi i j k / n) for all k below `rows` and the strip's columns j, row-major, real and imaginary parts in turn:
/// each computed in long double and rounded once. Real is float or double.
template <typename Real>
std::vector<Real> table_of(const Twiddles& twiddles);

/// The phases of the strip's elements, row-major, likewise.
template <typename Real>
std::vector<Real> table_of(const Phases& phases, const Strip& strip);

/// The chirp of the first `count` elements of the strip, likewise.
template <typename Real>
std::vector<Real> table_of(const Chirp& chirp, const Strip& strip, std::int64_t count);

/// A convolution's kernel in the strip, with the zeros in it.
template <typename Real>
std::vector<Real> kernel_of(const Convolution& convolution, const Strip& strip);

/// What a pass's callbacks read, on the device.
struct Tables {
  Buffer load;
  Buffer store;
};
/// All but the table of Edit::Rule::filter.
Tables upload_tables(const Device& device, const Stream& stream, const Pass& pass, Precision precision);

}  // namespace papilio::mpi
