// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// OverlapSave: a signal of any length, in pieces of any length, convolved with a short kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/convolution.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <span>

namespace papilio {

/// Pushes samples in, pulls results out. The results are ConvolutionMode::full: y[0] comes of x[0] and what was before
/// the first sample is 0, so no result waits for later samples (of a correlation y[0] is that of k = -(K-1)). But they
/// are computed in blocks, which is the delay: up to block()-1 samples wait until others fill the block, or flush() is
/// called. finish() ends the signal: it yields the K-1 results behind its end. T is float, double or a complex of one.
///
/// A block is a batch of segments, each of which overlaps the one before by K-1 samples (Stockham, "High-speed
/// convolution and correlation", AFIPS 1966). One thread at a time.
template <class T>
class PAPILIO_API OverlapSave {
 public:
  /// `block`: about as many results at a time; 0 takes what is fast. Throws Error.
  OverlapSave(const Device& device, std::span<const T> kernel, Operation operation = Operation::convolve,
              std::int64_t block = 0);
  /// With an existing convolution, such as another stream's convolution(): `valid`, of one axis and one kernel, of T
  /// on both sides and without callbacks that have data. A block is its results. Throws Error.
  OverlapSave(const Convolution& convolution, std::span<const T> kernel);
  ~OverlapSave();
  OverlapSave(OverlapSave&&) noexcept;
  OverlapSave& operator=(OverlapSave&&) noexcept;

  /// Takes any number of samples; computes whatever blocks they fill.
  void push(std::span<const T> samples);
  /// Computes the results of all samples pushed so far. The signal goes on.
  void flush();
  /// As flush(), and the K-1 results behind the last sample. The next push begins another signal. Of a signal without a
  /// sample these are zeros: K-1 of them, as many as the mode `full` has.
  void finish();
  /// Results that can be pulled.
  [[nodiscard]] std::size_t available() const;
  /// Moves as many of them to `to` as are available and fit; returns their number.
  std::size_t pull(std::span<T> to);

  /// Results of a block.
  [[nodiscard]] std::int64_t block() const;
  /// The convolution of a block: valid ones of a batch of segments.
  [[nodiscard]] const Convolution& convolution() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

extern template class OverlapSave<float>;
extern template class OverlapSave<double>;
extern template class OverlapSave<std::complex<float>>;
extern template class OverlapSave<std::complex<double>>;

}  // namespace papilio
