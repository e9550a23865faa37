// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers of the tables of Bluestein's algorithm and of chirp z-transforms.
#pragma once

#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/chirps.hpp"
#include "core/number_theory.hpp"
#include "core/roots.hpp"
#include "kernel/tables/tables.hpp"

namespace papilio::kernel {

/// Factors of the inputs: exp(-i*pi*k^2/n) for the forward direction, with the exponent reduced modulo 2n exactly, or
/// those of a chirp z-transform.
template <typename Real>
std::vector<std::complex<Real>> chirp(const TableSpec& spec) {
  if (spec.chirps.inputs > 0) return make_chirps<Real>(spec.contour, spec.chirps).inputs;
  const BasicRoots<Real> roots(2 * spec.n);
  std::vector<std::complex<Real>> values(spec.n);
  std::int64_t square = 0;  // k^2 modulo 2n
  for (std::int64_t k = 0; k < spec.n; ++k) {
    const std::complex<Real> w = roots(square);
    values[k] = spec.direction == Direction::forward ? w : std::conj(w);
    square = (square + 2 * k + 1) % (2 * spec.n);
  }
  return values;
}

/// The DFT of a sequence, divided by its length.
template <typename Real>
std::vector<std::complex<Real>> scaled_spectrum(std::vector<std::complex<Real>> sequence) {
  const auto m = static_cast<Real>(sequence.size());
  std::vector<std::complex<Real>> spectrum = host_fft(std::move(sequence), Direction::forward);
  for (std::complex<Real>& value : spectrum) value /= m;
  return spectrum;
}

/// The spectrum that Bluestein's convolution multiplies by, of m points.
template <typename Real>
std::vector<std::complex<Real>> chirp_spectrum(const TableSpec& spec) {
  if (spec.chirps.inputs > 0) {
    const std::vector<std::complex<Real>> kernel = make_chirps<Real>(spec.contour, spec.chirps).kernel;
    std::vector<std::complex<Real>> b(spec.m);
    const std::int64_t first = spec.m + 1 - spec.chirps.inputs;
    for (std::int64_t i = 0; i < std::ssize(kernel); ++i) b[(first + i) % spec.m] = kernel[i];
    return scaled_spectrum(std::move(b));
  }
  std::vector<std::complex<Real>> b = chirp<Real>(spec);
  b.resize(spec.m);
  for (std::int64_t k = 0; k < spec.n; ++k) {
    b[k] = std::conj(b[k]);
    if (k > 0) b[spec.m - k] = b[k];
  }
  return scaled_spectrum(std::move(b));
}

}  // namespace papilio::kernel
