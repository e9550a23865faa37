// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The twiddle product between the two passes of a six-step transform, as a callback of the one along columns, and its
// table; or as a command of its own where the device has no compiler for callbacks.
#pragma once

#include <papilio/callbacks.hpp>
#include <papilio/convolution.hpp>
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

/// Multiplies what a pass has written by its twiddles, in place: a convolution along an axis of one point. It reads and
/// writes the numbers once or twice more than a callback does.
class TwiddleProduct {
 public:
  /// `storage`: of the numbers.
  TwiddleProduct(const Device& device, const TwiddleTable& twiddles, Precision precision, Storage storage);
  void execute(const Stream& stream, const Buffer& numbers, const Buffer& scratch) const {
    product_.execute(stream, table_, numbers, numbers, scratch);
  }
  [[nodiscard]] std::size_t scratch_bytes() const { return product_.scratch_bytes(); }
  [[nodiscard]] std::size_t table_bytes() const;

 private:
  Convolution product_;
  Filter table_;
};

}  // namespace papilio::mpi
