// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The chirps of a chirp z-transform. With C(k) = k (k-1)/2, j k = C(j+1) + C(k) - C(k-j), and so
//
//   X[k] = sum_j x[j] a^-j w^(j k) = w^C(k) sum_j (x[j] a^-j w^C(j+1)) w^-C(k-j).
//
// All exponents are integers. An angle is a fraction of a turn in 128 bits, whose products with integers wrap around at
// whole turns, so it is reduced without an error however large the exponent.
#pragma once

#include <complex>
#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "core/quad.hpp"

namespace papilio {

/// Numbers of a chirp z-transform's inputs and results.
struct ChirpCounts {
  std::int64_t inputs = 0;
  std::int64_t results = 0;
  friend bool operator==(const ChirpCounts&, const ChirpCounts&) = default;
};

/// Real is double or long double, by a few of whose roundings entries are wrong.
template <typename Real>
struct Chirps {
  std::vector<std::complex<Real>> inputs;   ///< a^-j w^C(j+1)
  std::vector<std::complex<Real>> results;  ///< w^C(k)
  std::vector<std::complex<Real>> kernel;   ///< w^-C(d), d = 1 - counts.inputs .. counts.results - 1
};

/// The option of a token, which tells contours apart: ":band=0,0.5"; empty for none.
std::string text_of(const Contour& contour);

/// The counts of a problem with a contour.
ChirpCounts chirp_counts(const Problem& problem);

/// The largest |ln| of the magnitudes of chirps; 0 on any circle. Errors grow by e to this power. Those of powers of a
/// are relative to the products with inputs, as in the sum itself.
double chirp_growth(const Contour& contour, const ChirpCounts& counts);

/// Throws Error naming `what`, the value, the reason and the remedy if the problem is no chirp z-transform that can be
/// computed: another kind, a contour without a meaning, chirps beyond the range of the precision's numbers.
void validate_contour(const Problem& problem, const std::string& what);

/// The chirps of a valid contour.
template <typename Real>
Chirps<Real> make_chirps(const Contour& contour, const ChirpCounts& counts);
extern template Chirps<double> make_chirps(const Contour&, const ChirpCounts&);
extern template Chirps<long double> make_chirps(const Contour&, const ChirpCounts&);
#ifdef PAPILIO_FLOAT128
/// Throws Error(internal): no problem of f64x2 has a contour (core/pair_rules.hpp).
template <>
Chirps<QuadReal> make_chirps(const Contour&, const ChirpCounts&);
#endif

}  // namespace papilio
