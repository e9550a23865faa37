// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolution and correlation on a device. <papilio/convolution_problem.hpp> defines the problems.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <papilio/convolution_problem.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/plan.hpp>
#include <span>
#include <string>
#include <vector>

namespace papilio {

/// The prepared kernels of a Convolution: their spectra in device memory. A handle; copies share it.
class PAPILIO_API Filter {
 public:
  Filter() = default;
  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  friend class Convolution;
  struct Impl;
  explicit Filter(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

/// One problem, prepared for one device: a pruned transform of the signals, and a pruned inverse transform whose first
/// pass multiplies its input by the kernels' spectra and sums over channels; or one kernel that does all of this.
/// Padding is neither written nor read, and has the length that makes the transforms cheapest. Immutable; filter() and
/// execute() may be called from many threads at once.
///
/// Signals, kernels and results are real or complex, in the problem's layouts: by default packed and row-major. Kernels
/// have the problem's precision, signals and results the problem's storage.
class PAPILIO_API Convolution {
 public:
  Convolution() = default;
  /// Plans, compiles (or loads from the cache) and uploads tables. Throws Error.
  Convolution(const Device& device, const ConvolutionProblem& problem);
  /// Plans with callbacks (callbacks.hpp): `load` is applied to every number of a signal, `store` to every number of a
  /// result. Kernels are not passed through callbacks.
  Convolution(const Device& device, const ConvolutionProblem& problem, const Callbacks& callbacks);

  [[nodiscard]] const ConvolutionProblem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// Returns the lengths of the array that is transformed: those of the signal, longer where an axis is padded.
  [[nodiscard]] const std::vector<std::int64_t>& padded_lengths() const;
  /// Returns the passes, as Plan::describe() shows them.
  [[nodiscard]] std::string describe() const;
  /// Returns the bytes of scratch that one execution needs.
  [[nodiscard]] std::size_t scratch_bytes() const;

  /// Prepares kernels: problem().kernel_elements() of the problem's type, of planar ones twice as many real numbers,
  /// all real parts first; or their bytes. Done once for any number of executions; returns when they are ready.
  [[nodiscard]] Filter filter(const ConstHostSpan& kernels) const;

  /// Prepares a filter of which the spectrum is known: results are inverse transforms, divided by the number of points,
  /// of the signals' transforms times `spectrum` (correlate: times its conjugate). For circular problems with kernels
  /// as long as the signals along the convolved axes. `spectrum` has packed complex numbers of the problem's precision:
  /// [kernels][output channel][input channel][kernel lengths…], without channels if the problem has none, frequencies
  /// 0 to n-1 along convolved axes; in real problems 0 to n/2 along the last of these. There the Hermitian part counts
  /// of the planes 0 and n/2, as in NumPy's irfftn: of one axis, their imaginary parts count as 0. Throws
  /// Error(unsupported) for other problems. Example: numbers of 1 give the signals back.
  [[nodiscard]] Filter filter_of_spectrum(const ConstHostSpan& spectrum) const;

  /// Enqueues on `stream` and returns at once. The filter is one that this convolution made, or a copy of it. `in`
  /// holds signal_elements(), `out` output_elements(); in place both are one memory, else they share none. `scratch` as
  /// in Plan::execute().
  void execute(const Stream& stream, const Filter& filter, const Buffer& in, const Buffer& out,
               const Buffer& scratch = {}) const;
  /// Executes on native memory, as Plan::execute() takes it.
  void execute(const Stream& stream, const Filter& filter, const void* in, void* out, void* work = nullptr) const;
  /// Executes with data for callbacks, or with imaginary parts of planar sides in buffers of their own, as
  /// Plan::execute() has them. The batch is the problem's. Throws Error(invalid_argument) for in_offset, out_offset and
  /// in_position other than 0: a problem has offsets of its own.
  void execute(const Stream& stream, const Filter& filter, const Operands& operands) const;

  /// Executes on host memory, as Plan::execute() takes it, and returns when the result is there. The spans have
  /// signal_elements() and output_elements() elements. Gaps between results are preserved. In place, with planar data,
  /// the plane of imaginary parts begins at signal_elements() in the signals and at output_elements() in the results.
  Timing execute(const Filter& filter, const HostOperands& operands) const;
  Timing execute(const Filter& filter, const ConstHostSpan& in, const HostSpan& out) const;
  Timing execute(const Filter& filter, const HostSpan& in_place) const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  friend class Operator;
  enum class FilterSource { kernels, spectra };  ///< spectra: no transform of kernels is planned
  Convolution(const Device& device, const ConvolutionProblem& problem, const Callbacks& callbacks, FilterSource source);
  [[nodiscard]] Filter filter_of_values(
      const std::function<std::complex<long double>(std::span<const std::int64_t>)>& at) const;
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

/// The convolution of a signal `a` and a kernel `b` of any lengths on the device "auto", and their correlation; modes
/// as SciPy's (convolution_problem.hpp). A long signal with a short kernel is processed in blocks (overlap_save.hpp) if
/// that is cheaper. The most recently used convolutions are kept, shared by all threads.
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
