// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectral convolutions: the layer of Fourier neural operators (Li et al., "Fourier Neural Operator for Parametric
// Partial Differential Equations", arXiv:2010.08895), an operator whose spectrum is a matrix over channels at the
// lowest frequencies and 0 at the others.
//
//   y[o] = F^-1 sum_i W[i][o] . F x[i]    F as in operator.hpp; F^-1 divides by the number of points
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/convolution_problem.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/host_span.hpp>
#include <papilio/plan.hpp>
#include <string>
#include <vector>

namespace papilio {

/// The arrays of a spectral convolution. All are packed: x is [batch][in_channels][lengths...], y is
/// [batch][out_channels][lengths...], W is [in_channels][out_channels][modes...].
struct PAPILIO_API SpectralConvolutionProblem {
  Precision precision = Precision::f32;
  Field field = Field::real;                ///< of x and y; W is complex
  std::vector<std::int64_t> lengths = {1};  ///< of an array, 1 to 3, outermost first; all are transformed
  /// Frequencies that are kept along each axis, in the order of Problem::keep_modes(): of real arrays 0 .. m-1 along
  /// the last axis, with m at most n/2+1.
  std::vector<std::int64_t> modes = {1};
  std::int64_t in_channels = 1;
  std::int64_t out_channels = 1;
  std::int64_t batch = 1;

  /// Return the transforms of all channels between arrays and modes. Throw Error naming the value, the reason and the
  /// remedy for problems that make no sense.
  [[nodiscard]] Problem forward() const;
  [[nodiscard]] Problem inverse() const;
  /// Return numbers of x, y and W: real or complex ones of x and y. Throw what forward() throws.
  [[nodiscard]] std::int64_t input_elements() const { return forward().input_elements(); }
  [[nodiscard]] std::int64_t output_elements() const { return inverse().output_elements(); }
  [[nodiscard]] std::int64_t weight_elements() const;
  /// Returns what errors call the problem: "spectral convolution r2c:f32:64x64*12:modes=16x9 channels=4x3", outputs by
  /// inputs as in convolutions.
  [[nodiscard]] std::string description() const;

  friend bool operator==(const SpectralConvolutionProblem&, const SpectralConvolutionProblem&) = default;
};

/// A spectral convolution on a device: a transform to the modes, a product of a matrix and a vector at each of them,
/// and a transform back. Immutable; execute() may be called from many threads at once, and gives the same bits each
/// time. Results of real problems are real: the Hermitian part of the product counts, as in numpy.fft.irfftn. All
/// functions throw Error.
///
/// The adjoint, with which a gradient goes back to x, is the spectral convolution with the same modes and the weights
/// conj(W[i][o]) as [out_channels][in_channels][modes...]; that of real arrays too.
///
/// Example: papilio::SpectralConvolution layer(device, {.lengths = {64, 64}, .modes = {16, 9}, .in_channels = 4,
/// .out_channels = 3}, weights); layer.execute(x, std::span(y));
class PAPILIO_API SpectralConvolution {
 public:
  SpectralConvolution() = default;
  /// Plans, compiles (or loads from the cache) and uploads the weights: weight_elements() complex numbers of the
  /// problem's precision. Throws Error(invalid_argument) for spans of other types and sizes, too.
  SpectralConvolution(const Device& device, const SpectralConvolutionProblem& problem, const ConstHostSpan& weights);
  /// Returns the same convolution with other weights. Nothing is planned or compiled.
  [[nodiscard]] SpectralConvolution with(const ConstHostSpan& weights) const;

  [[nodiscard]] const SpectralConvolutionProblem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// Returns the plans of both transforms, as Plan::describe() shows them.
  [[nodiscard]] std::string describe() const;

  /// Enqueues on `stream` and returns at once. `in` holds input_elements(), `out` output_elements() of the problem;
  /// they share no memory, and `in` is preserved. The modes are in temporary memory, so the stream must not be
  /// captured.
  void execute(const Stream& stream, const Buffer& in, const Buffer& out) const;
  /// Executes on host memory and returns when the result is there. The spans do not overlap.
  Timing execute(const ConstHostSpan& in, const HostSpan& out) const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  struct Weighted;
  std::shared_ptr<const Weighted> impl_;
};

}  // namespace papilio
