// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The boundary of the C API of convolutions.
#pragma once

#include <papilio/convolution.h>

#include <cstddef>
#include <papilio/papilio.hpp>

#include "api/c/c_support.hpp"

namespace papilio::api {

/// As the functions of the same names in c_support.hpp; the result is normalised.
ConvolutionProblem from_c(const papilio_convolution_problem& problem);
papilio_convolution_problem to_c(const ConvolutionProblem& problem);

/// For the buffers of an execution; in place, signals and results share one buffer.
struct ConvolutionBytes {
  std::size_t signals = 0;
  std::size_t kernels = 0;
  std::size_t results = 0;
};
ConvolutionBytes bytes_of(const ConvolutionProblem& problem);

/// Calls run(span) with the values as a span of their own type.
template <typename Run>
void with_values(const papilio_values& values, const char* function, Run run) {
  require_not_null(values.values, function, "values");
  if (values.length < 1) {
    throw Error::invalid_argument(fmt::format("papilio_values.length {}", values.length), "there are no values",
                                  "give one at least");
  }
  const auto precision = enumerator<Precision>(values.precision, 2, "papilio_values.precision", "papilio_precision");
  const auto field = enumerator<Field>(values.field, 2, "papilio_values.field", "papilio_field");
  const auto call = [&]<typename T>(T /*of a value*/) {
    run(std::span(static_cast<const T*>(values.values), static_cast<std::size_t>(values.length)));
  };
  if (precision == Precision::f32) {
    field == Field::real ? call(float{}) : call(std::complex<float>{});
  } else {
    field == Field::real ? call(double{}) : call(std::complex<double>{});
  }
}

}  // namespace papilio::api
