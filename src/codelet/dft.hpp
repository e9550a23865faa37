// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// DFT algorithms for any length, on complex numbers whose parts are expressions.
//
//   2^k            conjugate-pair split radix (Kamar and Elcherif 1989; Johnson and Frigo 2007)
//   p^k, p odd     Cooley-Tukey, p times p^(k-1)
//   p              conjugate symmetry, then two real convolutions of (p-1)/2 points; or Rader with DFTs of p-1 points
//   other          prime factor algorithm (Good 1958; Thomas 1963): no twiddles between coprime factors
#pragma once

#include <papilio/problem.hpp>

#include "codelet/complex.hpp"
#include "codelet/program.hpp"

namespace papilio::codelet {

/// Algorithm for a DFT of odd prime length.
enum class PrimeMethod { automatic, convolution, rader };

struct DftOptions {
  Direction direction = Direction::forward;
  Style style = Style::separate;
  /// Applies to the outermost length only; a value other than automatic is for measurements.
  PrimeMethod prime = PrimeMethod::automatic;
};

/// X[k] = sum_j x[j] exp(-+2*pi*i*j*k/n), n = x.size() >= 1.
ComplexVector dft(const ComplexVector& x, const DftOptions& options);

/// The same DFT as a scheduled program, fused unless the style is separate. Values 2*j and 2*j+1 are x[j], as in
/// Codelet.
CodeletProgram dft_program(int radix, const DftOptions& options);

}  // namespace papilio::codelet
