// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Chirps: transforms of any length and of all kinds as a convolution, after L. I. Bluestein, A linear filtering
// approach to the computation of the discrete Fourier transform, IEEE Trans. AU-18 (1970). Every kind is the real part,
// or all, of
//
//   X[k] = b[k] * sum over j of a[j] x[j] w^(2 s j k),   w = exp(-2 pi i / turn)
//
// for factors a and b of absolute value 1, but for weights of their ends. With 2 j k = j^2 + k^2 - (k-j)^2,
//
//   X[k] = b[k] w^(s k^2) * sum over j of (a[j] w^(s j^2) x[j]) * w^(-s (k-j)^2)
//
// which is a product, a convolution with the chirp w^(-s m^2), and a product. It is cyclic in any number of points from
// inputs + outputs - 1 on, so half of a spectrum takes fewer.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/problem.hpp>

namespace papilio::mpi {

/// Factors weight * exp(-2 pi i (square * index^2 + step * index + shift) / turn) for indices from 0 to count - 1; the
/// first and the last one have weights of their own besides.
struct Chirp {
  std::int64_t turn = 1;
  std::int64_t square = 0;
  std::int64_t step = 0;
  std::int64_t shift = 0;
  std::int64_t count = 0;
  long double weight = 1;
  long double first = 1;
  long double last = 1;
};
/// The exponent, reduced in integers: 0 .. turn-1. For indices and turns below 2^52.
std::int64_t exponent_of(const Chirp& chirp, std::int64_t index);

/// A transform of one axis as a convolution.
struct Convolution {
  std::int64_t points = 1;  ///< a product of 2, 3, 5 and 7, divisible by 4: it has a split near its square root
  Chirp read;               ///< of the elements of the input
  Chirp written;            ///< of those of the output
  Chirp kernel;             ///< of element m, and of points-m; between them are zeros. `count` is that of the outputs.
  double factor = 1;        ///< of the result
  bool real_input = false;
  bool real_output = false;
};
/// std::nullopt where it cannot be: of one point, of several axes, or with numbers between passes in fewer bits.
std::optional<Convolution> convolution_of(const Problem& problem);

/// The least number from `least` on that is a product of 2, 3, 5 and 7.
std::int64_t smooth_from(std::int64_t least);

}  // namespace papilio::mpi
