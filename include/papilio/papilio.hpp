// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Everything, and the one-liners. Sign and scaling are NumPy's: fft() is unscaled, ifft() is divided by n.
#pragma once

#include <papilio/convolution.hpp>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/overlap_save.hpp>
#include <papilio/plan.hpp>
#include <papilio/problem.hpp>

#include <complex>
#include <span>
#include <vector>

namespace papilio {

/// The transform of one signal of any length on the device "auto". Plans are kept in a small cache shared by all threads.
PAPILIO_API std::vector<std::complex<float>> fft(std::span<const std::complex<float>> signal);
PAPILIO_API std::vector<std::complex<double>> fft(std::span<const std::complex<double>> signal);
PAPILIO_API std::vector<std::complex<float>> ifft(std::span<const std::complex<float>> spectrum);
PAPILIO_API std::vector<std::complex<double>> ifft(std::span<const std::complex<double>> spectrum);

/// The convolution of a signal `a` and a kernel `b` of any lengths on the device "auto", and their correlation; modes as
/// SciPy's (convolution_problem.hpp). A long signal with a short kernel goes in parts (overlap_save.hpp) where that is cheaper.
PAPILIO_API std::vector<float> convolve(std::span<const float> a, std::span<const float> b,
                                        ConvolutionMode mode = ConvolutionMode::full);
PAPILIO_API std::vector<double> convolve(std::span<const double> a, std::span<const double> b,
                                         ConvolutionMode mode = ConvolutionMode::full);
PAPILIO_API std::vector<std::complex<float>> convolve(std::span<const std::complex<float>> a,
                                                      std::span<const std::complex<float>> b,
                                                      ConvolutionMode mode = ConvolutionMode::full);
PAPILIO_API std::vector<std::complex<double>> convolve(std::span<const std::complex<double>> a,
                                                       std::span<const std::complex<double>> b,
                                                       ConvolutionMode mode = ConvolutionMode::full);
PAPILIO_API std::vector<float> correlate(std::span<const float> a, std::span<const float> b,
                                         ConvolutionMode mode = ConvolutionMode::full);
PAPILIO_API std::vector<double> correlate(std::span<const double> a, std::span<const double> b,
                                          ConvolutionMode mode = ConvolutionMode::full);
PAPILIO_API std::vector<std::complex<float>> correlate(std::span<const std::complex<float>> a,
                                                       std::span<const std::complex<float>> b,
                                                       ConvolutionMode mode = ConvolutionMode::full);
PAPILIO_API std::vector<std::complex<double>> correlate(std::span<const std::complex<double>> a,
                                                        std::span<const std::complex<double>> b,
                                                        ConvolutionMode mode = ConvolutionMode::full);

}  // namespace papilio
