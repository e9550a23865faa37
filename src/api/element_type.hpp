// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <papilio/convolution_problem.hpp>

namespace papilio::api {

/// The type of a span's elements, as problems and convolutions name them.
template <class T>
struct ElementType {
  static constexpr Precision precision = sizeof(T) == 4 ? Precision::f32 : Precision::f64;
  static constexpr Field field = Field::real;
};
template <class T>
struct ElementType<std::complex<T>> {
  static constexpr Precision precision = ElementType<T>::precision;
  static constexpr Field field = Field::complex;
};

}  // namespace papilio::api
