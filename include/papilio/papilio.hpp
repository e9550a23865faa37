// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Everything, and the one-liners. Sign and scaling are NumPy's: fft() is unscaled, ifft() is divided by n.
#pragma once

#include <papilio/device.hpp>
#include <papilio/error.hpp>
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

}  // namespace papilio
