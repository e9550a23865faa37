// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectral operators: forward transform, product with a spectrum H, inverse transform, as one plan.
//
//   y = F^-1 (H . F x)    F x[k] = sum_j x[j] exp(-2 pi i j.k/n);  F^-1 divides by the number of points
//
// x is periodic. Frequencies along an axis of n points are numbered k = -(n-1)/2 .. n/2, rounded down: k periods in the
// n points. Where n is even, n/2 and -n/2 are one frequency (Nyquist's), at which H is the mean of its values at both.
// Derivatives of odd order and the Hilbert transform are therefore 0 there, and a shift by s samples is cos(pi s).
// The results of real operators are real: their H is that of the frequencies 0 .. n/2 of the last axis, and the
// conjugate at the opposite ones; where H is not Hermitian within the planes 0 and n/2, its Hermitian part counts.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <papilio/convolution.hpp>
#include <span>
#include <string>
#include <vector>

namespace papilio {

/// Arrays that an operator is applied to: a batch, and the axes that are transformed. The other axes are batches too.
/// Layouts, storage types and in-place execution are those of ConvolutionProblem.
struct PAPILIO_API OperatorProblem {
  Precision precision = Precision::f32;
  Field field = Field::complex;
  std::vector<std::int64_t> lengths = {1};  ///< of an array, outermost first
  std::vector<int> axes;                    ///< the transformed ones, 1 to 3, ascending, 0 is the outermost; empty: all
  std::int64_t batch = 1;                   ///< arrays
  Placement placement = Placement::out_of_place;
  Storage in_storage = Storage::native;
  Storage out_storage = Storage::native;
  ArrayLayout in;
  ArrayLayout out;

  /// Packed problems of all axes: real(Precision::f32, {ny, nx}, 16), complex(Precision::f64, {n}).
  static OperatorProblem real(Precision precision, std::vector<std::int64_t> lengths, std::int64_t batch = 1);
  static OperatorProblem complex(Precision precision, std::vector<std::int64_t> lengths, std::int64_t batch = 1);

  /// Returns the circular convolution (Operation::operate) that computes the operator, with one spectrum for all
  /// arrays. Errors and Operator::describe() name its token, operator:f32:512x512*4:complex.
  [[nodiscard]] ConvolutionProblem convolution() const;
  /// Return the elements that buffers must hold. Throw Error for problems that make no sense.
  [[nodiscard]] std::int64_t input_elements() const { return convolution().signal_elements(); }
  [[nodiscard]] std::int64_t output_elements() const { return convolution().output_elements(); }

