// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A transform of 2m real numbers is computed as one of m complex numbers z[i] = x[2i] + i*x[2i+1]. With W = W_2m, the
// r2c post-processing of a conjugate pair (k, m-k) is
//
//   X[k] = E + W^k O,  X[m-k] = conj(E - W^k O),  E = (Z[k] + conj Z[m-k])/2,  O = (Z[k] - conj Z[m-k])/2i
//
// and the c2r pre-processing is its inverse without the halves (Press et al., "Numerical Recipes", 12.3). Z[m] is Z[0],
// so k = 0 is its own partner and gives X[0] and X[m]. The middle k = m/2 is its own partner, too: X[k] = conj Z[k].
#pragma once

#include "kernel/complex.hpp"

namespace papilio::kernel {

/// Numbers k and m-k of a spectrum.
struct Partners {
  Complex low;
  Complex high;
};

/// X[k] and X[m-k] of Z[k] and Z[m-k]; w = W^k.
Partners post_process(Builder& b, Partners z, Complex w);
/// X[0] and X[m] of Z[0].
Partners post_process_zero(Builder& b, Complex z);
/// X[m/2] of Z[m/2].
Complex post_process_middle(Complex z);
/// X[k] alone; `half` = W^k/2.
Complex post_process_low(Builder& b, Partners z, Complex half);
/// X[m] alone, of Z[0] and its partner, which in several dimensions is another number.
Complex post_process_last(Builder& b, Partners z);

/// Z[k] and Z[m-k] of X[k] and X[m-k]. `is_zero`: true if k is 0, where imaginary parts count as 0; null: k is not 0.
Partners pre_process(Builder& b, Partners x, Complex w, Value is_zero);
Complex pre_process_zero(Builder& b, Partners x);
Complex pre_process_middle(Complex x);
/// Z[k] alone.
Complex pre_process_low(Builder& b, Partners x, Complex w);

/// (a + conj c)/2: what the spectrum of a real signal has in place of the conjugate partners a and c.
Complex mean_with_conjugate(Complex a, Complex c);

/// W_n^k
Complex constant_root(Builder& b, std::int64_t k, std::int64_t n, Type type);

/// Pairs have 0 <= k < pairs_of(m); if m is even, the middle is not among them.
inline std::int64_t pairs_of(std::int64_t m) { return m == 1 ? 1 : m / 2 + m % 2; }

}  // namespace papilio::kernel
