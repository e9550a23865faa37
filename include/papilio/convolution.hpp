// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolution and correlation. A ConvolutionProblem is a value that prints as, and parses from, one token:
//
//   token     = operation ":" precision ":" shape ":" "kernel=" shape { ":" option }
//   operation = "conv" | "corr"
//   precision = "f32" | "f64"
//   shape     = length { "x" length } [ "*" count ]            integers may be written 2^20
//   option    = "full" | "same" | "valid" | "circular" | "real" | "complex"
//
// Examples: conv:f32:4096*512:kernel=129:same   corr:f64:1000*8:kernel=100*8:complex   conv:f32:512x512:kernel=9x9:valid
#pragma once

#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/plan.hpp>
#include <papilio/problem.hpp>

#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace papilio {

/// convolve: y[k] = sum_j x[j] h[k-j]. correlate: y[k] = sum_j x[j+k] conj(h[j]).
enum class Operation { convolve, correlate };
/// What the signals and kernels are made of.
enum class Field { real, complex };
/// Which k there are, as NumPy and SciPy have them: of L points of the signal and K of the kernel,
///   full      L+K-1: wherever the two touch
///   same      L: the middle of full, which begins at its element (K-1)/2, rounded down (SciPy's, also for K > L)
///   valid     L-K+1: where the kernel lies within the signal; K <= L
///   circular  L: indices modulo L; of convolve and correlate y[0] is that of k = 0. The kernel may be longer.
/// The first element of full is k = 0 of convolve and k = -(K-1) of correlate.
enum class ConvolutionMode { full, same, valid, circular };

/// A batch of signals, packed one after the other, and one kernel for all of them or one for each.
struct PAPILIO_API ConvolutionProblem {
  Operation operation = Operation::convolve;
  Precision precision = Precision::f32;
  Field field = Field::real;
  ConvolutionMode mode = ConvolutionMode::full;
  std::vector<std::int64_t> lengths = {1};         ///< of a signal, outermost first; 1 to 3
  std::int64_t batch = 1;                          ///< signals
  std::vector<std::int64_t> kernel_lengths = {1};  ///< of a kernel, as many as of a signal
  std::int64_t kernels = 1;                        ///< 1, or batch

  /// Throws TokenError (with the position) when the token does not parse, Error when its values make no sense.
  static ConvolutionProblem parse(std::string_view token);
  /// The canonical token: parse(p.token()) == p. Full and real are left out.
  [[nodiscard]] std::string token() const;
  /// Throws Error naming the value, the reason and the remedy.
  void validate() const;

  /// Of one result.
  [[nodiscard]] std::vector<std::int64_t> output_lengths() const;
  /// Elements, real or complex, of all signals, kernels and results. They throw Error when 64 bits do not hold them.
  [[nodiscard]] std::int64_t signal_elements() const;
  [[nodiscard]] std::int64_t kernel_elements() const;
  [[nodiscard]] std::int64_t output_elements() const;
  /// Bytes of one of them.
  [[nodiscard]] std::int64_t element_bytes() const;

  friend bool operator==(const ConvolutionProblem&, const ConvolutionProblem&) = default;
};

/// The kernels of a Convolution, made ready: their spectra in device memory. A handle; copies share it.
class PAPILIO_API Filter {
 public:
  Filter() = default;
  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

  struct Impl;

 private:
  friend class Convolution;
  explicit Filter(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

/// One problem made ready for one device: a pruned transform of the signals, and a pruned inverse transform whose first
/// pass multiplies by the kernels' spectra as it reads. Padding is never written nor read, its length is the cheapest that
/// there is. Immutable; filter() and execute() may be called from many threads at once.
///
/// Signals, kernels and results are packed, row-major, real numbers or interleaved complex ones.
class PAPILIO_API Convolution {
 public:
  Convolution() = default;
  /// Plans, compiles (or loads from the cache) and uploads tables. Throws Error.
  Convolution(const Device& device, const ConvolutionProblem& problem);

  [[nodiscard]] const ConvolutionProblem& problem() const;
  [[nodiscard]] const Device& device() const;
  /// Lengths of the transforms, at least those of the signal.
  [[nodiscard]] const std::vector<std::int64_t>& padded_lengths() const;
  /// The passes, as Plan::describe() shows them.
  [[nodiscard]] std::string describe() const;
  /// Bytes of scratch that one execution needs.
  [[nodiscard]] std::size_t scratch_bytes() const;

  /// Makes kernels ready: problem().kernel_elements() of the problem's type. Done once for any number of executions;
  /// returns when the spectra are there.
  [[nodiscard]] Filter filter(std::span<const float> kernels) const;
  [[nodiscard]] Filter filter(std::span<const double> kernels) const;
  [[nodiscard]] Filter filter(std::span<const std::complex<float>> kernels) const;
  [[nodiscard]] Filter filter(std::span<const std::complex<double>> kernels) const;

  /// Enqueues on `stream` and returns at once. The filter is one that this convolution made, or a copy of it. `in` holds
  /// signal_elements(), `out` output_elements(); they may not be one memory. `scratch` as in Plan::execute().
  void execute(const Stream& stream, const Filter& filter, const Buffer& in, const Buffer& out,
               const Buffer& scratch = {}) const;

  /// Host memory; returns when the result is there. The spans have the numbers of elements that the problem says, and do
  /// not overlap.
  Timing execute(const Filter& filter, std::span<const float> in, std::span<float> out) const;
  Timing execute(const Filter& filter, std::span<const double> in, std::span<double> out) const;
  Timing execute(const Filter& filter, std::span<const std::complex<float>> in, std::span<std::complex<float>> out) const;
  Timing execute(const Filter& filter, std::span<const std::complex<double>> in, std::span<std::complex<double>> out) const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

  struct Impl;

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace papilio