  friend bool operator==(const OperatorProblem&, const OperatorProblem&) = default;
};

/// A spectrum H to multiply by: an array or a formula. A handle; copies share it. Values are computed on the host in
/// long double when an operator is made, with exactly reduced phases, and rounded once to the operator's precision.
///
/// `orders`, `sigmas` and `samples` have an entry for each transformed axis, or one for all of them; so has `periods`,
/// the lengths of the axes in the caller's unit; empty: 2 pi. Functions of numbers throw Error(invalid_argument) for
/// those that are not finite; Operator does for values that are not, and for a number of entries that does not fit its
/// axes.
class PAPILIO_API Spectrum {
 public:
  Spectrum() = default;
  /// Takes the values, complex or real ones of either precision, which it copies: packed, in the order of numpy.fft,
  /// frequencies 0 .. n-1 along each transformed axis (k and k-n are the same), of real operators 0 .. n/2 along the
  /// last one. There is one array for the whole batch, or one for each array of it, one after the other.
  static Spectrum array(const ConstHostSpan& values);
  /// Takes a function of the frequency's numbers k, an entry for each transformed axis. It is called when an operator
  /// is made, by one thread, at least once for each frequency, and must give the same value each time. Angular
  /// frequency along axis a is 2 pi k[a] / period, and k[a]/n are cycles for each sample.
  static Spectrum function(std::function<std::complex<double>(std::span<const std::int64_t>)> value);
  /// Partial derivatives: the product of (2 pi i k/period)^order over the axes, orders from -64 to 64. Negative orders
  /// integrate; with them k = 0 counts as 0, as in scipy.fftpack.diff, so that the mean along the axis is lost.
  static Spectrum derivative(std::vector<int> orders = {1}, std::vector<double> periods = {});
  /// The Laplacian: minus the sum of (2 pi k/period)^2 over the axes.
  static Spectrum laplacian(std::vector<double> periods = {});
  /// Solves Poisson's equation with periodic boundaries: the reciprocal of laplacian(), and 0 at the frequency 0: the
  /// mean of the right-hand side is ignored, and the mean of the solution is 0.
  static Spectrum inverse_laplacian(std::vector<double> periods = {});
  /// The Hilbert transform of one axis: -i for k > 0, i for k < 0, 0 for k = 0: cosines become sines. This is the
  /// imaginary part of scipy.signal.hilbert, and the negative of scipy.fftpack.hilbert.
  static Spectrum hilbert();
  /// Shifts by any number of samples, periodically, towards higher indices: exp(-2 pi i k samples/n). Integers move
  /// samples, as numpy.roll does; fractions interpolate by trigonometric polynomials.
  static Spectrum shift(std::vector<double> samples);
  /// A Gaussian filter of standard deviation sigma >= 0, in samples: exp(-2 (pi sigma k/n)^2), that of
  /// scipy.ndimage.fourier_gaussian.
  static Spectrum gaussian(std::vector<double> sigmas);
  /// A formula as text, "exp(-k^2/200)", "1/(1+(kx/nx)^2)": numbers, + - * / ^ (a power, from the right; before the
  /// sign: -k^2 is -(k^2)), parentheses, the functions exp, sqrt, sin, cos, abs, sign (of the real part), the constants
  /// pi and i, and as variables the numbers of a frequency: kx along the last transformed axis, ky along the one
  /// before, kz along the one before that, and k, of one axis kx, of several the square root of the sum of their
  /// squares. nx, ny, nz are the points of these axes, and n is nx. Computed with complex numbers in long double.
  /// Throws Error(invalid_argument) with the column at which the text is not understood.
  static Spectrum formula(const std::string& text);

  /// The product: both operators, one after the other.
  friend PAPILIO_API Spectrum operator*(const Spectrum& a, const Spectrum& b);
  /// The complex conjugate: the adjoint operator, of real arrays too.
  friend PAPILIO_API Spectrum conj(const Spectrum& a);
  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

  struct Impl;

 private:
  friend class Operator;
  explicit Spectrum(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

/// A spectral operator on a device. Immutable; execute() may be called from many threads at once, and gives the same
/// bits each time. All functions throw Error.
///
/// Example: papilio::Operator slope(device, papilio::OperatorProblem::real(papilio::Precision::f32, {256, 256}),
///                                  papilio::Spectrum::derivative({0, 1}));  slope.execute(height, span_of_slopes);
class PAPILIO_API Operator {
 public:
  Operator() = default;
  /// Plans, compiles (or loads from the cache), computes the spectrum and uploads it.
  Operator(const Device& device, const OperatorProblem& problem, const Spectrum& spectrum);

  /// Returns the operator of the same problem with another spectrum. Kernels are shared, unless one of the two spectra
  /// has an array for each array of the batch and the other has not.
  [[nodiscard]] Operator with(const Spectrum& spectrum) const;

  [[nodiscard]] const OperatorProblem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// Returns the passes, as Plan::describe() shows them.
  [[nodiscard]] std::string describe() const;
  /// Returns the bytes of scratch that one execution needs.
  [[nodiscard]] std::size_t scratch_bytes() const;

  /// Enqueues on `stream` and returns at once. `in` holds input_elements(), `out` output_elements() of the problem; in
  /// place both are one memory, else they share none. `scratch` as in Plan::execute().
  void execute(const Stream& stream, const Buffer& in, const Buffer& out, const Buffer& scratch = {}) const;
  /// Executes on native memory, as Plan::execute() takes it.
  void execute(const Stream& stream, const void* in, void* out, void* work = nullptr) const;
  /// Executes with imaginary parts of planar sides in buffers of their own. in_offset, out_offset and in_position must
  /// be 0.
  void execute(const Stream& stream, const Operands& operands) const;
  /// Executes on host memory, as Convolution::execute() takes it, and returns when the result is there.
  Timing execute(const HostOperands& operands) const;
  Timing execute(const ConstHostSpan& in, const HostSpan& out) const;
  Timing execute(const HostSpan& in_place) const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace papilio
