// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ConvolutionProblem: what to convolve, or correlate, as a value. It prints as, and parses from, one token:
//
//   token     = operation ":" precision ":" shape ":" "kernel=" shape { ":" option }
//   operation = "conv" | "corr"
//   precision = "f32" | "f64" | "f16" | "bf16"        of the arithmetic; f16 is f32 with in=f16 and out=f16
//   shape     = length { "x" length } [ "*" count ]            integers may be written 2^20
//   option    = "full" | "same" | "valid" | "circular" | "real" | "complex" | "in=" storage | "out=" storage
//   storage   = "f16" | "bf16" | "f32" | "f64" | "i8" | "u8" | "i16"
//
// Examples: conv:f32:4096*512:kernel=129:same   corr:f64:1000*8:kernel=100*8:complex conv:f32:512x512:kernel=9x9:valid
//           conv:f32:48000*2:kernel=200:in=i16
#pragma once

#include <papilio/export.hpp>
#include <papilio/problem.hpp>

#include <cstdint>
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
  Storage in_storage = Storage::native;            ///< of signals; kernels are what `precision` says
  Storage out_storage = Storage::native;           ///< of results; no integer

  /// Throws TokenError (with the position) when the token does not parse, Error when its values make no sense.
  static ConvolutionProblem parse(std::string_view token);
  /// The canonical token: parse(p.token()) == p, but for a storage that is the precision's own, which becomes native.
  /// Full and real are left out.
  [[nodiscard]] std::string token() const;
  /// Throws Error naming the value, the reason and the remedy.
  void validate() const;

  /// Of one result.
  [[nodiscard]] std::vector<std::int64_t> output_lengths() const;
  /// Elements, real or complex, of all signals, kernels and results. They throw Error when 64 bits do not hold them.
  [[nodiscard]] std::int64_t signal_elements() const;
  [[nodiscard]] std::int64_t kernel_elements() const;
  [[nodiscard]] std::int64_t output_elements() const;
  /// Bytes of one of them: of a kernel, of a signal, of a result.
  [[nodiscard]] std::int64_t element_bytes() const;
  [[nodiscard]] std::int64_t input_element_bytes() const;
  [[nodiscard]] std::int64_t output_element_bytes() const;

  friend bool operator==(const ConvolutionProblem&, const ConvolutionProblem&) = default;
};

}  // namespace papilio
