// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Random signals for short-time transforms.
#pragma once

#include <complex>
#include <papilio/stft.hpp>
#include <vector>

#include "device/fixture.hpp"

namespace papilio::test {

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<std::complex<T>> = true;
template <class T>
inline constexpr Precision precision_of = sizeof(typename Stft<T>::Real) == 4 ? Precision::f32 : Precision::f64;

template <class T>
std::vector<T> random_samples(std::int64_t count, std::uint64_t seed) {
  std::vector<T> result;
  for (const LongComplex& x : random_signal(count, precision_of<T>, seed)) {
    using Real = typename Stft<T>::Real;
    if constexpr (is_complex<T>) {
      result.emplace_back(static_cast<Real>(x.real()), static_cast<Real>(x.imag()));
    } else {
      result.push_back(static_cast<Real>(x.real()));
    }
  }
  return result;
}

}  // namespace papilio::test
