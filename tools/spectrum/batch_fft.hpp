// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// BatchFft: the spectrum code's interface to an FFT library.
#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace papilio::tool {

/// Seconds.
struct FftTiming {
  double upload = 0;
  double kernels = 0;
  double download = 0;

  FftTiming& operator+=(const FftTiming& other) {
    upload += other.upload;
    kernels += other.kernels;
    download += other.download;
    return *this;
  }
};

/// A fixed number of forward transforms of one length, exp(-2*pi*i*j*k/n), unscaled.
class BatchFft {
 public:
  virtual ~BatchFft() = default;
  BatchFft(const BatchFft&) = delete;
  BatchFft& operator=(const BatchFft&) = delete;

  /// Both spans hold length * batch samples, transform after transform, and do not overlap.
  virtual FftTiming transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) = 0;

 protected:
  BatchFft() = default;
};

/// Makes a BatchFft once the length and the batch are known. Throws Error.
using BatchFftFactory = std::function<std::unique_ptr<BatchFft>(std::size_t length, std::size_t batch)>;

}  // namespace papilio::tool
