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

/// Takes samples by push() and gives results by pull(). The results are ConvolutionMode::full. Samples before the first
/// one count as 0, so y[0] depends on x[0] alone, and no result depends on later samples (for a correlation, y[0] is
/// that of k = -(K-1)). But results are computed in blocks, which causes a delay: up to block()-1 samples wait until
/// others fill the block, or flush() is called. finish() ends the signal and adds the K-1 results after its end. T is
/// float, double or a complex of one of them.
///
/// A block is a batch of segments, each of which overlaps the one before by K-1 samples (Stockham, "High-speed
/// convolution and correlation", AFIPS 1966). One thread at a time.
template <class T>
class PAPILIO_API OverlapSave {
 public:
  /// `block`: the approximate number of results at a time; 0: a number that is fast. Throws Error.
  OverlapSave(const Device& device, std::span<const T> kernel, Operation operation = Operation::convolve,
              std::int64_t block = 0);
  /// With an existing convolution, such as another stream's convolution(). Its mode is `valid`, it has one axis and one
  /// kernel, T on both sides, and no callback data. Its results make up a block. Throws Error.
  OverlapSave(const Convolution& convolution, std::span<const T> kernel);
  ~OverlapSave();
  OverlapSave(OverlapSave&&) noexcept;
  OverlapSave& operator=(OverlapSave&&) noexcept;

  /// Takes any number of samples; computes the blocks that they fill.
  void push(std::span<const T> samples);
  /// Computes the results of all samples pushed so far. The signal goes on.
  void flush();
  /// Like flush(), and adds the K-1 results after the last sample. The next push begins another signal. A signal
  /// without samples gives K-1 zeros, as many results as the mode `full` has.
  void finish();
  /// Results that can be pulled.
  [[nodiscard]] std::size_t available() const;
  /// Moves results to `to`, as many as are available and fit; returns their number.
  std::size_t pull(std::span<T> to);

  /// The number of results in a block.
  [[nodiscard]] std::int64_t block() const;
  /// The convolution that computes a block: a batch of segments, mode `valid`.
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
