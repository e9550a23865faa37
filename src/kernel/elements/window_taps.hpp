// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Inputs of a kernel whose window has several taps, or the phase of a signal (AxisEnd::folds()): each number is a sum
// of products, computed as it is read. Number p of n, of a frame that begins at place r of the signal, modulo n, is
//
//   sum over j = p - r modulo n, j < taps*n, of  w[j] x[j]      the first product is that of the first or the last tap
//
// whose other taps, n apart, are the same for all p: only the first product's place depends on the sign of p - r, so
// that the others are read in vectors.
#pragma once

#include <functional>
#include <vector>

#include "kernel/elements/axis_ends.hpp"

namespace papilio::kernel {

/// The place from which a kernel reads numbers, and how.
struct TapInput {
  Indexed at;
  int lanes = 1;
  Numbers numbers = Numbers::complex;
  std::function<Complex(Value index, int lanes)> load;  ///< numbers without factors; re alone of real ones
  std::function<Value(Value index)> load_one;           ///< of pairs: one real number
};

Complex sum_over_taps(Builder& b, const KernelSpec& spec, const KernelContext& context, const TapInput& input);

/// The same number of neighbouring frames (AxisEnd::slides): each sample and each tap is read once for all. `input` is
/// the first sample of the first frame's sum, and its number, i64, that of its tap. rows[r] is the distance from that
/// sample to the one r periods later, in scalars, i64; there are as many as frames and further taps. Each frame's sum
/// is that of sum_over_taps(), to the bit where frames begin at number 0 of the signal, modulo n.
std::vector<Complex> sums_of_frames(Builder& b, const KernelSpec& spec, const KernelContext& context,
                                    const TapInput& input, const std::vector<Value>& rows);

}  // namespace papilio::kernel
