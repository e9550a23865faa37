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
//             | "axes=" axis { "," axis } | "channels=" inputs "x" outputs | "inplace" | "outofplace"
//             | side "strides=" signed { "," signed } | side "dist=" signed | side "offset=" integer
//             | "planar" | side "planar"
//   side      = "i" | "o" | "k"                                 signals, results, kernels
//   signed    = [ "-" ] integer                                a distance is not 0
//   storage   = "f16" | "bf16" | "f32" | "f64" | "i8" | "u8" | "i16" | "u16"
//
// Examples: conv:f32:4096*512:kernel=129:same   corr:f64:1000*8:kernel=100*8:complex conv:f32:512x512:kernel=9x9:valid
//           conv:f32:48000*2:kernel=200:in=i16   conv:f32:48000x2:kernel=200x1:axes=0
//           conv:f32:4096:kernel=64:complex:planar corr:f32:224x224*16:kernel=3x3:same:channels=3x8
#pragma once

#include <cstdint>
#include <papilio/export.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio {

/// convolve: y[k] = sum_j x[j] h[k-j]. correlate: y[k] = sum_j x[j+k] conj(h[j]). operate: convolve, circular, with
/// kernels as long as the signals along convolved axes and 1 long along others, without channels: the work of an
/// Operator (operator.hpp), whose spectrum is that of the kernel.
enum class Operation { convolve, correlate, operate };
/// The kind of numbers that signals and kernels hold.
enum class Field { real, complex };
/// The range of k, as in NumPy and SciPy, for L points of the signal and K of the kernel:
///   full      L+K-1: wherever the two touch
///   same      L: the middle of full, which begins at its element (K-1)/2, rounded down (SciPy's, also for K > L)
///   valid     L-K+1: where the kernel lies within the signal; K <= L
///   circular  L: indices modulo L; of convolve and correlate y[0] is that of k = 0. The kernel may be longer.
/// The first element of full is k = 0 of convolve and k = -(K-1) of correlate.
enum class ConvolutionMode { full, same, valid, circular };

/// The memory layout of the arrays of one side, in elements of the side; packed by default. Its dimensions are,
/// outermost first, the channels, if the problem has any (for kernels those of the results, then those of the signals),
/// and the lengths.
struct PAPILIO_API ArrayLayout {
  std::vector<std::int64_t> strides;  ///< one entry for each dimension; empty: row-major, the last one contiguous
  std::int64_t distance = 0;          ///< from one array of the batch, all its channels, to the next; 0: packed
  std::int64_t offset = 0;            ///< elements before the first array
  ComplexLayout layout = ComplexLayout::interleaved;  ///< of complex numbers

  friend bool operator==(const ArrayLayout&, const ArrayLayout&) = default;
};

/// A batch of signals, and one kernel for all of them or one for each.
///
/// Axes that are not convolved are batches as well: along them a kernel is as long as the signal, so that each index
/// has a kernel of its own, or 1 long, so that all share it (SciPy's fftconvolve(axes=...)).
///
/// Channels: a signal is `in_channels` arrays of its lengths, a result `out_channels`, and a kernel has an array
/// h[o][i] for each two of them; y[o] = sum_i x[i] (*) h[o][i], where (*) is the operation, as a layer of a neural
/// network has it. Each channel is transformed once, and the sum is made of spectra. One signal with many kernels is
/// channels=1xN.
///
/// In place the buffer holds both, each as its layout says: all signals are read before the first result is written.
struct PAPILIO_API ConvolutionProblem {
  Operation operation = Operation::convolve;
  Precision precision = Precision::f32;
  Field field = Field::real;
  ConvolutionMode mode = ConvolutionMode::full;
  std::vector<std::int64_t> lengths = {1};  ///< of a signal, outermost first
  std::vector<int> axes;                    ///< the convolved ones, 1 to 3, ascending, 0 is the outermost; empty: all
  std::int64_t batch = 1;                   ///< signals
  std::vector<std::int64_t> kernel_lengths = {1};  ///< of a kernel, as many as of a signal
  std::int64_t kernels = 1;                        ///< 1, or batch
  std::int64_t in_channels = 1;
  std::int64_t out_channels = 1;
  Placement placement = Placement::out_of_place;
  Storage in_storage = Storage::native;   ///< of signals; kernels are what `precision` says
  Storage out_storage = Storage::native;  ///< of results; no integer
  ArrayLayout in;                         ///< of signals
  ArrayLayout out;                        ///< of results
  ArrayLayout kernel;                     ///< of kernels, as filter() takes them

  /// Returns the problem of a token, valid and normalised. Throws TokenError (with the position) when the token does
  /// not parse, Error when its values make no sense.
  static ConvolutionProblem parse(std::string_view token);
  /// Returns the canonical token: parse(p.token()) == p.normalised(). Defaults are left out.
  [[nodiscard]] std::string token() const;
  /// Returns the problem without axes, strides, distances and storages that are the default.
  [[nodiscard]] ConvolutionProblem normalised() const;
  /// Throws Error naming the value, the reason and the remedy.
  void validate() const;

  /// Returns `axes`, or all axes if it is empty.
  [[nodiscard]] std::vector<int> convolved_axes() const;
  /// True if there is more than one channel on either side.
  [[nodiscard]] bool has_channels() const { return in_channels != 1 || out_channels != 1; }
  /// Returns the lengths of one channel of a result.
  [[nodiscard]] std::vector<std::int64_t> output_lengths() const;
  /// Return the number of elements, real or complex, that buffers of signals, kernels and results must hold: up to the
  /// last one that is touched, offsets included. Throw Error if it does not fit 64 bits.
  [[nodiscard]] std::int64_t signal_elements() const;
  [[nodiscard]] std::int64_t kernel_elements() const;
  [[nodiscard]] std::int64_t output_elements() const;
  /// Return the bytes of one element: of a kernel, of a signal, of a result; both parts of a complex one.
  [[nodiscard]] std::int64_t element_bytes() const;
  [[nodiscard]] std::int64_t input_element_bytes() const;
  [[nodiscard]] std::int64_t output_element_bytes() const;

  friend bool operator==(const ConvolutionProblem&, const ConvolutionProblem&) = default;
};

}  // namespace papilio
