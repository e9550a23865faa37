// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short convolutions with a constant kernel. A DFT of prime length becomes such convolutions when its index is written
// as a power of a generator (Rader 1968; Winograd 1978; Nussbaumer, "Fast Fourier Transform and Convolution
// Algorithms", 1982).
#pragma once

#include <vector>

#include "codelet/complex.hpp"

namespace papilio::codelet {

using RealVector = std::vector<Real>;
using ConvolutionKernel = std::vector<Constant>;

/// Modulo z^n - 1, or modulo z^n + 1.
enum class Wrap { cyclic, negacyclic };

struct Convolved {
  RealVector y;
  Real sum;  ///< sum of the inputs, a by-product; cyclic only
};

/// y[b] = bias + sum_a h[b-a] x[a]. A negative index b-a wraps to b-a+n; for negacyclic the wrapped term is negated.
/// The bias must be 0 unless the wrap is cyclic.
Convolved convolve(const RealVector& x, const ConvolutionKernel& h, Wrap wrap, Style style, const Real& bias = {});

}  // namespace papilio::codelet
