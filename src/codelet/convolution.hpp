// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short convolutions with a constant kernel: what remains of a prime-length DFT after its index is rewritten in powers
// of a generator (Rader 1968; Winograd 1978; Nussbaumer, "Fast Fourier Transform and Convolution Algorithms", 1982).
#pragma once

#include <vector>

#include "codelet/complex.hpp"

namespace papilio::codelet {

using RealVector = std::vector<Real>;
using Kernel = std::vector<long double>;

/// Modulo z^n - 1, or modulo z^n + 1.
enum class Wrap { cyclic, negacyclic };

struct Convolved {
  RealVector y;
  Real sum;  ///< of the inputs; made on the way, and only for cyclic
};

/// y[b] = bias + sum_a h[b-a] x[a], where h[b-a-n] stands for h[b-a], negated for negacyclic. The bias is 0 unless the
/// wrap is cyclic.
Convolved convolve(const RealVector& x, const Kernel& h, Wrap wrap, Style style, const Real& bias = {});

}  // namespace papilio::codelet
