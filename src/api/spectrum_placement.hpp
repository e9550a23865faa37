// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Places spectra that a caller knows where the transform of a circular convolution's kernels would write them, scaled
// as that transform scales. kernel_placement.hpp does it for the kernels themselves.
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <papilio/convolution_problem.hpp>
#include <span>
#include <vector>

namespace papilio::api {

/// A spectrum: its value at an index, which has an entry for the kernel, two for the channels of results and of signals
/// if the problem has channels, and one for each axis. Of a real problem it is asked for the first n/2+1 numbers along
/// the last convolved axis.
using SpectrumAt = std::function<std::complex<long double>(std::span<const std::int64_t>)>;

/// The lengths of packed spectra as a caller gives them: those of SpectrumAt's indices.
std::vector<std::int64_t> spectrum_lengths(const ConvolutionProblem& problem);

/// True if spectra have no other points than those of the signals, so that a caller can know them: the convolution is
/// circular, and kernels are as long as signals along convolved axes.
bool has_known_spectra(const ConvolutionProblem& problem);

/// Spectra in the output of `transform`, the transform of the kernels; T is the scalar type. Each value is computed in
/// long double, conjugated for a correlation, divided by the number of points, and rounded once. In real problems,
/// where index 0 or n/2 along the last convolved axis has its conjugate in the same plane, the Hermitian part counts.
template <class T>
std::vector<std::complex<T>> placed_spectra(const ConvolutionProblem& problem, const Problem& transform,
                                            const SpectrumAt& at);
extern template std::vector<std::complex<float>> placed_spectra(const ConvolutionProblem&, const Problem&,
                                                                const SpectrumAt&);
extern template std::vector<std::complex<double>> placed_spectra(const ConvolutionProblem&, const Problem&,
                                                                 const SpectrumAt&);

}  // namespace papilio::api
