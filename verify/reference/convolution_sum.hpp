// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Single elements of a convolution's result, by the sums of its definition: a sample where the whole is too long.
#pragma once

#include <complex>
#include <cstdint>
#include <papilio/convolution_problem.hpp>

namespace papilio::verify {

/// Element `result`, in row-major order, of one signal and one kernel, both packed: `problem` has no channels, no batch
/// and convolves all axes (ConvolutionGroups::one). Takes as many products as the kernel has elements.
std::complex<long double> convolution_sum(const ConvolutionProblem& problem, const double* signal, const double* kernel,
                                          std::int64_t result);

}  // namespace papilio::verify
